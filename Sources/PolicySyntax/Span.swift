/// A range of bytes in a file: offsets from the first byte, without the end.
///
/// `LineTable` computes the line and the column, in the unit of the output format, when a span is printed.
package struct Span: Hashable, Sendable {
  /// The file.
  package let source: SourceID
  /// The offset of the first byte.
  package let lower: UInt32
  /// The offset after the last byte; equal to `lower` for an empty span.
  package let upper: UInt32

  /// The span from `lower` up to, but without, `upper`.
  package init(source: SourceID, lower: UInt32, upper: UInt32) {
    self.source = source
    self.lower = lower
    self.upper = max(lower, upper)
  }

  /// The span of a range of array indices.
  package init(source: SourceID, _ range: Range<Int>) {
    self.init(source: source, lower: UInt32(range.lowerBound), upper: UInt32(range.upperBound))
  }

  /// The start of the first file, for a finding about a text that is missing.
  package static let start = Span(source: SourceID(index: 0), lower: 0, upper: 0)

  /// Whether the span contains no bytes, such as the span of a missing value.
  package var isEmpty: Bool { lower == upper }

  /// The span as a range of array indices.
  package var range: Range<Int> { Int(lower)..<Int(upper) }

  /// The smallest span that contains two spans of the same file.
  package func union(_ other: Span) -> Span {
    Span(source: source, lower: min(lower, other.lower), upper: max(upper, other.upper))
  }
}

extension Span: Comparable {
  package static func < (left: Span, right: Span) -> Bool {
    (left.source, left.lower, left.upper) < (right.source, right.lower, right.upper)
  }
}
