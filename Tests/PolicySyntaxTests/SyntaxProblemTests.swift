import PolicySyntax
import TestSupport
import Testing

/// Invalid YAML results in one diagnostic at the mark, with the given rule and message.
@Suite struct SyntaxProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: RuleName
    let text: String
    let message: String

    init(_ text: String, _ message: String, rule: RuleName = .yamlSyntax) {
      self.rule = rule
      self.text = text
      self.message = message
    }

    var testDescription: String { text.debugDescription }
  }

  static let cases = [
    Case("a: [1, 2\nb«:» 3\n", "A comma or ] is missing in the list in brackets"),
    Case("a: {x: 1\nb«:» 3\n", "A comma or } is missing in the mapping in braces"),
    Case("é: 1\n«[»a, b\nc: 2\n", "The bracket is never closed"),
    Case("a:\n  b: 1\n  «{»x: y\nc: 2\n", "The bracket is never closed"),
    Case("é: «\"»x\nb: 3\n", "The quote is never closed"),
    Case("é: «'»x\nb: 3\n", "The quote is never closed"),
    Case("a:\n«\t»- b\n", "A tab is used where YAML requires spaces"),
    Case("é😀: b«:» c\n", "A value can't begin here"),
    Case("a: 1\n  b«:» 2\n", "A value can't begin here"),
    Case("a:\n  b: 1\n «c»: 2\n", "The line is not a key of the mapping around it"),
    Case("- a\n«b»: 1\n", "The line is not an item of the list above it"),
    Case("a: «@»x\n", "A string can't begin with this character"),
    Case(#"a: "«\»q""#, #"A string in double quotes has an unknown \ escape"#),
    Case("a: «!»x!y z\n", "The tag's handle is not declared"),
    Case("é: «*nope»\n", "The alias *nope has no anchor above it"),
    Case("a: &«\n»", "An anchor or alias has no name"),
    Case("a: 'x'«y»\n", "The value before this has already ended"),
    Case("a: |«x»\n b\n", "The text of a block begins on the line below its | or >"),
    Case("a: «}»\n", "A value is missing before this character"),
    Case("a: «-» b\n", "A list can't begin here"),
    Case("é: «\u{1}»", "The file contains a control character"),
    Case("a: &x [1, «*x»]\n", "The alias *x is inside the value that it repeats", rule: .yamlLimit),
    Case("<<: «text»\na: 1\n", "The merge key << must have an alias of a mapping, or a list of such aliases"),
    Case("é: 1\nb: 2\n«é»: 3\n", "The key é occurs twice in this mapping", rule: .yamlDuplicateKey),
    Case("{a: 1, «'a'»: 2}", "The key a occurs twice in this mapping", rule: .yamlDuplicateKey),
    Case(
      "a: 1\n«---»\nb: 2\n", "A second document begins here, but a policy must be one document",
      rule: .yamlMultipleDocuments),
  ]

  @Test(arguments: cases) func isOneDiagnosticAtItsLocation(_ example: Case) throws {
    let marked = MarkedText(example.text)
    var tree = NodeTree()
    let result = YAMLReader.read(marked.source(), into: &tree)
    #expect(result.diagnostics.count == 1)
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.rule == example.rule)
    #expect(diagnostic.message == example.message)
    #expect(diagnostic.span.range == marked.spans[0])
  }

  static let hostile = [
    NamedText("many brackets", String(repeating: "[", count: 200_000)),
    NamedText("many braces", String(repeating: "{a: ", count: 50_000)),
    NamedText("deep block", (0..<100).map { String(repeating: " ", count: $0) + "a:\n" }.joined()),
    NamedText("alias bomb", aliasBomb),
    NamedText(
      "depth by aliases",
      "a: &a " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "\nb: "
        + String(repeating: "[", count: 40) + "*a" + String(repeating: "]", count: 40)),
    NamedText("many values", "a: [" + String(repeating: "b,", count: 250_000) + "]"),
    NamedText("many values of JSON", #"{"a": ["# + String(repeating: "1,", count: 250_000) + "1]}"),
    NamedText("many keys", String(repeating: "a: 1\n", count: 125_000)),
  ]

  private static let aliasBomb =
    "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    + (1...10).map { level in
      "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
        + "]\n"
    }.joined()

  @Test(arguments: hostile) func hostileTextIsRefused(_ example: NamedText) {
    var tree = NodeTree()
    let result = YAMLReader.read(SourceText(name: "policy.yaml", text: example.text), into: &tree)
    #expect(result.root == nil)
    #expect(result.diagnostics.map(\.rule) == [.yamlLimit])
  }

  /// The limit on the number of values applies to all files of a tree together.
  @Test func valuesOfBasesCount() {
    var limits = YAMLLimits()
    limits.nodes = 6
    var tree = NodeTree()
    let file = SourceText(name: "policy.yaml", text: "a: 1\n")
    let results = (0..<3).map { _ in YAMLReader.read(file, into: &tree, limits: limits) }
    #expect(results.map { $0.root != nil } == [true, true, false])
    #expect(results[2].diagnostics.map(\.rule) == [.yamlLimit])
  }

  @Test func largeFileIsRefused() {
    var limits = YAMLLimits()
    limits.fileSize = 3
    var tree = NodeTree()
    let result = YAMLReader.read(SourceText(name: "policy.yaml", text: "a: 1"), into: &tree, limits: limits)
    #expect(result.diagnostics.map(\.rule) == [.yamlLimit])
  }

  @Test func utf16IsRefused() {
    var tree = NodeTree()
    let source = SourceText(name: "policy.yaml", bytes: [0xFF, 0xFE, 0x61, 0x00])
    #expect(
      YAMLReader.read(source, into: &tree).diagnostics.map(\.message) == [
        "The file is UTF-16, but a policy must be UTF-8"
      ])
  }

  @Test func invalidUTF8HasItsPlace() {
    var tree = NodeTree()
    let source = SourceText(name: "policy.yaml", bytes: Array("é: ".utf8) + [0xFF, 0x0A])
    let diagnostics = YAMLReader.read(source, into: &tree).diagnostics
    #expect(diagnostics.map(\.message) == ["The file is not valid UTF-8 here"])
    #expect(diagnostics.first?.span.range == 4..<5)
  }

  /// No input may crash the reader or put a diagnostic outside of the text.
  @Test func randomBytesAreSurvived() {
    var random = SplitMix(seed: 1)
    let pieces = [
      "a", ":", " ", "\n", "- ", "[", "]", "{", "}", "&x ", "*x", "'", "\"", "#", "|", ">", "!!str ", "é",
      "😀", "\r\n", "\t", "? ", "<<", ",",
    ]
    for _ in 0..<3_000 {
      let text = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }.joined()
      var tree = NodeTree()
      let result = YAMLReader.read(SourceText(name: "policy.yaml", text: text), into: &tree)
      #expect(
        result.diagnostics.allSatisfy { $0.span.range.upperBound <= text.utf8.count },
        "\(text.debugDescription)")
    }
    for _ in 0..<300 {
      let bytes = (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
      var tree = NodeTree()
      let result = YAMLReader.read(SourceText(name: "policy.yaml", bytes: bytes), into: &tree)
      #expect(result.diagnostics.allSatisfy { $0.span.range.upperBound <= bytes.count })
    }
  }
}
