internal import Quantities

/// What a log says of how often the system launches an app for one reason.
package struct LaunchFit: Hashable, Sendable {
  /// How many launches were seen.
  package let launches: Int
  /// Over how many days.
  package let days: Double
  /// Launches a day, with the interval in which 95 of 100 true rates lie.
  package let perDay: LimiterFit.Measured
  /// The least time between two, in seconds; `nil` where there are not enough.
  package let leastGap: LimiterFit.Measured?
  /// Whether the system was seen to hold launches back for that long.
  package let isThrottled: Bool

  /// The fit of times in seconds, over a log of some length; `nil` where it is shorter than most of a day.
  package init?(_ times: [Double], over seconds: Double) {
    let days = seconds / TimeSpan.secondsPerDay
    // A night alone says nothing of a day.
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

  /// The least gap between launches: what the system allows is this or less.
  package static func leastGap(_ times: [Double]) -> LimiterFit.Measured? {
    let gaps = gaps(times)
    guard gaps.count >= 2, let least = gaps.min() else { return nil }
    return LimiterFit.Measured(value: least, interval: nil, observations: gaps.count)
  }

  /// Whether most gaps are about the least one, as they are where the system holds launches back.
  package static func isThrottled(_ times: [Double]) -> Bool {
    let gaps = gaps(times)
    guard let least = gaps.min() else { return false }
    let near = gaps.count { $0 < least * 1.2 }
    return near >= 3 && near * 2 > gaps.count
  }

  private static func gaps(_ times: [Double]) -> [Double] {
    let sorted = times.sorted()
    // Two lines of one launch are no gap, and neither is the time between two logs.
    return zip(sorted, sorted.dropFirst()).map { $1 - $0 }.filter { $0 > 1 && $0 < 1e8 }
  }
}
