internal import Quantities

/// A comment, which is not part of the YAML tree.
package struct Comment: Hashable, Sendable {
  /// The text from the `#` to the end of the line.
  package let span: Span
  /// Whether only spaces and tabs precede the comment on its line.
  package let isOnOwnLine: Bool

  /// A comment at a span.
  package init(span: Span, isOnOwnLine: Bool) {
    self.span = span
    self.isOnOwnLine = isOnOwnLine
  }
}

extension NodeTree {
  /// The comments of one file, in order.
  ///
  /// A `#` outside of scalars begins a comment, except in tags and directives.
  package func comments(in source: SourceID) -> [Comment] {
    let bytes = sources[Int(source.index)].bytes
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    var comments: [Comment] = []
    var position = 0
    for record in records
    where record.form == .scalar && record.source == source && record.lower < record.upper {
      Self.appendComments(of: bytes, in: position..<Int(record.lower), source, to: &comments)
      position = Int(record.upper)
    }
    Self.appendComments(of: bytes, in: position..<bytes.count, source, to: &comments)
    return comments
  }

  /// The comments in a gap between scalars.
  private static func appendComments(
    of bytes: [UInt8], in gap: Range<Int>, _ source: SourceID, to comments: inout [Comment]
  ) {
    var index = gap.lowerBound
    while index < gap.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "#"):
        let end = bytes[..<gap.upperBound].endOfLine(at: index)
        comments.append(
          Comment(span: Span(source: source, index..<end), isOnOwnLine: isFirstOnLine(index, of: bytes)))
        index = end
      case UInt8(ascii: "%") where isFirstOnLine(index, of: bytes):
        index = bytes[..<gap.upperBound].endOfLine(at: index)
      case UInt8(ascii: "!"):
        while index < gap.upperBound, bytes.lengthOfSpace(at: index) == 0 { index += 1 }
      default:
        index += 1
      }
    }
  }

  private static func isFirstOnLine(_ index: Int, of bytes: [UInt8]) -> Bool {
    var start = index
    while start > 0, bytes[start - 1].isSpaceOrTab { start -= 1 }
    return start == 0 || bytes.lengthOfBreak(before: start) > 0
      || bytes[..<start].elementsEqual(ByteOrderMark.utf8)
  }
}
