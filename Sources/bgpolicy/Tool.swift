internal import PolicyGen
internal import PolicyReports
internal import RepositoryFiles

/// The command line as a whole.
enum Tool {
  /// The commands, in the order in which help lists them.
  static let commands: [any Command.Type] = [
    CompileCommand.self, LintCommand.self, BaselineCommand.self, EstimateCommand.self, CalibrateCommand.self,
    GateCommand.self, DiffCommand.self, WhatIfCommand.self, AdviseCommand.self, ExplainCommand.self,
    RulesCommand.self,
    SchemaCommand.self, InitCommand.self, ImportCommand.self, DriftCommand.self, LanguageServerCommand.self,
    CompletionsCommand.self, HelpCommand.self,
  ]

  /// Runs a command. Reports a usage error on standard error.
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

  static func command(_ name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    if let own = ForeignWords.command(for: name) {
      throw UsageError(message: "There is no command \(name); `bgpolicy \(own)` does that", command: "")
    }
    throw .unknown(
      "There is no command \(name)", name, among: commands.map { $0.name }, otherwise: "", of: "")
  }

  private static func dispatch(_ words: [String]) throws(UsageError) -> Outcome {
    let (options, rest) = try Arguments.leadingOptions(of: words)
    guard let name = rest.first else { return try runWithoutCommand(words) }
    let command = try command(name)
    try refuseNamesOfFiles(rest.dropFirst(), of: name)
    var arguments = try Arguments(options + rest.dropFirst(), for: CommandSyntax(command))
    if arguments.isGiven(CommonOptions.help) {
      let help = HelpText(width: Console.helpWidth)
      let syntax = CommandSyntax(command)
      Console.write(arguments.isAbbreviated(CommonOptions.help) ? help.summary(syntax) : help.command(syntax))
      return .success
    }
    if arguments.isGiven(CommonOptions.version) { return printVersion() }
    let common = try CommonOptions(&arguments)
    if !arguments.isGiven(CommonOptions.isolated),
      let configuration = try Configuration.current(arguments.access)
    {
      arguments.add(configuration)
    }
    let outcome = try command.init(&arguments).run(Console(common, arguments.access))
    assert(
      outcome.problems.isSubset(of: command.configuration.problems + Outcome.Problem.ofEveryCommand),
      "\(name) does not declare \(outcome)")
    return outcome
  }

  /// Refuses an option that is also the name of a file: pre-commit and shell patterns pass on the names of files as they are, and whoever
  /// names a file in a repository may not choose options.
  private static func refuseNamesOfFiles(_ words: ArraySlice<String>, of command: String) throws(UsageError) {
    let options = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }
    guard let name = options.first(where: FileAccess.isNameOfFile) else { return }
    throw UsageError(
      message: """
        \(name) is an option and the name of a file; for the file, write ./\(name), or -- before the names of files
        """, command: command)
  }

  private static func runWithoutCommand(_ words: [String]) throws(UsageError) -> Outcome {
    var arguments = try Arguments(words, for: .tool)
    _ = try CommonOptions(&arguments)
    if arguments.isGiven(CommonOptions.version) { return printVersion() }
    let syntaxes = commands.map { CommandSyntax($0) }
    let text = HelpText(width: Console.helpWidth)
    let help = arguments.isAbbreviated(CommonOptions.help) ? text.toolSummary(syntaxes) : text.tool(syntaxes)
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
