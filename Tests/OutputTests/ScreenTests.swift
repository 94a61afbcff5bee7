import Foundation
import TestSupport
import Testing

@testable import PolicyReports

/// The output that users see by default: the answer first, the worst result before the other results, and few lines.
@Suite struct ScreenTests {
  /// A call, and the most lines that it may print in a terminal with a number of columns.
  struct Screen: Sendable, CustomTestStringConvertible {
    let call: String
    let columns: Int
    let lines: Int
    var testDescription: String { "\(call) at \(columns) columns" }
  }

  static let screens = [
    Screen(call: "compile", columns: 60, lines: 20), Screen(call: "compile", columns: 80, lines: 20),
    Screen(call: "compile", columns: 120, lines: 20),
    Screen(call: "estimate", columns: 60, lines: 40), Screen(call: "estimate", columns: 80, lines: 26),
    Screen(call: "estimate", columns: 120, lines: 24),
    Screen(call: "gate", columns: 60, lines: 20), Screen(call: "gate", columns: 80, lines: 16),
    Screen(call: "gate", columns: 120, lines: 14),
  ]

  #if os(Linux)
    private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// The lines that a call prints in a terminal, run in a copy of an example.
    private static func lines(_ call: String, columns: Int, color: String, of example: String) throws
      -> [String]
    {
      let folder = try ScratchFolder()
      try FileManager.default.copyItem(
        atPath: Project.path("Examples/\(example)"), toPath: folder.path("work"))
      let command = "stty cols \(columns); \"\(Tool.path)\" \(call) --color \(color) 2>/dev/null"
      let output = try Shell.run(["script", "-qec", command, "/dev/null"], in: folder.path("work")).output
      return output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    }

    /// A line without colors and links.
    private static func plain(_ line: String) -> String {
      line.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/\u{1B}\]8;;[^\u{1B}]*\u{1B}\\/, with: "")
    }

    @Test(.enabled(if: hasScript), arguments: screens) func isShort(_ screen: Screen) throws {
      let plain = try Self.lines(screen.call, columns: screen.columns, color: "never", of: "Photos")
      #expect(plain.count <= screen.lines && plain.count > 8, "\(plain.joined(separator: "\n"))")
      for line in plain where DisplayText.width(of: line) > screen.columns {
        // A command to copy, or the name of a file.
        #expect(line.contains("bgpolicy ") || line.split(separator: " ").count == 1, "\(line)")
      }
      let colored = try Self.lines(screen.call, columns: screen.columns, color: "always", of: "Photos")
      #expect(colored.map(Self.plain) == plain)
      #expect(colored.contains { $0.contains("\u{1B}[") })
      for (line, text) in zip(colored, plain) where !text.contains("|") {
        // A sign such as ✓ has a color, and is understandable without the color.
        if text.contains("✓") { #expect(line.contains("\u{1B}[1;32m✓"), "\(line)") }
        if text.contains("≈") { #expect(line.contains("\u{1B}[1;33m≈"), "\(line)") }
      }
    }

    /// A table is turned into sentences only on a terminal with fewer than 60 columns.
    @Test(.enabled(if: hasScript), arguments: [60, 61, 70, 80, 100], ["estimate", "gate", "compile"])
    func tablesStay(_ columns: Int, _ call: String) throws {
      let lines = try Self.lines(call, columns: columns, color: "never", of: "Photos")
      if call != "compile" {
        #expect(lines.contains { $0.contains("budget") && $0.contains("limit") && $0.contains("estimate") })
      }
      #expect(call == "gate" || lines.contains { $0.contains("half done") && $0.contains("95 % done") })
      #expect(!lines.contains { $0.contains("; estimate ") || $0.contains("half done by 6h") }, "\(lines)")
    }
  #endif

  /// The first lines of a report of a policy whose transfer never completes.
  private static func head(_ words: [String], lines: Int) throws -> String {
    let result = try Tool.run(words: words)
    return result.output.split(separator: "\n").prefix(lines).joined(separator: "\n")
  }

  static let never = ["Documentation/first-try.bgpolicy.yaml", "--scenario", "lab"]

  @Test(arguments: ["text", "markdown"]) func neverIsTheHeadline(_ format: String) throws {
    let head = try Self.head(["estimate", "--format", format] + Self.never, lines: 6)
    #expect(head.contains("backup") && head.contains("never completes"), "\(head)")
    #expect(head.contains("because"), "\(head)")
    #expect(head.contains("iOS doubles its delay"), "\(head)")
    #expect(head.contains("submit: allAtOnce") && head.contains("bgpolicy advise"), "\(head)")
  }

  @Test func neverIsTheHeadlineOfThePage() throws {
    let page = try Tool.run(words: ["estimate", "--format", "html"] + Self.never).output
    let answer = try #require(page.firstMatch(of: /<section class="answer no"[\s\S]*?<\/section>/)).output
    for words in ["✗", "never completes", "because", "submit: allAtOnce", "bgpolicy advise"] {
      #expect(answer.contains(words), "\(words): \(answer)")
    }
  }

  @Test(arguments: ["text", "markdown", "html"]) func gateSaysNeverWithoutABudget(_ format: String) throws {
    let output =
      format == "html"
      ? try Tool.run(words: ["gate", "--format", format] + Self.never).output
      : try Self.head(["gate", "--format", format] + Self.never, lines: 6)
    #expect(output.contains("never completes: 15 of 200 items arrive"), "\(output)")
    guard format == "html" else {
      #expect(output.contains("because") && output.contains("submit: allAtOnce"), "\(output)")
      return
    }
    let answer = try #require(output.firstMatch(of: /<section class="answer no"[\s\S]*?<\/section>/)).output
    #expect(answer.contains("because") && answer.contains("submit: allAtOnce"), "\(answer)")
  }

  @Test func quietPrintsWhatFails() throws {
    let failing = try Tool.run(words: ["estimate", "--quiet"] + Self.never).output
    #expect(failing.hasPrefix("✗ backup never completes"), "\(failing)")
    #expect(failing.split(separator: "\n").count <= 5, "\(failing)")
    let fine = try Tool.run("estimate", "--quiet", "Examples/Photos/bgpolicy.yaml", "--runs", "20")
    #expect(fine.output == "" && fine.status == 0, "\(fine.output)")
  }

  /// The assumptions don't include networks, tasks and pushes that the policy does not use.
  @Test func assumptionsAreThoseOfTheEstimate() throws {
    let photos = try Tool.run("estimate", "--assumptions", "Examples/Photos/bgpolicy.yaml", "--runs", "20")
      .output
    #expect(photos.contains("wifi_budget 5GB") && photos.contains("push.per_day"), "\(photos)")
    #expect(!photos.contains("lte.") && !photos.contains("cellular.price") && !photos.contains("challenge."))
    let never = try Tool.run(words: ["estimate", "--assumptions"] + Self.never).output
    #expect(never.contains("limiter.base 1m") && !never.contains("push.") && !never.contains("refresh."))
  }

  /// The share of assumed values is the same number in every report.
  @Test func assumedValuesHaveOneShare() throws {
    let photos = ["estimate", "Examples/Photos/bgpolicy.yaml"]
    let forms = [
      photos, photos + ["--why"], photos + ["--format", "markdown"], photos + ["--format", "html"],
    ]
    let shares = try forms.map { words -> Substring in
      let output = try Tool.run(words: words).output.replacing(/\s+/, with: " ")
      return try #require(output.firstMatch(of: /account for ([\w ]+ %) of the spread/)).output.1
    }
    #expect(Set(shares).count == 1, "\(shares)")
  }

  /// `estimate` and `advise` report the same findings as `lint`.
  @Test(arguments: ["text", "markdown", "html"], ["estimate", "advise"])
  func lintIsNamed(_ format: String, _ command: String) throws {
    let output = try Tool.run(words: [command, "--format", format] + Self.never).output
    #expect(output.contains("bgpolicy lint") && output.contains("1 error, 3 warnings, 1 note"), "\(output)")
  }

  /// Findings in the configuration's baseline don't count, as in `lint`.
  @Test func lintIsNamedWithoutTheBaseline() throws {
    let folder = try ScratchFolder()
    _ = try folder.copy("Documentation/first-try.bgpolicy.yaml", to: "bgpolicy.yaml")
    let root = folder.path(".")
    #expect(try Tool.run("estimate", "--scenario", "lab", in: root).output.contains("1 error, 3 warnings"))
    _ = try Tool.run("baseline", "write", in: root)
    try folder.write("baseline: bgpolicy-baseline.json\n", to: "bgpolicy.config.yaml")
    let run = try Tool.run("estimate", "--scenario", "lab", in: root)
    #expect(run.output.contains("never completes") && !run.output.contains("bgpolicy lint"), "\(run.output)")
  }
}
