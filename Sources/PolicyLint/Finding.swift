package import PolicySyntax

/// A diagnostic together with its rule.
package struct Finding: Sendable {
  /// The rule that reported it.
  package let rule: Rule
  /// Its severity in this policy.
  package let severity: Severity
  /// The message, its location and its fixes.
  package internal(set) var diagnostic: Diagnostic
  /// The reason that it does not count; `nil` if it counts.
  package var suppression: Suppression?

  /// The name under which it is reported: the rule's, or `require/ID` for a requirement of the policy.
  package var name: RuleName { diagnostic.rule }
  /// Whether neither a comment nor a baseline suppresses it.
  package var counts: Bool { suppression == nil }
  /// Whether it is an error about the text's shape, which keeps the policy from being checked further.
  package var breaksShape: Bool { rule.isAboutShape && severity == .error }
  /// Whether it is about an app, or code of it, that was not read.
  package var isAboutUnreadCode: Bool { rule.name == Rule.appNotRead.name }

  /// The finding with another severity.
  package func with(_ severity: Severity) -> Finding {
    Finding(rule: rule, severity: severity, diagnostic: diagnostic, suppression: suppression)
  }
}

/// The reason that a finding does not count.
package enum Suppression: Hashable, Sendable {
  /// A comment in the policy suppresses it, for a reason.
  case comment(reason: String)
  /// The baseline contains it.
  case baseline

  /// The reason as text.
  package var reason: String {
    switch self {
    case .comment(let reason): reason
    case .baseline: "in the baseline"
    }
  }
}
