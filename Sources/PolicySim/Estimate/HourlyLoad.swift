package import PolicyModel

/// The work by hour of day, as means over the devices of some runs; only the first occurrence of each transfer's work
/// counts.
package struct HourlyLoad: Sendable {
  /// The background launches of the app in each hour, a day.
  package internal(set) var launches = [Double](repeating: 0, count: 24)
  /// The items of transfers that are done in each hour, a day.
  package internal(set) var finished = [Double](repeating: 0, count: 24)
}

extension Estimator {
  /// The number of runs whose days are counted.
  private static let loadRuns = 60

  /// The load by hour of day; `nil` on the ideal device, which has no time of day, and if the runs have too many events.
  package static func hourlyLoad(of policy: Policy, _ settings: Settings) -> HourlyLoad? {
    guard !settings.day.isIdeal else { return nil }
    var settings = settings
    settings.meter = settings.meter?.renewed
    let day = Double(DailyPattern.day)
    let runs = min(loadRuns, max(1, settings.runs))
    var launches = [Int](repeating: 0, count: 24)
    var finished = launches
    var days = 0.0
    for run in 0..<runs {
      let trace = trace(policy, settings, run: run)
      let clock = trace.clock ?? 0
      for event in trace.events {
        let hour = Int((clock + event.time) % DailyPattern.day / (DailyPattern.day / 24))
        switch event.kind {
        case .launched: launches[hour] += 1
        case .finished(_, let items): finished[hour] += items
        default: break
        }
      }
      days += max(1, Double(trace.events.last?.time ?? 0) / day)
    }
    guard settings.meter?.excess == nil else { return nil }
    var load = HourlyLoad()
    load.launches = launches.map { Double($0) / days }
    load.finished = finished.map { Double($0) / days }
    return load
  }
}
