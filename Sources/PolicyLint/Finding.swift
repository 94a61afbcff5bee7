package import PolicySyntax

/// A diagnostic with all that its rule says of it.
package struct Finding: Sendable {
  /// The rule that is broken.
  package let rule: Rule
  /// What it counts as in this policy.
  package let severity: Severity
  /// What is wrong, and where.
  package internal(set) var diagnostic: Diagnostic
  /// Why it does not count; `nil` where it does.
  package var suppression: Suppression?

  /// The name that it goes by: the rule's, or `require/ID` for a requirement of the policy's own.
  package var name: RuleName { diagnostic.rule }
  /// Whether it counts.
  package var counts: Bool { suppression == nil }
  /// Whether the text has a shape with which nothing more can be said of the policy.
  package var breaksShape: Bool { rule.isAboutShape && severity == .error }
}

/// Why a finding does not count.
package enum Suppression: Hashable, Sendable {
  /// A comment in the policy says so, and why.
  case comment(reason: String)
  /// The baseline has it.
  case baseline

  /// The reason in words.
  package var reason: String {
    switch self {
    case .comment(let reason): reason
    case .baseline: "in the baseline"
    }
  }
}
