/// The options that every command has.
struct CommonOptions: OptionGroup {
  private static let color = Option<Console.ColorChoice>(
    "--color", "WHEN",
    "auto uses colors on a terminal or if FORCE_COLOR or CLICOLOR_FORCE is set, never if NO_COLOR is",
    default: .auto)
  private static let quiet = Flag(
    "--quiet", abbreviation: "-q", "Print only findings and results, without summaries and progress")
  /// The option `--isolated`, which ignores the configuration file.
  static let isolated = Flag("--isolated", "Ignore \(Configuration.fileName)")
  /// Lets paths and links of a repository lead anywhere.
  static let allowOutside = Flag(
    "--allow-outside", "Let paths and links in the repository lead out of it")
  /// Prints the help of the command instead of running it.
  static let help = Flag("--help", abbreviation: "-h", "Print this help; -h prints a short form")
  /// Prints the version instead of running the command.
  static let version = Flag("--version", abbreviation: "-V", "Print the version")

  /// Whether to use colors on standard output.
  let color: Console.ColorChoice
  /// Whether to leave out summaries and progress.
  let isQuiet: Bool

  init(_ arguments: inout Arguments) throws(UsageError) {
    color = try arguments[Self.color]
    isQuiet = arguments[Self.quiet]
    _ = arguments[Self.isolated]
    _ = arguments[Self.allowOutside]
    // Reading these two flags only declares them: `Tool` handles them before the command is created.
    _ = arguments[Self.help]
    _ = arguments[Self.version]
  }
}
