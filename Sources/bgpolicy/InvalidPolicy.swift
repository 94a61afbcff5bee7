internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// What keeps a command from estimating anything.
enum InvalidPolicy {
  /// Tells what is wrong with a policy's shape.
  static func ofShape(_ reading: PolicyReading) -> ExitStatus {
    let findings = Linting.findings(in: reading).filter(\.breaksShape)
    let report = LintReport([LintReport.File(findings: findings, sources: reading.sources)], limit: .error)
    System.writeError(report.text(style: Style(isColored: false), withSummary: true))
    return .failure
  }
}
