package import PolicySyntax

/// An issue with all that its rule says of it.
package struct Finding: Sendable {
  /// The rule that is broken.
  package let rule: Rule
  /// What it counts as in this policy.
  package let severity: Severity
  /// What is wrong, and where.
  package let issue: Issue
  /// Why it does not count; `nil` where it does.
  package var suppressed: String?
}
