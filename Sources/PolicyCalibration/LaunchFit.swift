internal import Quantities

/// The rate at which the system launches an app for one reason, from logs.
package struct LaunchFit: Hashable, Sendable {
  /// The number of launches.
  package let launches: Int
  /// The number of days that the logs cover.
  package let days: Double
  /// Launches a day, with the 95 % confidence interval.
  package let perDay: LimiterFit.Measured
  /// The median rate of a device and the spread between devices, if each log is from another device; `nil` if there are too few logs, or if
  /// the logs differ no more than by chance.
  package let devices: DeviceRates.Fit?
  /// The least time between two launches in seconds; `nil` for fewer than two gaps.
  package let leastGap: LimiterFit.Measured?
  /// Whether the gaps show that the system enforces the least gap.
  package let isThrottled: Bool

  /// The fit of launches at times in seconds, in a log that covers a number of seconds; `nil` if the log covers less than
  /// 0.8 days.
  package init?(_ times: [Double], over seconds: Double) {
    self.init(LaunchStatistics(times), over: seconds)
  }

  /// The fit of launches in logs that cover a number of seconds; `nil` if the logs cover less than 0.8 days.
  init?(_ statistics: LaunchStatistics, over seconds: Double) {
    let days = seconds / TimeSpan.secondsPerDay
    // A night alone is not representative of a day.
    guard days >= DeviceRates.leastDays else { return nil }
    // If devices differ, launches come in groups, so the number of independent observations is smaller than the number of
    // launches.
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
    devices = statistics.rates.fit
    leastGap = Self.leastGap(statistics)
    isThrottled = Self.isThrottled(statistics)
  }

  /// The least gap between launches in seconds, which is an upper bound of the gap that the system enforces. The interval is the interval
  /// of the enforced gap. `nil` for fewer than two gaps.
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

  /// Whether most gaps are about as long as the least gap, which shows that the system enforces a least gap.
  package static func isThrottled(_ statistics: LaunchStatistics) -> Bool {
    let near = statistics.nearLeast.count
    return near >= 3 && near > statistics.gapCount - near
  }
}
