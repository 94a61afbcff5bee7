import PolicyEditing
import TestSupport
import Testing

/// Positions in a text are counted as in editors.
@Suite struct EditedTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let encoding: PositionEncoding
    let line: Int
    let character: Int
    let offset: Int
    /// Whether the offset leads back to the same position.
    var isExact = true
    var testDescription: String { "\(name), \(encoding.rawValue) \(line):\(character)" }
  }

  static let cases = [
    Case(name: "start", text: "a\nb", encoding: .utf16, line: 0, character: 0, offset: 0),
    Case(name: "LF", text: "a\nb", encoding: .utf16, line: 1, character: 1, offset: 3),
    Case(name: "CR LF", text: "a\r\nb", encoding: .utf16, line: 1, character: 0, offset: 3),
    Case(name: "CR", text: "a\rb\r\rc", encoding: .utf16, line: 3, character: 1, offset: 6),
    Case(
      name: "past the line", text: "ab\r\nc", encoding: .utf16, line: 0, character: 9, offset: 2,
      isExact: false),
    Case(
      name: "past the text", text: "ab\nc", encoding: .utf16, line: 9, character: 9, offset: 4, isExact: false
    ),
    Case(name: "last empty line", text: "ab\n", encoding: .utf16, line: 1, character: 0, offset: 3),
    Case(name: "two bytes", text: "äb", encoding: .utf16, line: 0, character: 1, offset: 2),
    Case(name: "two bytes", text: "äb", encoding: .utf8, line: 0, character: 2, offset: 2),
    Case(
      name: "within two bytes", text: "äb", encoding: .utf8, line: 0, character: 1, offset: 0, isExact: false),
    Case(name: "surrogates", text: "😀b", encoding: .utf16, line: 0, character: 2, offset: 4),
    Case(
      name: "within surrogates", text: "😀b", encoding: .utf16, line: 0, character: 1, offset: 0,
      isExact: false),
    Case(name: "scalars", text: "😀b", encoding: .utf32, line: 0, character: 1, offset: 4),
    Case(name: "byte order mark", text: "\u{FEFF}a", encoding: .utf16, line: 0, character: 1, offset: 3),
    Case(name: "line separator", text: "a\u{2028}b", encoding: .utf16, line: 0, character: 2, offset: 4),
  ]

  @Test(arguments: cases) func positionHasOffset(_ one: Case) {
    let text = EditedText(Array(one.text.utf8), encoding: one.encoding)
    let position = TextPosition(line: one.line, character: one.character)
    #expect(text.offset(of: position) == one.offset)
    if one.isExact { #expect(text.position(ofByte: one.offset) == position) }
  }

  /// A text after replacements has the lines of the same text that was never edited.
  @Test(arguments: 1...40) func replacedTextHasTheSameLines(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let pieces = ["", "\n", "\r", "\r\n", "a", "\n\r", "b\nc", "\n\n"]
    var text = EditedText(Array("ab\r\ncd\n\re".utf8), encoding: .utf8)
    for _ in 0..<50 {
      let (one, other) = (random.below(text.bytes.count + 1), random.below(text.bytes.count + 1))
      let start = min(one, other)
      text.replace(
        start..<min(max(one, other), start + 4), with: pieces[random.below(pieces.count)])
      let fresh = EditedText(text.bytes, encoding: .utf8)
      #expect(text.lineCount == fresh.lineCount, "\(text.bytes)")
      guard text.lineCount == fresh.lineCount else { return }
      for line in 0..<text.lineCount { #expect(text.content(ofLine: line) == fresh.content(ofLine: line)) }
    }
  }

  /// A command of an editor may change each line of a long document.
  @Test(.timeLimit(.minutes(1))) func manyReplacementsTakeNoTime() {
    var text = EditedText(Array(String(repeating: "a\n", count: 300_000).utf8), encoding: .utf8)
    for line in 0..<5_000 { text.replace(line * 2..<line * 2 + 1, with: "b") }
    #expect(text.lineCount == 300_001)
  }

  /// Each offset of a character has a position that leads back to the offset.
  @Test(arguments: PositionEncoding.allCases) func positionsLeadBack(_ encoding: PositionEncoding) {
    let bytes = Array("ä: 😀\r\n\r- x\n\n\u{FEFF}z\r".utf8)
    let text = EditedText(bytes, encoding: encoding)
    for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
      // An offset between CR and LF has no position.
      if offset > 0, offset < bytes.count, bytes[offset - 1] == 13, bytes[offset] == 10 { continue }
      #expect(text.offset(of: text.position(ofByte: offset)) == offset, "\(offset)")
    }
  }
}
