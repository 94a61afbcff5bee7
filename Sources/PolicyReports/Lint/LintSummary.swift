package import PolicyLint
package import PolicySyntax

/// The findings that `lint` reports in a policy, in a few words for the reports of other commands.
package struct LintSummary: Sendable {
  /// The severities of the findings that count, as they are reported.
  private let severities: [Severity]

  /// A summary of the findings in a policy.
  package init(_ findings: [Finding], sources: [SourceText]) {
    severities = LintReport.File(findings: findings, sources: sources).findings.filter(\.counts).map(
      \.severity)
  }

  /// The counts with the command that shows the findings; `nil` without findings.
  var text: RichText? {
    guard let worst = severities.max() else { return nil }
    let text: RichText = "\(ListedCounts.text(severities)): \(command: "bgpolicy lint")"
    switch worst {
    case .error: return "\(sign: .bad) \(text)"
    case .warning: return "\(sign: .uncertain) \(text)"
    case .info: return text
    }
  }

  /// A sentence with the counts; `nil` without findings.
  var sentence: RichText? {
    severities.isEmpty
      ? nil : "\(command: "bgpolicy lint") reports \(ListedCounts.text(severities)) in the policy"
  }
}
