internal import JSON
package import PolicySim

/// The formats of findings.
package enum LintFormat: String, ReportKind {
  /// The name of the value in help.
  package static let placeholder = "F[=FILE]"

  /// A report for people at a terminal.
  case text
  /// A line for each finding that counts.
  case concise
  /// A complete report for programs.
  case json
  /// A line for each finding, as compilers print them; for editors and problem matchers.
  case gcc
  /// SARIF 2.1.0; for GitHub code scanning and viewers.
  case sarif
  /// Workflow commands; for annotations by GitHub Actions.
  case github
  /// GitLab's Code Quality report.
  case gitlab
  /// Test results; for Jenkins and most other CI services.
  case junit
  /// reviewdog's diagnostics.
  case rdjson
  /// A report for a pull request or a job's summary.
  case markdown
}

extension LintReport {
  /// The report in a format; only text uses the style, the summary and the workers.
  package func rendered(
    as kind: LintFormat, style: Style, withSummary: Bool, on workers: some ParallelMap = SequentialMap()
  ) -> String {
    switch kind {
    case .text: text(style: style, withSummary: withSummary, on: workers)
    case .concise: concise
    case .json: json.prettyText + "\n"
    case .gcc: gcc
    case .sarif: sarif.prettyText + "\n"
    case .github: github
    case .gitlab: gitlab.prettyText + "\n"
    case .junit: junit
    case .rdjson: rdjson.prettyText + "\n"
    case .markdown: markdown
    }
  }
}
