internal import PolicyReports

/// The texts of `--help`.
enum HelpText {
  /// What the whole tool does.
  static func tool(_ commands: [CommandSyntax]) -> String {
    """
    bgpolicy: lint, compile and estimate the background policy of an iOS app

    Usage: bgpolicy COMMAND [OPTIONS]

    Commands:
    \(table(commands.map { ($0.name, $0.summary) }))

    Options:
    \(table(CommandSyntax.commonOptions.map { (label($0), $0.help()) }))

    Exit status:
    \(exitStatus)

    See `bgpolicy COMMAND --help` for the options of a command.

    """
  }

  /// What a command does.
  static func command(_ syntax: CommandSyntax) -> String {
    let usage = ["bgpolicy", syntax.name, "[OPTIONS]", syntax.operands].filter { !$0.isEmpty }.joined(
      separator: " ")
    return """
      bgpolicy \(syntax.name): \(syntax.summary.prefix(1).lowercased() + syntax.summary.dropFirst())

      Usage: \(usage)

      \(syntax.discussion)

      Options:
      \(table(syntax.allOptions.map { (label($0), $0.help()) }))

      Exit status:
      \(exitStatus)

      """
  }

  private static let exitStatus = table([
    ("0", "No problems"),
    ("1", "Problems found: a finding at or above --fail-on, stale output, a broken budget"),
    ("2", "Usage error: a bad option, a file that can't be read, no policy found"),
    ("3", "Internal error"),
  ])

  private static func label(_ option: CommandOption) -> String {
    option.value.map { option.isValueOptional ? "\(option.name)[=\($0)]" : "\(option.name) \($0)" }
      ?? option.name
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \(DisplayText.padded($0, to: width))  \($1)" }.joined(separator: "\n")
  }
}
