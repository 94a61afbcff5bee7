/// An option of a command.
struct CommandOption: Sendable {
  /// The option with its dashes.
  let name: String
  /// What to call its value in help; `nil` for an option without one.
  let value: String?
  /// What it does; made when somebody asks, which a call without `--help` never does.
  let help: @Sendable () -> String
  /// Whether it can stand without its value, which then has to be joined to it by `=`.
  let isValueOptional: Bool

  init(
    _ name: String, _ value: String? = nil, isValueOptional: Bool = false,
    _ help: @autoclosure @escaping @Sendable () -> String
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isValueOptional = isValueOptional
  }
}

/// What a command can be called with.
struct CommandSyntax: Sendable {
  /// The command's name.
  let name: String
  /// What to call what is neither command nor option.
  let operands: String
  /// How many of those there may be.
  let operandCount: ClosedRange<Int>
  /// What it does, in one line without a full stop.
  let summary: String
  /// More about it.
  let discussion: String
  /// Its own options.
  let options: [CommandOption]

  /// Options that every command has.
  static let commonOptions = [
    CommandOption("--color", "WHEN", "auto, always or never; auto leaves colors out where NO_COLOR is set"),
    CommandOption("--quiet", nil, "Print findings and results only, no summaries or progress"),
    CommandOption("--help", nil, "Print this help"),
    CommandOption("--version", nil, "Print the version"),
  ]

  /// Its own options and the common ones.
  var allOptions: [CommandOption] { options + Self.commonOptions }
}
