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
    #expect(help.output == (try TestSupport.Tool.run(command, "-h").output))
  }

  @Test func helpOfTheToolIsTheSameEveryWay() throws {
    let help = try TestSupport.Tool.run("help")
    #expect(help.status == 0)
    #expect(help.output == (try TestSupport.Tool.run("--help").output))
    #expect(help.output == (try TestSupport.Tool.run("-h").output))
    #expect(help.output == (try TestSupport.Tool.run().errors))
  }

  @Test func referenceIsCurrent() throws {
    Snapshot.check(
      try TestSupport.Tool.run("help", "--format", "markdown").output, against: "Documentation/commands.md")
  }

  /// The reference has a section for each command, which can be printed by itself.
  @Test(arguments: commands) func referenceHasASection(_ command: String) throws {
    let section = try TestSupport.Tool.run("help", command, "--format", "markdown").output
    #expect(section.hasPrefix("## \(command)\n"))
    #expect(try Project.text("Documentation/commands.md").contains(section))
  }

  /// Nothing in the texts of help is a mark of Markdown by accident.
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
