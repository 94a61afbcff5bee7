internal import Quantities

/// The rate at which the system launches an app for one reason, from logs.
package struct LaunchFit: Hashable, Sendable {
  /// The number of launches.
  package let launches: Int
  /// The number of days.
  package let days: Double
  /// Launches a day, with the 95 % confidence interval.
  package let perDay: LimiterFit.Measured
  /// The least time between two launches in seconds; `nil` if there are too few.
  package let leastGap: LimiterFit.Measured?
  /// Whether the gaps show that the system enforces the least one.
  package let isThrottled: Bool

  /// The fit of times in seconds over a log of a length; `nil` if it is shorter than most of a day.
  package init?(_ times: [Double], over seconds: Double) {
    let days = seconds / TimeSpan.secondsPerDay
    // A night alone is not representative of a day.
    guard days >= 0.8 else { return nil }
    let bounds = poissonInterval95(times.count)
    launches = times.count
    self.days = days
    perDay = LimiterFit.Measured(
      value: Double(times.count) / days, interval: (bounds.lowerBound / days)...(bounds.upperBound / days),
      observations: times.count)
    leastGap = Self.leastGap(times)
    isThrottled = Self.isThrottled(times)
  }

  /// The least gap between launches, an upper bound of the gap that the system enforces, with the interval of that.
  package static func leastGap(_ times: [Double]) -> LimiterFit.Measured? {
    let gaps = gaps(times)
    guard gaps.count >= 2, let least = gaps.min() else { return nil }
    let near = isThrottled(times) ? gaps.filter { $0 < least * nearness } : gaps
    let spread = (near.max() ?? least) - least
    return LimiterFit.Measured(
      value: least, interval: max(0, least - spread * excessFactor95(near.count))...least,
      observations: gaps.count)
  }

  /// The ratio to the least gap below which others are about as long.
  private static let nearness = 1.2

  /// Whether most gaps are about the least one, as they are if the system enforces it.
  package static func isThrottled(_ times: [Double]) -> Bool {
    let gaps = gaps(times)
    guard let least = gaps.min() else { return false }
    let near = gaps.count { $0 < least * nearness }
    return near >= 3 && near * 2 > gaps.count
  }

  private static func gaps(_ times: [Double]) -> [Double] {
    let sorted = times.sorted()
    // The time between two lines of one launch is not a gap, and neither is the time between two logs.
    return zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 1 && $0 < 1e8 }
  }
}
