internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The findings in a terminal without the notes, if these don't fail and are not about unread code; the summary counts them.
  package func notableText(style: Style, withSummary: Bool) -> String {
    let text = notable(atLeast: min(limit, .warning)).text(style: style, withSummary: false)
    return withSummary ? text + (text.isEmpty ? "" : "\n") + summary + "\n" : text
  }

  /// The same report with the findings of a severity or above, and those about unread code, alone.
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
