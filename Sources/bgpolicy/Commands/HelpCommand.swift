/// `bgpolicy help`: prints the help of the tool or of a command.
struct HelpCommand: Command {
  static let configuration = CommandConfiguration(
    name: "help",
    operands: Operands(
      "[COMMAND]", count: 0...1,
      completion: .words { Tool.commands.map { Completion.Word($0.name, $0.configuration.summary) } }),
    summary: "Print the help of a command", problems: [],
    discussion: """
      `bgpolicy help lint` is the same as `bgpolicy lint --help`. With --format markdown and without a COMMAND, prints a
      reference of all commands.
      """)

  private enum Format: String, CaseIterable {
    case text, markdown
  }

  private static let format = Option<Format>("--format", "FORMAT", default: .text)

  private let format: Format
  private let command: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    format = try arguments[Self.format]
    command = arguments.operands.first
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if let command {
      let syntax = CommandSyntax(try Tool.command(command))
      console.print(format == .text ? HelpText.command(syntax) : CommandReference.section(syntax))
    } else {
      let commands = Tool.commands.map { CommandSyntax($0) }
      console.print(format == .text ? HelpText.tool(commands) : CommandReference.page(commands))
    }
    return .success
  }
}
