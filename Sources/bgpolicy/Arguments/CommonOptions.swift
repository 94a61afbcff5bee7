/// The options that every command has.
struct CommonOptions: OptionGroup {
  private static let color = Option<Console.ColorChoice>(
    "--color", "WHEN", "auto leaves colors out where NO_COLOR is set", default: .auto)
  private static let quiet = Flag("--quiet", "Print findings and results only, no summaries or progress")
  /// Asks for help instead of what the command does.
  static let help = Flag("--help", abbreviation: "-h", "Print this help")
  /// Asks for the version instead of what the command does.
  static let version = Flag("--version", "Print the version")

  /// When to use colors.
  let color: Console.ColorChoice
  /// Whether to leave out summaries and progress.
  let isQuiet: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    color = try arguments[Self.color]
    isQuiet = arguments[Self.quiet]
    // Both are obeyed before anything else is read.
    _ = arguments[Self.help]
    _ = arguments[Self.version]
  }
}
