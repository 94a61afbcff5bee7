import Quantities
import Testing

@Suite struct EscapingTests {
  @Test func eachScalarIsAskedForItsEscape() {
    // CR and LF are two scalars but one character.
    #expect(
      "a\r\nb%é".escaping { $0 == "%" || $0 == "\r" ? UInt8(ascii: $0).percentEncoded : nil } == "a%0D\nb%25é"
    )
    #expect("".escaping { _ in "x" } == "")
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), (#"say "\n""#, #""say \"\\n\"""#),
    ("a\tb\r\n", #""a\tb\r\n""#), ("e\u{301}\u{7}", "\"e\u{301}\\u{7}\""),
  ])
  func quotedTextIsALiteral(_ text: String, _ literal: String) {
    #expect(text.quoted { $0 == "\u{7}" ? $0.bracedEscape : nil } == literal)
  }

  @Test(arguments: [
    ("plain", "`plain`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("a``b`c", "```a``b`c```"),
    (" a ", "`  a  `"),
    ("", "`  `"),
  ])
  func codeInMarkdownKeepsItsTicksAndSpaces(_ text: String, _ code: String) {
    #expect(text.markdownCode == code)
  }

  @Test func scalarsHaveNamesAndEscapesByNumber() {
    let scalar: Unicode.Scalar = "\u{1F}"
    #expect(scalar.bracedEscape == #"\u{1F}"#)
    #expect(scalar.fourDigitEscape == #"\u001f"#)
    #expect(scalar.codePoint == "U+001F")
    #expect(("\u{10FFFF}" as Unicode.Scalar).bracedEscape == #"\u{10FFFF}"#)
  }

  /// Emoji have joiners, selectors and tags, and Persian has non-joiners.
  @Test(
    arguments: [
      ("\u{AD}\u{34F}\u{115F}\u{17B4}\u{180E}\u{200B}\u{202E}\u{2060}\u{3164}\u{FEFF}", true),
      ("\u{200C}\u{200D}\u{FE0F}\u{20E3}\u{E0067}\u{E007F}é ", false),
    ] as [(String, Bool)])
  func invisibleCharactersDeceive(_ text: String, _ isDeceptive: Bool) {
    #expect(text.unicodeScalars.allSatisfy { $0.isDeceptive == isDeceptive })
  }

  @Test func whiteSpaceIsFourBytes() {
    let bytes = UInt8.min...UInt8.max
    #expect(bytes.filter(\.isSpaceOrTab) == Array("\t ".utf8))
    #expect(bytes.filter(\.isLineBreak) == [0x0A, 0x0D])
    #expect(bytes.filter(\.isWhiteSpace) == [0x09, 0x0A, 0x0D, 0x20])
  }
}
