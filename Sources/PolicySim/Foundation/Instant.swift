internal import Quantities

/// A time in a run, in milliseconds from its start.
typealias Instant = Int64

extension Instant {
  /// The time of an event that never happens.
  static let never = Instant.max

  /// The time after a span; `never` if the sum overflows.
  @inline(__always) func later(by span: Int64) -> Instant {
    guard self != .never, span != .max else { return .never }
    let sum = addingReportingOverflow(span)
    return sum.overflow ? .never : sum.partialValue
  }

  /// The time after a span.
  func later(by span: TimeSpan) -> Instant { later(by: span.milliseconds) }
}
