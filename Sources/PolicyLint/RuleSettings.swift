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
  static func issues(in policy: Policy) -> [Issue] {
    policy.ruleSettings.compactMap { setting in
      let name = RuleName(setting.name)
      if name.isRequirement || name == Rule.require.name { return requirement(setting, policy) }
      guard let rule = Catalog.rule(named: name) else { return unknown(setting, policy) }
      guard !rule.isAdjustable else { return nil }
      return issue(
        .policyBadValue, in: policy, at: .key(setting.level.place),
        "\(rule.name) tells what cannot be read, and stays as it is",
        help: "remove it from rules"
      ) { context in context.remove(setting.level.place, "Remove it from rules", safety: .safe) }
    }
  }

  private static func requirement(_ setting: RuleSetting, _ policy: Policy) -> Issue {
    issue(
      .policyBadValue, in: policy, at: .key(setting.level.place),
      "A requirement's severity stands with the requirement, and not in rules",
      help: "remove it from rules, and change the requirement's own severity"
    ) { context in context.remove(setting.level.place, "Remove it from rules", safety: .safe) }
  }

  private static func unknown(_ setting: RuleSetting, _ policy: Policy) -> Issue {
    let unknown = Catalog.unknown(setting.name)
    return issue(
      .policyUnknownKey, in: policy, at: .key(setting.level.place),
      unknown.message,
      help: "the command `bgpolicy rules` lists them all"
    ) { context in
      unknown.suggestion.flatMap {
        context.rename(setting.level.place, to: $0, "Rename it to \($0)", safety: .guesses)
      }
    }
  }

  private static func issue(
    _ rule: RuleName, in policy: Policy, at location: IssueLocation, _ message: String, help: String,
    fix: (RuleContext) -> Fix?
  ) -> Issue {
    let context = RuleContext(places: policy.places)
    var issue = context.issue(at: location, message, help: help, fixes: [fix(context)])
    issue.rule = rule
    return issue
  }
}
