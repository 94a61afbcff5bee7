import Foundation
import TestSupport
import Testing

/// Every command in the documentation is run, and has to print the text below it.
///
/// A block begins with ```` ```console ````, and a command with `$ bgpolicy`. A line `…` stands for any
/// number of lines.
@Suite struct DocumentationTests {
  static let files: [String] = {
    let examples = (try? Project.examples()) ?? []
    let pages = ((try? Project.names(in: "Documentation")) ?? []).filter { $0.hasSuffix(".md") }
    return ["README.md"] + pages.map { "Documentation/\($0)" } + examples.map { "\($0)/README.md" }
  }()

  @Test(arguments: files) func commandsPrintWhatTheDocumentationSays(_ file: String) throws {
    let text = try Project.text(file)
    var result: [String] = []
    var isInBlock = false
    var command: String?
    var expected: [String] = []
    func close() throws {
      guard let words = command else { return }
      let run = try Shell.run(
        ["sh", "-c", words.replacing("bgpolicy ", with: "\"\(Tool.path)\" ", maxReplacements: 1)],
        in: Project.root)
      let output = (run.output + run.errors).split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init
      )
      .reversed().drop { $0.isEmpty }.reversed().map { $0 }
      result += matches(output, expected) ? expected : abbreviated(output, like: expected)
      command = nil
      expected = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if isInBlock, line.hasPrefix("$ ") || line == "```" {
        try close()
        if line == "```" { isInBlock = false } else { command = String(line.dropFirst(2)) }
        result.append(line)
      } else if isInBlock, command != nil {
        expected.append(line)
      } else {
        if line == "```console" { isInBlock = true }
        result.append(line)
      }
    }
    Snapshot.check(result.joined(separator: "\n"), against: file)
  }

  private func matches(_ output: [String], _ expected: [String]) -> Bool {
    let parts = expected.split(separator: "…", omittingEmptySubsequences: false).map(Array.init)
    guard parts.count > 1 else { return output == expected }
    guard output.starts(with: parts[0]), output.reversed().starts(with: parts[parts.count - 1].reversed())
    else { return false }
    var rest = output[...].dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      while !rest.isEmpty, !rest.starts(with: part) { rest = rest.dropFirst() }
      guard rest.starts(with: part) else { return false }
      rest = rest.dropFirst(part.count)
    }
    return rest.count >= parts[parts.count - 1].count
  }

  /// An output in which `…` replaces the lines that it replaces in the documentation. The parts are found by
  /// their first words.
  private func abbreviated(_ output: [String], like expected: [String]) -> [String] {
    let parts = expected.split(separator: "…", omittingEmptySubsequences: false).map(Array.init)
    guard parts.count > 1 else { return output }
    func words(_ line: String) -> Substring { line.prefix { !$0.isNumber } }
    var result = Array(output.prefix(parts[0].count))
    var rest = output.dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() {
      guard let first = part.first, let start = rest.firstIndex(where: { words($0) == words(first) }) else {
        return output
      }
      result += ["…"] + rest[start...].prefix(part.count)
      rest = rest[start...].dropFirst(part.count)
    }
    return result + ["…"] + rest.suffix(parts[parts.count - 1].count)
  }
}

/// The generated and committed files are current.
@Suite struct CommittedFilesTests {
  @Test func schemaIsCurrent() throws {
    Snapshot.check(try Tool.run("schema").output, against: "Schemas/bgpolicy.schema.json")
  }

  @Test func keyReferenceIsCurrent() throws {
    Snapshot.check(
      try Tool.run("schema", "--format", "markdown").output, against: "Documentation/policy.md")
  }

  @Test func everyPackageDeclarationIsDocumented() throws {
    let sources = try #require(FileManager.default.enumerator(atPath: Project.path("Sources")))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    let declaration =
      #/^\s*(?:@\w+ )*package (?:private\(set\) |internal\(set\) |static |mutating |indirect |final )*(?:let|var|func|init|struct|enum|protocol|class|subscript)\b/#
    // Members that a protocol of the standard library explains, and citations, which need no explanation.
    let explained = #/static func [<+*-]|init\(\w+Literal|description|static let \w+ = Citation\(/#
    for source in sources {
      let lines = try Project.text("Sources/\(source)").split(
        separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where try declaration.firstMatch(in: String(line)) != nil {
        if try explained.firstMatch(in: String(line)) != nil { continue }
        var above = index - 1
        while above >= 0, lines[above].trimmingPrefix(while: \.isWhitespace).hasPrefix("@") { above -= 1 }
        #expect(
          above >= 0 && lines[above].trimmingPrefix(while: \.isWhitespace).hasPrefix("///"),
          "\(source):\(index + 1) needs a ///")
      }
    }
  }
}
