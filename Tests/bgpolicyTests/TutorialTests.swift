import Foundation
import TestSupport
import Testing

/// Each tutorial is run from start to end. Commands have to print the text that follows them, and each diff
/// is applied to the app.
@Suite(.enabled(if: Tool.readerPath != nil, "bgpolicy-appreader is not built")) struct TutorialTests {
  /// The pages, with the app that each begins with.
  static let pages = [
    (page: "README.md", app: SetUpTests.app), ("Documentation/existing-app.md", SetUpTests.app),
    ("Documentation/new-app.md", nil),
  ]

  @Test(arguments: pages) func commandsPrintWhatThePageShows(_ page: String, _ start: String?) throws {
    let folder = try ScratchFolder()
    let app = folder.path("app")
    if let start {
      _ = try folder.copy(start, to: "app")
      try FileManager.default.removeItem(atPath: "\(app)/facts.json")
    } else {
      try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    }
    #expect(try Shell.run(["git", "init", "-q"], in: app).status == 0)
    var result: [String] = []
    var block: (language: String, lines: [String])?
    for line in try Project.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```", let ended = block {
        result += try text(of: ended, in: app)
        block = nil
      } else if block == nil, line.hasPrefix("```") {
        block = (String(line.dropFirst(3)), [])
      } else if block != nil {
        block?.lines.append(String(line))
        continue
      }
      result.append(String(line))
    }
    Snapshot.check(result.joined(separator: "\n"), against: page)
  }

  /// The lines of a block after it was run.
  private func text(of block: (language: String, lines: [String]), in app: String) throws -> [String] {
    switch block.language {
    case "shellsession":
      return try block.lines.filter { $0.hasPrefix("$ ") }.flatMap { line -> [String] in
        // Standard output and standard error, combined in the order in which a terminal shows them.
        let command = line.dropFirst(2).replacing("bgpolicy ", with: "\"\(Tool.path)\" ", maxReplacements: 1)
        let run = try Shell.run(["sh", "-c", "{ \(command); } 2>&1"], in: app)
        let output = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return [line] + output.reversed().drop(while: \.isEmpty).reversed()
      }
    case "diff":
      let patch = block.lines.joined(separator: "\n") + "\n"
      let run = try Shell.run(["git", "apply", "-"], input: patch, in: app)
      #expect(run.status == 0, "\(run.errors)\(patch)")
      return block.lines
    default: return block.lines
    }
  }
}
