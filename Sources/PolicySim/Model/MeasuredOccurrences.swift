/// The occurrences of recurring work that the figures of a run count.
enum MeasuredOccurrences: Sendable {
  /// The first occurrence of each transfer, on a device with nothing to do, and launches in the first week.
  case firstTimes
  /// The occurrences of `firstTimes`, and the occurrences on a device that has been in use: in the three weeks after the warm-up, or, if
  /// the work is rarer than once a week, three occurrences after the warm-up. The warm-up is the first week or the first occurrence, and at
  /// least three mean gaps between the visits or pushes for which the work waits.
  case steadyState

  /// The gaps after which the age of waiting work no longer depends on the start of the run: after three mean gaps of random
  /// visits, 5 % of the runs have had no visit.
  private static let gaps = 3.0
  /// The longest warm-up that gaps cause, in weeks.
  private static let longestWarmUp: Int64 = 26
  /// The most occurrences of one transfer in a run.
  private static let most: Int64 = 84

  /// The part of a run in which launches count.
  func launches(isIdeal: Bool) -> Range<Instant> {
    isIdeal || self == .firstTimes
      ? 0..<DailyPattern.week : DailyPattern.week..<4 * DailyPattern.week
  }

  /// The part of a run in which the work of a transfer has to come up to count; `nil` if only its first occurrence counts.
  /// `gap` is the mean number of milliseconds between the visits or pushes for which the work waits; `nil` if the work does not
  /// wait.
  func window(of transfer: PlannedTransfer, waitingFor gap: Double? = nil, isIdeal: Bool) -> Range<Instant>? {
    guard self == .steadyState, !isIdeal else { return nil }
    if transfer.comesUpWithStart { return launches(isIdeal: false) }
    guard let period = transfer.period else { return nil }
    let warmUp = Self.warmUp(waitingFor: gap)
    guard period <= DailyPattern.week else {
      let start = period < warmUp ? (warmUp + period - 1) / period * period : period
      return start..<min(.never / 4, start.later(by: period).later(by: period).later(by: period))
    }
    // The window consists of whole days: otherwise it would count some times of the day more often than the rest.
    let days = max(1, min(3 * DailyPattern.week, Self.most * period) / DailyPattern.day)
    return warmUp..<warmUp + days * DailyPattern.day
  }

  /// The whole weeks before the first occurrence that counts.
  private static func warmUp(waitingFor gap: Double?) -> Instant {
    let week = DailyPattern.week
    let weeks = Int64(min(Double(longestWarmUp), (gaps * (gap ?? 0) / Double(week)).rounded(.up)))
    return max(1, weeks) * week
  }
}
