import AppFacts
import AppSources
import TestSupport
import Testing

/// Sources, and their facts of certain kinds.
struct FactCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The kinds of facts that the case checks.
  let kinds: Set<FactKind>
  /// The files by path. `«»` mark the code of each fact, in order.
  let sources: [(path: String, text: String)]
  /// The facts, one on each line, with kind and values. Facts of several files are in the order of their paths.
  let expected: String

  init(_ name: String, _ kinds: Set<FactKind>, _ text: String, _ expected: String) {
    self.init(name, kinds, [("App.swift", text)], expected)
  }

  init(_ name: String, _ kinds: Set<FactKind>, _ sources: [(path: String, text: String)], _ expected: String)
  {
    testDescription = name
    self.kinds = kinds
    self.sources = sources
    self.expected = expected
  }

  /// Checks the facts and their places.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let marked = sources.map { (path: $0.path, text: MarkedText($0.text)) }
    let files = marked.map { SourceFile(path: $0.path, text: $0.text.text) }
    let facts = CodeReader.facts(of: files).filter { kinds.contains($0.kind) }
    #expect(facts.map(\.summary).joined(separator: "\n") == expected, sourceLocation: sourceLocation)
    // The order of the files changes nothing.
    #expect(
      CodeReader.facts(of: files.reversed()).filter { kinds.contains($0.kind) } == facts,
      sourceLocation: sourceLocation)
    let marks = marked.sorted { $0.path < $1.path }.flatMap { file in
      file.text.spans.map { span -> FactLocation in
        let before = file.text.text.utf8.prefix(span.lowerBound)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column =
          String(decoding: before, as: UTF8.self).unicodeScalars.reversed().prefix { $0 != "\n" }.count + 1
        return FactLocation(file: file.path, line: line, column: column)
      }
    }
    #expect(Set(facts.map(\.location)) == Set(marks), sourceLocation: sourceLocation)
  }
}

extension CodeFact {
  /// The kind, conditions, moments, reach and values on one line.
  var summary: String {
    var words = [kind.rawValue]
    if !conditions.isEmpty { words.append("#if " + conditions.joined(separator: " & ")) }
    if reach == .unreached { words.append("(unreached)") }
    words += values.map { "\($0.key)=\($0.value.summary)" }
    return words.joined(separator: " ")
  }
}

extension FactValue {
  /// The value, or `?` with the known parts of a text.
  var summary: String {
    switch content {
    case nil:
      "?" + (pattern ?? "")
        + variants.map { "[\($0.conditions.joined(separator: " & ")): \($0.value?.summary ?? "absent")]" }
        .joined()
    case .null: "null"
    case .bool(let isTrue): "\(isTrue)"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .string(let text): text
    case .list(let values): "[" + values.map(\.summary).joined(separator: ",") + "]"
    case .dictionary(let entries):
      "[" + entries.map { "\($0.key):\($0.value.summary)" }.joined(separator: ",") + "]"
    }
  }
}
