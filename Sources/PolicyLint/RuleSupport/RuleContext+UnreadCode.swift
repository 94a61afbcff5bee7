internal import AppFacts
internal import PolicyModel
internal import PolicySyntax

// Rules about a policy alone, whose findings the code of the app may refute.
extension RuleContext {
  /// Whether a rule about the app's code decides, and not the rule about the policy alone: either the code was read, or the policy names
  /// the code, so that other commands read it.
  func codeDecides(_ policy: Policy) -> Bool {
    if case .success(let app)? = appFiles.app, !app.facts.code.isEmpty { return true }
    return !(policy.app?.value.sources?.value.isEmpty ?? true)
  }
}
