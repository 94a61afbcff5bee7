internal import PolicyLint
internal import PolicyModel

/// What keeps a command from estimating anything.
enum Refusal {
  /// Tells what is wrong with a policy's shape.
  static func ofShape(_ reading: PolicyReading) -> ExitStatus {
    let findings = Judgement.findings(in: reading).filter(\.breaksShape)
    let report = LintReport([LintReport.File(findings: findings, sources: reading.sources)])
    System.writeError(report.text(style: Style(isColored: false), withSummary: true))
    return .refused
  }
}
