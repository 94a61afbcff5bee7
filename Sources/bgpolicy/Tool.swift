internal import PolicyGen
internal import PolicyReports

/// The command line as a whole.
enum Tool {
  /// The commands, in the order in which help lists them.
  static let commands: [any Command.Type] = [
    CompileCommand.self, LintCommand.self, BaselineCommand.self, EstimateCommand.self, CalibrateCommand.self,
    GateCommand.self, WhatIfCommand.self, AdviseCommand.self, ExplainCommand.self, RulesCommand.self,
    SchemaCommand.self, InitCommand.self, ImportCommand.self, DriftCommand.self, CompletionsCommand.self,
    HelpCommand.self,
  ]

  /// Runs a command; reports a usage error on standard error.
  static func run(_ words: [String]) -> Outcome {
    do {
      return try dispatch(words)
    } catch {
      Console.report(problem: error.message)
      if let command = error.command {
        let words = ["bgpolicy", command, "--help"].filter { !$0.isEmpty }
        System.writeError("See `\(words.joined(separator: " "))`\n")
      }
      return Outcome(.usageError)
    }
  }

  /// The command of a name.
  static func command(_ name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknown(
      "There is no command \(name)", name, among: commands.map { $0.name }, otherwise: "", of: "")
  }

  private static func dispatch(_ words: [String]) throws(UsageError) -> Outcome {
    guard let name = words.first, !name.hasPrefix("-") else { return try runWithoutCommand(words) }
    let command = try command(name)
    var arguments = try Arguments(words.dropFirst(), for: CommandSyntax(command))
    if arguments.isGiven(CommonOptions.help) {
      Console.write(HelpText.command(CommandSyntax(command)))
      return .success
    }
    if arguments.isGiven(CommonOptions.version) { return printVersion() }
    let common = try CommonOptions(&arguments)
    let outcome = try command.init(&arguments).run(Console(common))
    assert(
      outcome.problems.isSubset(of: command.configuration.problems), "\(name) does not declare \(outcome)")
    return outcome
  }

  private static func runWithoutCommand(_ words: [String]) throws(UsageError) -> Outcome {
    let arguments = try Arguments(words, for: .tool)
    if arguments.isGiven(CommonOptions.version) { return printVersion() }
    let help = HelpText.tool(commands.map { CommandSyntax($0) })
    if words.isEmpty {
      System.writeError(help)
      return Outcome(.usageError)
    }
    Console.write(help)
    return .success
  }

  private static func printVersion() -> Outcome {
    Console.write("bgpolicy \(ToolVersion.current)\n")
    return .success
  }
}
