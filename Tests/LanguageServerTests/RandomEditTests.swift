import JSON
import PolicyLint
import PolicyModel
import PolicyPipeline
import PolicySyntax
import Quantities
import TestSupport
import Testing

/// After each notification with random edits, the diagnostics equal the diagnostics of a fresh lint of the same text.
@Suite struct RandomEditTests {
  static let notifications = 50
  static let editsOfNotification = 25

  @Test(arguments: 1...8) func diagnosticsAreThoseOfLint(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var model = TextModel(Policies.diary)
    var client = EditorClient.ready()
    client.open(Policies.path, Policies.diary)
    for number in 1...Self.notifications {
      var changes: [JSONValue] = []
      for _ in 0..<Self.editsOfNotification { changes.append(model.change(&random)) }
      client.change(Policies.path, version: Int64(number + 1), changes)
      #expect(client.publication(of: Policies.path)?["version"] == .number(number + 1))
      let published = client.diagnostics(of: Policies.path).map(Statement.init)
      guard published == Self.fresh(model.text) else {
        Issue.record("\(seed), \(number): \(published) instead of \(Self.fresh(model.text)) in \(model.text)")
        return
      }
      // No request about an invalid text may fail.
      let line = Int(random.next() % 30)
      let column = Int(random.next() % 30)
      for method in ["hover", "completion", "definition", "documentSymbol", "foldingRange", "documentLink"] {
        let answer = client.request("textDocument/\(method)", EditorClient.at(Policies.path, line, column))
        #expect(answer["error"] == nil, "\(method): \(answer)")
      }
    }
    #expect(client.diagnostics(of: Policies.path).count >= 0)
  }

  private static func fresh(_ text: String) -> [Statement] {
    let pipeline = Pipeline()
    let source = SourceText(name: Policies.path, text: text)
    let lines = LineTable(source.bytes)
    let reading = pipeline.read(source)
    return pipeline.lint(reading, on: CalendarDate("2026-11-23")).filter(\.counts).folded.map { finding in
      let start = lines.position(ofByte: finding.diagnostic.span.range.lowerBound, unit: .utf16)
      let end = lines.position(ofByte: finding.diagnostic.span.range.upperBound, unit: .utf16)
      return Statement(
        numbers: [start.line - 1, start.column - 1, end.line - 1, end.column - 1],
        rule: finding.name.text, message: finding.diagnostic.message)
    }
  }

  /// The parts of a diagnostic that the server and a fresh lint have in common.
  struct Statement: Equatable {
    let numbers: [Int]
    let rule: String
    let message: String

    init(numbers: [Int], rule: String, message: String) {
      (self.numbers, self.rule, self.message) = (numbers, rule, message)
    }

    init(_ diagnostic: JSONValue) {
      let range = diagnostic["range"]
      numbers = ["start", "end"].flatMap { end in
        ["line", "character"].map { range?[end]?[$0]?.number ?? -1 }
      }
      rule = diagnostic["code"]?.string ?? ""
      message = diagnostic["message"]?.string ?? ""
    }
  }
}

/// A model of the text in an editor, which is edited without the code of the server.
private struct TextModel {
  private var scalars: [Unicode.Scalar]

  var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  static let words = [
    "a", "é", "😀", " ", "  ", "\n", "\r\n", "\r", ":", ": ", "- ", "#", "\"", "'", "[", "]", "{", "}", ",",
    "&x ",
    "*x", "<<: ", "|\n", "\n  ", "\n    ", "sessions:\n  b:\n    identifier: com.example.b\n", "true", "30s",
    "4MB",
    "# bgpolicy:ignore bg-mode-fetch-unused -- why\n", "tasks:\n", "transfers:", "isDiscretionary: true\n",
    "\u{2028}", "\t", "!", "%", "---\n",
  ]

  /// Makes a random edit, and returns the edit in the format of the protocol.
  mutating func change(_ random: inout SplitMix) -> JSONValue {
    if scalars.count > 3_000 || random.next() % 40 == 0 {
      scalars = Array(Policies.diary.unicodeScalars)
      return ["text": .string(text)]
    }
    let start = Int(random.next() % UInt64(scalars.count + 1))
    let length = random.next() % 3 == 0 ? Int(random.next() % 12) : 0
    let end = min(scalars.count, start + length)
    let word = random.next() % 4 == 0 ? "" : Self.words[Int(random.next() % UInt64(Self.words.count))]
    let (from, to) = (position(of: start), position(of: end))
    // A position between CR and LF counts as the position before CR.
    let range = offset(of: from)..<max(offset(of: from), offset(of: to))
    scalars.replaceSubrange(range, with: word.unicodeScalars)
    return [
      "range": [
        "start": ["line": .number(from.line), "character": .number(from.character)],
        "end": ["line": .number(to.line), "character": .number(to.character)],
      ], "text": .string(word),
    ]
  }

  private func position(of index: Int) -> (line: Int, character: Int) {
    var (line, character) = (0, 0)
    for position in 0..<index {
      if endsLine(position) {
        (line, character) = (line + 1, 0)
      } else {
        character += scalars[position].utf16.count
      }
    }
    return (line, character)
  }

  private func offset(of position: (line: Int, character: Int)) -> Int {
    var index = 0
    var line = 0
    while line < position.line, index < scalars.count {
      if endsLine(index) { line += 1 }
      index += 1
    }
    var character = 0
    while character < position.character, index < scalars.count, scalars[index] != "\n",
      scalars[index] != "\r"
    {
      character += scalars[index].utf16.count
      index += 1
    }
    return index
  }

  private func endsLine(_ index: Int) -> Bool {
    let isHalf = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
    return scalars[index] == "\n" || scalars[index] == "\r" && !isHalf
  }
}
