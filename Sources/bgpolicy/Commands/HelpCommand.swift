/// `bgpolicy help`: prints the help of the tool or of a command.
struct HelpCommand: Command {
  static let configuration = CommandConfiguration(
    name: "help",
    operands: Operands(
      "[COMMAND]", count: 0...1,
      completion: .words { Tool.commands.map { Completion.Word($0.name, $0.configuration.summary) } }),
    summary: "Print the help of a command", problems: [],
    examples: [
      .init("help lint", "The help of lint"),
      .init("help lint --format man", "Its page of the manual"),
    ],
    discussion: """
      `bgpolicy help lint` is the same as `bgpolicy lint --help`. With --format markdown and without a COMMAND, prints a
      reference of all commands; with --format man, a page of the manual.
      """)

  private enum Format: String, CaseIterable {
    case text, markdown, man
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
      switch format {
      case .text: console.print(HelpText(width: Console.helpWidth).command(syntax))
      case .markdown: console.print(CommandReference.section(syntax))
      case .man: console.print(ManPage.command(syntax))
      }
    } else {
      let commands = Tool.commands.map { CommandSyntax($0) }
      switch format {
      case .text: console.print(HelpText(width: Console.helpWidth).tool(commands))
      case .markdown: console.print(CommandReference.page(commands))
      case .man: console.print(ManPage.tool(commands))
      }
    }
    return .success
  }
}
