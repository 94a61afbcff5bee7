internal import AppFacts
internal import PolicyModel
internal import PolicySyntax

// Rules about a policy alone, whose findings the code of the app may refute.
extension RuleContext {
  /// Whether the app's code was read, so that a rule about the code decides instead.
  var hasCode: Bool {
    if case .success(let app)? = appFiles.app { !app.facts.code.isEmpty } else { false }
  }

  /// The severity of a finding that the code, which the policy names and which was not read, may refute; `nil` for that of the
  /// rule.
  func severityWithoutCode(of policy: Policy) -> Severity? {
    policy.app?.value.sources?.value.isEmpty ?? true ? nil : .info
  }
}
