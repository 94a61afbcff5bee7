/// Commands and options of other linters, and the commands and options of bgpolicy with the same purpose.
enum ForeignWords {
  private static let commands = [
    "check": "lint", "validate": "lint", "verify": "gate", "ci": "gate", "fix": "lint --fix",
    "generate": "compile",
    "build": "compile", "simulate": "estimate", "scan": "import", "new": "init", "rule": "explain",
    "lsp": "language-server", "server": "language-server",
  ]

  private static let options = [
    "--output-format": "--format", "--unsafe-fixes": "--fix=all", "--fix-unsafe": "--fix=all",
    "--reporter": "--format",
    "--extend-select": "--select", "--disable": "--ignore", "--skip-rules": "--ignore", "--rule": "--select",
    "--stdin-file-path": "--stdin-filename", "--no-color": "--color=never",
    "--config": "bgpolicy.config.yaml at or above the working directory",
  ]

  /// The call that corresponds to another tool's command. `nil` if the name is unknown.
  static func command(for name: String) -> String? { commands[name] }

  /// The option that corresponds to another tool's option, if the command has it.
  static func option(for name: String, among known: [OptionDeclaration]) -> String? {
    guard let own = options[name] else { return nil }
    let isKnown = known.contains { own.prefix { $0 != "=" } == $0.name }
    return isKnown || !own.hasPrefix("-") ? own : nil
  }
}
