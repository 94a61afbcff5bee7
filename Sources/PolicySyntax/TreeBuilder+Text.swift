/// The text of scalars, and the text around problems.
extension TreeBuilder {
  /// Whether the file contains the decoded text of a one-line scalar verbatim, apart from quotes.
  func isWritten(
    _ text: UnsafeBufferPointer<UInt8>, _ style: ScalarStyle, from lower: Int, to upper: Int
  ) -> Bool {
    switch style {
    case .plain: upper - lower == text.count
    case .singleQuoted: upper - lower == text.count + 2
    case .doubleQuoted: upper - lower == text.count + 2 && isText(at: lower + 1, equalTo: text)
    case .literal, .folded: false
    }
  }

  /// Whether the file contains a text at an offset verbatim.
  private func isText(at offset: Int, equalTo text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count, bytes[offset + index] == text[index] { index += 1 }
    return index == text.count
  }

  /// The end of a block scalar without the trailing white space that libyaml includes in the scalar.
  func trimmed(_ lower: Int, _ upper: Int) -> Int {
    max(lower, bytes.startOfSpace(before: upper))
  }

  /// The text at and before a location on its line.
  func textAround(_ span: Span) -> ProblemSurroundings {
    let offset = Int(span.lower) - base
    let start = bytes.startOfLine(at: offset)
    return ProblemSurroundings(
      byte: offset < bytes.count ? bytes[offset] : nil,
      isInsideLine: bytes[..<offset].endOfSpace(at: start) < offset)
  }

  /// Whether a byte is between two locations.
  func holds(_ byte: UInt8, from start: Span, to end: Span) -> Bool {
    let (lower, upper) = (Int(start.lower) - base, min(Int(end.lower) - base, bytes.count))
    return lower < upper && bytes[lower..<upper].contains(byte)
  }
}
