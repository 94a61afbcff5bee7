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
    self.init(LaunchStatistics(times), over: seconds)
  }

  /// The fit of launches over logs of a length; `nil` if it is shorter than most of a day.
  init?(_ statistics: LaunchStatistics, over seconds: Double) {
    let days = seconds / TimeSpan.secondsPerDay
    // A night alone is not representative of a day.
    guard days >= 0.8 else { return nil }
    // If devices differ, launches come in groups: there are fewer independent ones than launches.
    let dispersion = statistics.dispersion(overDays: days)
    let few = dispersion > 1 ? studentT95(statistics.logs - 1) / NormalDistribution.quantile975 : 1
    let group = dispersion * few * few
    let bounds = poissonInterval95(Double(statistics.launches) / group)
    launches = statistics.launches
    self.days = days
    perDay = LimiterFit.Measured(
      value: Double(launches) / days,
      interval: (bounds.lowerBound * group / days)...(bounds.upperBound * group / days),
      observations: launches)
    leastGap = Self.leastGap(statistics)
    isThrottled = Self.isThrottled(statistics)
  }

  /// The least gap between launches, an upper bound of the gap that the system enforces, with the interval of that.
  package static func leastGap(_ statistics: LaunchStatistics) -> LimiterFit.Measured? {
    guard statistics.gapCount >= 2, let least = statistics.leastGap else { return nil }
    let near =
      isThrottled(statistics)
      ? statistics.nearLeast
      : (count: statistics.gapCount, longest: Double(statistics.gaps.keys.max() ?? 0))
    let spread = max(0, near.longest - least)
    return LimiterFit.Measured(
      value: least, interval: max(0, least - spread * excessFactor95(near.count))...least,
      observations: statistics.gapCount)
  }

  /// Whether most gaps are about the least one, as they are if the system enforces it.
  package static func isThrottled(_ statistics: LaunchStatistics) -> Bool {
    let near = statistics.nearLeast.count
    return near >= 3 && near * 2 > statistics.gapCount
  }
}
