internal import PolicyModel
internal import PolicySyntax

/// The severities that a policy gives to rules.
enum RuleSettings {
  /// The levels of the rules whose severity the policy sets and may set.
  static func levels(in policy: Policy) -> [RuleName: RuleSetting.Level] {
    var levels: [RuleName: RuleSetting.Level] = [:]
    for setting in policy.ruleSettings {
      guard let rule = Catalog.rule(named: RuleName(setting.name)), rule.isAdjustable else { continue }
      levels[rule.name] = setting.level.value
    }
    return levels
  }

  /// Diagnostics for unknown rules, and for rules whose severity is fixed.
  static func diagnostics(in policy: Policy, _ reading: PolicyReading) -> [Diagnostic] {
    policy.ruleSettings.compactMap { setting in
      let name = RuleName(setting.name)
      if name.isRequirement || name == Rule.require.name { return requirement(setting, reading) }
      guard let rule = Catalog.rule(named: name) else { return unknown(setting, reading) }
      guard !rule.isAdjustable else { return nil }
      return diagnostic(
        .policyBadValue, in: reading, at: .key(setting.level.node),
        "The severity of \(rule.name) can't be changed",
        help: "remove it from rules"
      ) { context in context.remove(setting.level.node, "Remove it from rules", safety: .safe) }
    }
  }

  private static func requirement(_ setting: RuleSetting, _ reading: PolicyReading) -> Diagnostic {
    diagnostic(
      .policyBadValue, in: reading, at: .key(setting.level.node),
      "The severity of a requirement is set in the requirement, not in rules",
      help: "remove it from rules, and change the requirement's severity"
    ) { context in context.remove(setting.level.node, "Remove it from rules", safety: .safe) }
  }

  private static func unknown(_ setting: RuleSetting, _ reading: PolicyReading) -> Diagnostic {
    let unknown = Catalog.unknown(setting.name)
    return diagnostic(
      .policyUnknownKey, in: reading, at: .key(setting.level.node),
      unknown.message,
      help: "`bgpolicy rules` lists all rules"
    ) { context in
      unknown.suggestion.flatMap { context.rename(setting.level.node, to: $0) }
    }
  }

  private static func diagnostic(
    _ rule: RuleName, in reading: PolicyReading, at location: DiagnosticLocation, _ message: String,
    help: String,
    fix: (RuleContext) -> Fix?
  ) -> Diagnostic {
    let context = RuleContext(reading, rule: rule)
    return context.diagnostic(at: location, message, help: help, fixes: [fix(context)])
  }
}
