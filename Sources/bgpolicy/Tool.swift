internal import PolicyModel
internal import PolicyReports

/// The command line as a whole.
enum Tool {
  /// Its commands, in the order in which help lists them.
  static let commands = [
    Command("compile", CompileCommand.syntax, CompileCommand.run),
    Command("lint", LintCommand.syntax, LintCommand.run),
    Command("baseline", BaselineCommand.syntax, BaselineCommand.run),
    Command("estimate", EstimateCommand.syntax, EstimateCommand.run),
    Command("calibrate", CalibrateCommand.syntax, CalibrateCommand.run),
    Command("gate", GateCommand.syntax, GateCommand.run),
    Command("whatif", WhatIfCommand.syntax, WhatIfCommand.run),
    Command("advise", AdviseCommand.syntax, AdviseCommand.run),
    Command("explain", ExplainCommand.syntax, ExplainCommand.run),
    Command("rules", RulesCommand.syntax, RulesCommand.run),
    Command("schema", SchemaCommand.syntax, SchemaCommand.run),
    Command("init", InitCommand.syntax, InitCommand.run),
    Command("completions", CompletionsCommand.syntax, CompletionsCommand.run),
  ]

  /// Runs a command; a usage error goes to standard error.
  static func run(_ words: [String]) -> ExitStatus {
    do {
      return try dispatch(words)
    } catch {
      Console.report(problem: error.message)
      if let command = error.command {
        let words = ["bgpolicy", command, "--help"].filter { !$0.isEmpty }
        System.writeError("See `\(words.joined(separator: " "))`\n")
      }
      return .usageError
    }
  }

  private static func dispatch(_ words: [String]) throws(UsageError) -> ExitStatus {
    guard let name = words.first, !name.hasPrefix("-") else { return try runWithoutCommand(words) }
    guard let command = commands.first(where: { $0.name == name }) else {
      throw .unknown("There is no command \(name)", name, among: commands.map(\.name), otherwise: "", of: "")
    }
    let arguments = try Arguments(words.dropFirst(), for: command.syntax())
    if arguments.has("--help") {
      Console.write(HelpText.command(command.syntax()))
      return .success
    }
    if arguments.has("--version") { return printVersion() }
    let color = try arguments.word("--color", default: Console.ColorChoice.auto, of: name)
    return try command.run(arguments, Console(color: color, isQuiet: arguments.has("--quiet")))
  }

  private static func runWithoutCommand(_ words: [String]) throws(UsageError) -> ExitStatus {
    let syntax = CommandSyntax(
      name: "", operands: "", operandCount: 0...0, summary: "", discussion: "", options: [])
    let arguments = try Arguments(words, for: syntax)
    if arguments.has("--version") { return printVersion() }
    let help = HelpText.tool(commands.map { $0.syntax() })
    if words.isEmpty {
      System.writeError(help)
      return .usageError
    }
    Console.write(help)
    return .success
  }

  private static func printVersion() -> ExitStatus {
    Console.write("bgpolicy \(ToolVersion.current)\n")
    return .success
  }
}

/// A command of the tool.
struct Command: Sendable {
  /// What it is called.
  let name: String
  /// What it can be called with, made when somebody asks.
  let syntax: @Sendable () -> CommandSyntax
  /// Does it.
  let run: @Sendable (Arguments, Console) throws(UsageError) -> ExitStatus

  init(
    _ name: String, _ syntax: @autoclosure @escaping @Sendable () -> CommandSyntax,
    _ run: @escaping @Sendable (Arguments, Console) throws(UsageError) -> ExitStatus
  ) {
    self.name = name
    self.syntax = syntax
    self.run = run
  }
}
