package import PolicySyntax

/// A diagnostic together with its rule.
package struct Finding: Sendable {
  /// The rule that reported the diagnostic.
  package let rule: Rule
  /// The severity of the finding in this policy.
  package let severity: Severity
  /// The diagnostic, with its message, its location and its fixes.
  package internal(set) var diagnostic: Diagnostic
  /// The reason why the finding does not count. `nil` if the finding counts.
  package var suppression: Suppression?

  /// The name of the finding in reports: the rule's name, or `require/ID` for a requirement of the policy.
  package var name: RuleName { diagnostic.rule }
  /// Whether neither a comment nor a baseline suppresses the finding.
  package var counts: Bool { suppression == nil }
  /// Whether the finding is an error in the text's shape, which prevents further checks of the policy.
  package var breaksShape: Bool { rule.isAboutShape && severity == .error }
  /// Whether the finding is about an app, or about a part of its code, that was not read.
  package var isAboutUnreadCode: Bool { rule.name == Rule.appNotRead.name }

  /// Whether the finding is about code with which no policy is compared, because it is new outside of the
  /// code that policies name, or because the base could not be read. Such code was not checked, just like
  /// unread code.
  package var isAboutUncomparedCode: Bool {
    rule.name == Rule.codeOutOfSight.name && severity == .warning
  }

  /// Whether the finding is about rules that could not be decided.
  package var isAboutUndecidedRules: Bool { rule.name == Rule.codeUndecided.name }

  /// The finding with another severity.
  package func with(_ severity: Severity) -> Finding {
    Finding(rule: rule, severity: severity, diagnostic: diagnostic, suppression: suppression)
  }
}

/// The reason why a finding does not count.
package enum Suppression: Hashable, Sendable {
  /// A comment in the policy suppresses the finding. The comment gives the reason.
  case comment(reason: String)
  /// The baseline contains the finding.
  case baseline

  /// The reason as text.
  package var reason: String {
    switch self {
    case .comment(let reason): reason
    case .baseline: "in the baseline"
    }
  }
}
