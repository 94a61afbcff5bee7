internal import PolicyModel
internal import PolicySyntax

/// The severities that a policy gives to rules.
enum RuleSettings {
  /// Each rule's level, where the policy sets one that it may set.
  static func levels(in policy: Policy) -> [RuleName: RuleSetting.Level] {
    var levels: [RuleName: RuleSetting.Level] = [:]
    for setting in policy.ruleSettings {
      guard let rule = Catalog.rule(named: RuleName(setting.name)), rule.isAdjustable else { continue }
      levels[rule.name] = setting.level.value
    }
    return levels
  }

  /// Names that no rule has, and rules that have no level.
  static func diagnostics(in policy: Policy) -> [Diagnostic] {
    policy.ruleSettings.compactMap { setting in
      let name = RuleName(setting.name)
      if name.isRequirement || name == Rule.require.name { return requirement(setting, policy) }
      guard let rule = Catalog.rule(named: name) else { return unknown(setting, policy) }
      guard !rule.isAdjustable else { return nil }
      return diagnostic(
        .policyBadValue, in: policy, at: .key(setting.level.node),
        "\(rule.name) tells what cannot be read, and stays as it is",
        help: "remove it from rules"
      ) { context in context.remove(setting.level.node, "Remove it from rules", safety: .safe) }
    }
  }

  private static func requirement(_ setting: RuleSetting, _ policy: Policy) -> Diagnostic {
    diagnostic(
      .policyBadValue, in: policy, at: .key(setting.level.node),
      "A requirement's severity stands with the requirement, and not in rules",
      help: "remove it from rules, and change the requirement's own severity"
    ) { context in context.remove(setting.level.node, "Remove it from rules", safety: .safe) }
  }

  private static func unknown(_ setting: RuleSetting, _ policy: Policy) -> Diagnostic {
    let unknown = Catalog.unknown(setting.name)
    return diagnostic(
      .policyUnknownKey, in: policy, at: .key(setting.level.node),
      unknown.message,
      help: "the command `bgpolicy rules` lists them all"
    ) { context in
      unknown.suggestion.flatMap { context.rename(setting.level.node, to: $0) }
    }
  }

  private static func diagnostic(
    _ rule: RuleName, in policy: Policy, at location: DiagnosticLocation, _ message: String, help: String,
    fix: (RuleContext) -> Fix?
  ) -> Diagnostic {
    let context = RuleContext(nodes: policy.nodes)
    var diagnostic = context.diagnostic(at: location, message, help: help, fixes: [fix(context)])
    diagnostic.rule = rule
    return diagnostic
  }
}
