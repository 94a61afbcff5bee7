import Foundation
import TestSupport
import Testing

/// Commands that the documentation shows without output work unchanged.
@Suite struct SnippetTests {
  /// The blocks of a language in a page.
  private static func blocks(_ language: String, in file: String) throws -> [String] {
    try Project.text(file).components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0] + "\n"
    }
  }

  @Test func commandsForATeamWork() throws {
    let block = try #require(
      try Self.blocks("sh", in: "Documentation/linting.md").first { $0.contains("bgpolicy init") })
    let folder = try ScratchFolder()
    for line in block.split(separator: "\n") {
      let words = String(line).replacing("bgpolicy ", with: "\"\(Tool.path)\" ", maxReplacements: 1)
      let result = try Shell.run(["sh", "-c", words], in: folder.path)
      // No file has been compiled yet, which the check reports.
      #expect(
        result.status == (words.contains("--check") ? 1 : 0), "\(line): \(result.output)\(result.errors)")
    }
  }

  static let policies = ["Documentation/linting.md"].flatMap { file in
    // The remaining blocks are pre-commit's files and the configuration. Other tests check these blocks.
    ((try? blocks("yaml", in: file)) ?? []).filter {
      !$0.hasPrefix("repos:") && !$0.contains("config.schema.json")
    }
  }

  @Test(arguments: policies) func policiesAreSound(_ text: String) throws {
    let head = "schema: 1\napp: { name: Notes, bundleIdentifier: com.example.notes }\n"
    let result = try Tool.run(
      "lint", "-", "--fail-on", "warning",
      input: head + text + "rules: { session-too-many-background: off }\n",
      environment: ["SOURCE_DATE_EPOCH": "1798761600"])
    #expect(result.status == 0, "\(result.output)")
  }
}
