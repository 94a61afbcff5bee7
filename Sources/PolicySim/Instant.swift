internal import Quantities

/// A time in a run: milliseconds from its start.
typealias Instant = Int64

extension Instant {
  /// A time that never comes.
  static let never = Instant.max

  /// The time a while later; never, where that is too far.
  @inline(__always) func later(by span: Int64) -> Instant {
    guard self != .never, span != .max else { return .never }
    let sum = addingReportingOverflow(span)
    return sum.overflow ? .never : sum.partialValue
  }

  /// The time a while later.
  func later(by span: TimeSpan) -> Instant { later(by: span.milliseconds) }
}
