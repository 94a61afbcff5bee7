internal import PlatformFacts
package import PolicyModel
internal import Quantities

/// A device's day, with everything that it takes over from others in place.
package struct DeviceDay: Sendable {
  /// What it is called.
  package let name: String
  /// The ideal device: nothing is random, the app is suspended again at once, and nothing is limited.
  package private(set) var isIdeal: Bool
  var visitsPerDay: Double
  var visitDuration: TimeSpan
  var visitWindow: ClockWindow
  /// Visits at exact times, instead of random ones.
  var exactVisits: [(start: Instant, end: Instant)]?
  var wifi: [ClockWindow]
  var charging: [ClockWindow]
  var lowPowerMode: [ClockWindow]

  /// The day of a name: the policy's own, or a built-in one; `nil` where there is none.
  package init?(_ name: String, in policy: Policy) {
    self.init(name, in: policy, besides: [])
  }

  private init?(_ name: String, in policy: Policy, besides passed: [String]) {
    let own = passed.contains(name) ? nil : policy.scenarios.first { $0.name.value == name }
    guard let own else {
      self.init(builtIn: name)
      return
    }
    // A day that extends nothing starts from the one that is assumed of most people.
    let base = own.extends?.value ?? "commuter"
    guard let inherited = DeviceDay(base, in: policy, besides: passed + [name]) else { return nil }
    self.init(name: name, copying: inherited)
    apply(own)
  }

  private init?(builtIn name: String) {
    guard let fact = PlatformFacts.scenario(name) else { return nil }
    self.name = name
    isIdeal = fact.isIdeal
    visitsPerDay = fact.visitsPerDay
    visitDuration = fact.visitDuration
    visitWindow = fact.visitWindow
    wifi = fact.wifi
    charging = fact.charging
    lowPowerMode = fact.lowPowerMode
    if fact.isIdeal { exactVisits = [] }
  }

  private init(name: String, copying other: DeviceDay) {
    self.name = name
    isIdeal = other.isIdeal
    visitsPerDay = other.visitsPerDay
    visitDuration = other.visitDuration
    visitWindow = other.visitWindow
    exactVisits = other.exactVisits
    wifi = other.wifi
    charging = other.charging
    lowPowerMode = other.lowPowerMode
  }

  private mutating func apply(_ scenario: Scenario) {
    if let sessions = scenario.foregroundSessions?.value {
      exactVisits = nil
      if let perDay = sessions.perDay { visitsPerDay = perDay.value }
      if let duration = sessions.duration { visitDuration = duration.value }
    }
    if let visits = scenario.foreground?.value {
      exactVisits = Self.merged(
        visits.compactMap { visit in
          guard let start = visit.value.at?.value, let duration = visit.value.duration?.value else {
            return nil
          }
          return (start.milliseconds, start.milliseconds.later(by: duration))
        })
    }
    if let windows = scenario.wifi { wifi = windows.value.map(\.value) }
    if let windows = scenario.charging { charging = windows.value.map(\.value) }
    if let windows = scenario.lowPowerMode { lowPowerMode = windows.value.map(\.value) }
  }

  /// Visits in order, those that touch as one.
  private static func merged(_ visits: [(start: Instant, end: Instant)]) -> [(start: Instant, end: Instant)] {
    var result: [(start: Instant, end: Instant)] = []
    for visit in visits.sorted(by: { $0.start < $1.start }) {
      if let last = result.last, visit.start <= last.end {
        result[result.count - 1].end = max(last.end, visit.end)
      } else {
        result.append(visit)
      }
    }
    return result
  }
}
