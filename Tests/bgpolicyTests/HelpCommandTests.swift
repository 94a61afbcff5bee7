import Foundation
import TestSupport
import Testing

@testable import bgpolicy

/// Every way to ask for help, and the reference of all commands.
@Suite struct HelpCommandTests {
  static let commands = bgpolicy.Tool.commands.map { $0.name }

  @Test(arguments: commands) func helpIsTheSameEveryWay(_ command: String) throws {
    let help = try TestSupport.Tool.run("help", command)
    #expect(help.status == 0)
    #expect(help.output == (try TestSupport.Tool.run(command, "--help").output))
    #expect(help.output == (try TestSupport.Tool.run("--help", command).output))
    #expect(help.output == (try TestSupport.Tool.run(command, "-h", "--help").output))
  }

  /// `-h` prints each option of the command, on a page that fits every terminal.
  @Test(arguments: commands) func shortHelpIsAPage(_ command: String) throws {
    let help = try TestSupport.Tool.run(command, "-h")
    #expect(help.status == 0)
    #expect(help.output == (try TestSupport.Tool.run("-h", command).output))
    for option in CommandSyntax(try bgpolicy.Tool.command(command)).options {
      #expect(help.output.contains("  \(option.labels)"), "\(option.name)")
    }
    #expect(help.output.count <= (try TestSupport.Tool.run(command, "--help").output.count))
  }

  /// Without a terminal, help is 80 columns wide. Only code and labels without spaces may be wider.
  @Test(arguments: commands + [""], ["-h", "--help"])
  func helpIsAPageWide(_ command: String, _ option: String) throws {
    let help = try TestSupport.Tool.run(words: [command, option].filter { !$0.isEmpty }).output
    for line in help.split(separator: "\n") where !line.hasPrefix("  bgpolicy ") {
      #expect(line.count <= HelpText.pageWidth, "\(line)")
    }
  }

  /// Within limits, help is as wide as the terminal.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")), arguments: [48, 72, 200])
  func helpFitsTheTerminal(_ columns: Int) throws {
    #if os(Linux)
      let call = "stty cols \(columns); \"\(TestSupport.Tool.path)\" help lint"
      let lines = try Shell.run(["script", "-qec", call, "/dev/null"]).output
      let text = lines.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("  bgpolicy ") }
      let widest = text.map(\.count).max() ?? 0
      #expect(widest <= min(columns, 120) && widest > min(columns, 120) - 12, "\(widest) of \(columns)")
    #endif
  }

  @Test(arguments: [
    (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["FORCE_COLOR": "0"], false),
    (["FORCE_COLOR": ""], false),
  ]) func environmentForcesColors(_ change: [String: String], _ isColored: Bool) throws {
    let environment = ["CLICOLOR_FORCE": change["FORCE_COLOR"] == nil ? "1" : "0"].merging(change) { $1 }
    let lint = try TestSupport.Tool.run("lint", "-", input: "schema: 2\n", environment: environment)
    #expect(lint.output.contains("\u{1B}[") == isColored)
    let never = try TestSupport.Tool.run(
      "--color", "never", "lint", "-", input: "schema: 2\n", environment: environment)
    #expect(!never.output.contains("\u{1B}["))
  }

  @Test func commonOptionsMayComeFirst() throws {
    let lint = try TestSupport.Tool.run("-q", "--color=always", "lint", "-", input: "schema: 2\n")
    #expect(lint.status == 1)
    #expect(lint.output.contains("\u{1B}[") && !lint.output.contains("1 policy"))
    let after = try TestSupport.Tool.run("lint", "-", "--quiet", "--color=always", input: "schema: 2\n")
    #expect(lint.output == after.output)
    let version = try TestSupport.Tool.run("--version").output
    for words in [["-V"], ["-V", "lint"], ["lint", "-V"]] {
      #expect(try TestSupport.Tool.run(words: words).output == version)
    }
  }

  /// Each example is a call that the parser accepts.
  @Test(arguments: commands) func examplesAreCalls(_ command: String) throws {
    let type = try bgpolicy.Tool.command(command)
    let syntax = CommandSyntax(type)
    #expect(!syntax.examples.isEmpty)
    for example in syntax.examples {
      let words = example.call.split(separator: " ").map(String.init)
      #expect(words.first == command)
      var arguments = try Arguments(words.dropFirst(), for: syntax)
      _ = try type.init(&arguments)
    }
  }

  @Test func manPageIsCurrent() throws {
    for command in ["", "completions", "lint"] {
      let words = ["help", command, "--format", "man"].filter { !$0.isEmpty }
      let name = command.isEmpty ? "bgpolicy.1" : "bgpolicy-\(command).1"
      Snapshot.check(try TestSupport.Tool.run(words: words).output, against: "Tests/Fixtures/Help/\(name)")
    }
  }

  /// Each page contains all options and only ASCII, which every formatter reads.
  @Test(arguments: commands) func manPageIsWhole(_ command: String) throws {
    let page = try TestSupport.Tool.run("help", command, "--format", "man").output
    #expect(page.utf8.allSatisfy { $0 == 10 || (0x20..<0x7F).contains($0) })
    for option in CommandSyntax(try bgpolicy.Tool.command(command)).allOptions {
      #expect(page.contains("\\fB\(option.name.replacing("-", with: "\\-"))\\fR"), "\(option.name)")
    }
  }

  @Test func helpOfTheToolIsTheSameEveryWay() throws {
    let help = try TestSupport.Tool.run("help")
    #expect(help.status == 0)
    #expect(help.output == (try TestSupport.Tool.run("--help").output))
    #expect(help.output == (try TestSupport.Tool.run().errors))
  }

  @Test func referenceIsCurrent() throws {
    Snapshot.check(
      try TestSupport.Tool.run("help", "--format", "markdown").output, against: "Documentation/commands.md")
  }

  /// The reference has a section for each command, and the section can be printed separately.
  @Test(arguments: commands) func referenceHasASection(_ command: String) throws {
    let section = try TestSupport.Tool.run("help", command, "--format", "markdown").output
    #expect(section.hasPrefix("## \(command)\n"))
    #expect(try Project.text("Documentation/commands.md").contains(section))
  }

  /// No text of help contains accidental Markdown.
  @Test(arguments: commands) func helpIsMarkdown(_ command: String) throws {
    let syntax = CommandSyntax(try bgpolicy.Tool.command(command))
    let texts = [syntax.summary, syntax.discussion] + syntax.allOptions.map(\.explanation)
    for text in texts {
      let prose = text.split(separator: "\n").filter { !$0.hasPrefix("  ") }.joined(separator: "\n")
        .replacing(#/`[^`]*`/#, with: "")
      #expect(prose.firstMatch(of: #/[*<>|`]|\b_|_\b/#) == nil, "\(prose)")
    }
  }
}
