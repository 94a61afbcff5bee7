internal import PolicyModel
internal import PolicySyntax

/// The severities that a policy gives to rules.
enum RuleSettings {
  /// The levels of the rules whose severity the policy sets and is allowed to set. The current name of a rule
  /// overrides its former names.
  static func levels(
    in policy: Policy, formerNames: @autoclosure () -> FormerNames = Catalog.formerNames
  ) -> [RuleName: RuleSetting.Level] {
    var levels: [RuleName: RuleSetting.Level] = [:]
    var renamed: [(name: RuleName, level: RuleSetting.Level)] = []
    for setting in policy.ruleSettings {
      let name = RuleName(setting.name)
      if let rule = Catalog.rule(named: name) {
        if rule.isAdjustable { levels[name] = setting.level.value }
      } else if let rule = formerNames().rule(named: name), rule.isAdjustable {
        renamed.append((rule.name, setting.level.value))
      }
    }
    for (name, level) in renamed where levels[name] == nil { levels[name] = level }
    return levels
  }

  /// Diagnostics for unknown rules, for former names, and for rules whose severity is fixed.
  static func diagnostics(
    in policy: Policy, _ reading: PolicyReading,
    formerNames: @autoclosure () -> FormerNames = Catalog.formerNames
  ) -> [Diagnostic] {
    policy.ruleSettings.compactMap { setting in
      let name = RuleName(setting.name)
      if name.isRequirement || name == Rule.require.name { return requirement(setting, reading) }
      guard let rule = Catalog.rule(named: name) else {
        return formerNames().rule(named: name).map { renamed(setting, to: $0, in: policy, reading: reading) }
          ?? unknown(setting, reading)
      }
      guard !rule.isAdjustable else { return nil }
      return diagnostic(
        .policyBadValue, in: reading, at: .key(setting.level.node),
        "The severity of \(rule.name) can't be changed",
        help: "remove it from rules"
      ) { context in context.remove(setting.level.node, "Remove it from rules", safety: .safe) }
    }
  }

  private static func renamed(
    _ setting: RuleSetting, to rule: Rule, in policy: Policy, reading: PolicyReading
  ) -> Diagnostic {
    let isRepeated = policy.ruleSettings.contains { $0.name == rule.name.text }
    var diagnostic = diagnostic(
      .policyUnknownKey, in: reading, at: .key(setting.level.node),
      rule.renamed(from: RuleName(setting.name)),
      help: isRepeated ? "remove it: the level of \(rule.name) counts" : "write \(rule.name)"
    ) { context in
      isRepeated
        ? context.remove(setting.level.node, "Remove it from rules", safety: .safe)
        : context.rename(
          setting.level.node, to: rule.name.text, "Rename it to \(rule.name)", safety: .safe)
    }
    diagnostic.severity = .info
    return diagnostic
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
    let context = RuleContext(of: reading, rule: rule)
    return context.diagnostic(at: location, message, help: help, fixes: [fix(context)])
  }
}
