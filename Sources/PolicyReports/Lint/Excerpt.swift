internal import PolicySyntax

/// A line of a file with marks under the reported span.
struct Excerpt {
  /// The most characters of a line that are shown, unless a terminal has room for fewer.
  static let widest = 120

  /// Line and column of the span.
  let position: Position
  /// The line's text. A long line is cut to the part around the span.
  let line: String
  /// Spaces up to the span.
  let indentation: String
  /// A mark for each column of the span.
  let marks: String

  /// The first line of a span, cut to `widest` characters around the span, with `mark` under the span.
  init(of span: Span, in table: LineTable, mark: Character, widest: Int = widest) {
    position = table.position(ofByte: span.range.lowerBound)
    let content = table.content(ofLine: position.line)
    let start = min(max(span.range.lowerBound, content.startIndex), content.endIndex)
    let end = min(max(span.range.upperBound, start), content.endIndex)
    var before = Self.end(of: content[content.startIndex..<start])
    var marked = Self.start(of: content[start..<end])
    var after = Self.start(of: content[end...])
    if before.count + marked.count + after.count > widest {
      // A long line is shown around the span.
      if marked.count > widest / 2 { marked = marked.prefix(widest / 2) + "…" }
      if before.count > widest / 2 { before = "…" + before.suffix(widest / 2) }
      let room = max(0, widest - before.count - marked.count)
      if after.count > room { after = after.prefix(room) + "…" }
    }
    if DisplayText.hasCommandInside(before + marked + after) {
      let mask: (String) -> String = { $0.replacing("#", with: "\\u{23}") }
      (before, marked, after) = (mask(before), mask(marked), mask(after))
    }
    line = before + marked + after
    indentation = before.map { character in
      character == "\t" ? "\t" : String(repeating: " ", count: DisplayText.width(of: String(character)))
    }.joined()
    marks = String(repeating: mark, count: max(1, DisplayText.width(of: marked)))
  }

  /// The spaces between this span and a later span of the same line. `nil` if the marks of both spans don't
  /// fit.
  func gap(to other: Excerpt) -> String? {
    let end = indentation.count + marks.count
    guard other.position.line == position.line, other.line == line, other.indentation.count > end else {
      return nil
    }
    return String(other.indentation.dropFirst(end))
  }

  /// The most bytes of a part of a line that are decoded. Only a small part of a long line is shown.
  private static let mostBytes = 4096

  private static func start(of bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count > mostBytes else { return text(bytes) }
    return text(bytes[bytes.startIndex..<bytes.startOfScalar(at: bytes.startIndex + mostBytes)])
  }

  private static func end(of bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count > mostBytes else { return text(bytes) }
    return text(bytes[bytes.startOfScalar(at: bytes.endIndex - mostBytes)...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    DisplayText.part(String(decoding: bytes, as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first byte of the UTF-8 scalar that contains a byte.
  fileprivate func startOfScalar(at index: Int) -> Int {
    var start = index
    while start > startIndex, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}
