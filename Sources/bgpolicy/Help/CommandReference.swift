/// The reference of all commands, in Markdown.
enum CommandReference {
  static func page(_ commands: [CommandSyntax]) -> String {
    """
    # Commands

    All commands of bgpolicy with their options and exit statuses; `bgpolicy help --format markdown` prints this page.

    \(table(["command", "purpose"], commands.map { ["[`\($0.name)`](#\($0.name))", $0.summary] }))

    Every command has these options:

    \(options(CommandSyntax.commonOptions))

    \(commands.map(section).joined(separator: "\n"))
    """
  }

  /// The section about a command.
  static func section(_ command: CommandSyntax) -> String {
    var blocks = [
      "## \(command.name)", "\(command.summary).", "```sh\n\(command.usage)\n```",
      paragraphs(command.discussion),
    ]
    if !command.options.isEmpty { blocks.append(options(command.options)) }
    let examples = command.examples.map { "# \($0.purpose)\nbgpolicy \($0.call)" }.joined(separator: "\n")
    blocks.append("```sh\n\(examples)\n```")
    blocks.append(
      table(
        ["exit status", "meaning"],
        HelpText.exitStatus(ofProblems: command.problems).map { ["\($0)", $1] }))
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func options(_ options: [OptionDeclaration]) -> String {
    table(
      ["option", "meaning"],
      options.map { option in
        let labels = [option.abbreviation, option.label].compactMap(\.self)
        return [labels.map { "`\($0)`" }.joined(separator: ", "), option.explanation]
      })
  }

  /// A discussion as Markdown. In the source, two spaces indent code, where Markdown needs four.
  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? "  \($0)" : String($0) }.joined(separator: "\n")
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    ([titles, titles.map { _ in "---" }] + rows.map { $0.map { $0.replacing("|", with: "\\|") } })
      .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}
