internal import PolicySyntax

/// Options that several commands have, with the same meaning in each.
enum SharedOptions {
  /// The lowest severity of a finding that is a problem.
  static let failOn = Option<Severity>(
    "--fail-on", "LEVEL", "the lowest severity of a finding that fails", default: .error)

  /// Whether a report for people has every detail.
  static let verbose = Flag("--verbose", abbreviation: "-v", "Show every figure")

  /// Whether budgets that are kept by assumption fail.
  static let strict = Flag(
    "--strict",
    "Also fail for budgets that are uncertain, as if each had certainty: required"
  )

  /// The file with known findings, which don't count.
  static let baseline = Option<String?>(
    "--baseline", "FILE", "A file with findings to ignore, which `bgpolicy baseline write` writes",
    completion: .file)

  /// A file with facts about an app, which replaces reading the app's files.
  static let facts = Option<String?>(
    "--facts", "FILE", "Facts that bgpolicy-appreader printed for the app, to read instead of its files",
    completion: .file)

  /// The folder of generated files, which replaces the folders that the policies name.
  static let outputFolder = Option<String?>(
    "--output", "DIR",
    "The folder of the generated files, relative to the working directory; default generate.output and supportOutput of the policy",
    completion: .folder)
}
