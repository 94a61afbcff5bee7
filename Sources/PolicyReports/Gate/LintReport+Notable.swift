internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The findings for a terminal, without notes that neither fail the run nor are about unread code. The summary counts these notes, too.
  package func notableText(style: Style, withSummary: Bool) -> String {
    let text = notable(atLeast: min(limit, .warning)).text(style: style, withSummary: false)
    return withSummary ? text + (text.isEmpty ? "" : "\n") + summary + "\n" : text
  }

  /// The report with only the findings of a severity or above, and the findings about unread code.
  func notable(atLeast least: Severity) -> LintReport {
    let notable = files.map { file in
      File(
        findings: file.findings.filter { $0.severity >= least || $0.isAboutUnreadCode },
        sources: file.sources)
    }
    return LintReport(
      notable, limit: limit, root: files.first?.root ?? .none, hasBaseline: hasBaseline, failures: failures,
      site: site)
  }
}
