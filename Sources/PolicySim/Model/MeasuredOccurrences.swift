/// The occurrences of recurring work that the figures of a run count.
enum MeasuredOccurrences: Sendable {
  /// The first occurrence of each transfer, on a device with nothing to do; launches in the first week.
  case firstTimes
  /// In addition, the occurrences on a device that has been in use: in weeks 2 to 4, or the second to the fourth occurrence
  /// of work that is rarer than once a week.
  case steadyState

  /// The most occurrences of one transfer in a run.
  private static let most: Int64 = 84

  /// The part of a run in which launches count.
  func launches(isIdeal: Bool) -> Range<Instant> {
    isIdeal || self == .firstTimes
      ? 0..<DailyPattern.week : DailyPattern.week..<4 * DailyPattern.week
  }

  /// The part of a run in which the work of a transfer has to come up to count; `nil` if only its first occurrence counts.
  func window(of transfer: PlannedTransfer, isIdeal: Bool) -> Range<Instant>? {
    guard self == .steadyState, !isIdeal else { return nil }
    if transfer.comesUpWithStart { return launches(isIdeal: false) }
    guard let period = transfer.period else { return nil }
    guard period <= DailyPattern.week else {
      return period..<min(.never / 4, period.multipliedReportingOverflow(by: 4).partialValue)
    }
    // The window consists of whole days: otherwise it would count some times of the day more often than the rest.
    let days = max(1, min(3 * DailyPattern.week, Self.most * period) / DailyPattern.day)
    return DailyPattern.week..<DailyPattern.week + days * DailyPattern.day
  }
}
