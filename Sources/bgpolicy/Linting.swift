internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import Quantities
internal import RepositoryFiles

/// Lints policies. Suppressions expire by today's date.
enum Linting {
  /// Today in UTC.
  static var today: CalendarDate { CalendarDate(daysSince1970: System.daysSince1970) }

  /// The findings in a policy; suppressions expire by today's date.
  static func findings(in reading: PolicyReading) -> [Finding] {
    PolicyFiles.pipeline.lint(reading, on: today)
  }

  /// The findings that `lint` reports in a policy. Findings in the configuration's baseline don't count; a baseline that can't be read has
  /// no findings.
  static func summary(
    of reading: PolicyReading, _ configuration: Configuration?, _ access: FileAccess
  ) -> LintSummary {
    var findings = findings(in: reading)
    let path = configuration?.values.first { $0.key == .baseline }?.text
    var baseline = path.flatMap { try? BaselineFile(path: $0, access: access).read() }
    baseline?.apply(to: &findings, in: reading.sources)
    return LintSummary(findings, sources: reading.sources)
  }
}

/// Reports policies whose shape is too wrong for an estimate.
enum InvalidPolicy {
  /// Reports the errors in a policy with an invalid shape, as `lint` does. Warnings and notes don't prevent
  /// an estimate.
  static func ofShape(_ reading: PolicyReading, _ console: Console) -> Outcome {
    let findings = Linting.findings(in: reading).filter { $0.severity == .error }
    let report = LintReport([LintReport.File(findings: findings, sources: reading.sources)], limit: .error)
    System.writeError(report.text(style: console.errorStyle, withSummary: true))
    return Outcome(.invalidPolicy)
  }
}
