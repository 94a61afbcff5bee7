internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicyReports
internal import PolicySyntax
internal import Quantities

/// Lints with the suppressions that hold today.
enum Linting {
  /// Today in UTC.
  static var today: CalendarDate { CalendarDate(daysSince1970: System.daysSince1970) }

  /// The findings in a policy; suppressions expire by today's date.
  static func findings(in reading: PolicyReading) -> [Finding] {
    PolicyFiles.pipeline.lint(reading, on: today)
  }
}

/// A policy that can't be estimated because of its shape.
enum InvalidPolicy {
  /// Reports the findings in a policy of the wrong shape, which are those of `lint`.
  static func ofShape(_ reading: PolicyReading) -> Outcome {
    let findings = Linting.findings(in: reading)
    let report = LintReport([LintReport.File(findings: findings, sources: reading.sources)], limit: .error)
    System.writeError(report.text(style: Style(isColored: false), withSummary: true))
    return Outcome(.invalidPolicy)
  }
}
