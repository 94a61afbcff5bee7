internal import PolicySyntax

/// Options that several commands have, with the same meaning in each.
enum SharedOptions {
  /// The lowest severity of a finding that is a problem.
  static let failOn = Option<Severity>(
    "--fail-on", "LEVEL", "findings of this severity and above fail", default: .error)

  /// The file with findings that don't count.
  static let baseline = Option<String?>(
    "--baseline", "FILE", "Findings that don't count, as `bgpolicy baseline write` keeps them",
    completion: .file)

  /// The folder of generated files, in place of the policy's own.
  static let outputFolder = Option<String?>(
    "--output", "DIR", "The folder of the generated files, relative to this one", completion: .folder)
}
