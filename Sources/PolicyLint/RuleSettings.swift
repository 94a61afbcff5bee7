internal import PolicyModel
internal import PolicySyntax

/// The severities that a policy gives to rules.
enum RuleSettings {
  /// Each rule's level, where the policy sets one that it may set.
  static func levels(in policy: Policy) -> [RuleName: RuleSetting.Level] {
    var levels: [RuleName: RuleSetting.Level] = [:]
    for setting in policy.ruleSettings {
      guard let rule = Catalog.rule(named: RuleName(setting.name)), !rule.isAboutShape else { continue }
      levels[rule.name] = setting.level.value
    }
    return levels
  }

  /// Names that no rule has, and rules that have no level.
  static func issues(in policy: Policy) -> [Issue] {
    policy.ruleSettings.compactMap { setting in
      guard let rule = Catalog.rule(named: RuleName(setting.name)) else { return unknown(setting, policy) }
      guard rule.isAboutShape else { return nil }
      return issue(
        .policyBadValue, in: policy, at: .key(setting.level.place),
        "\(rule.name) tells what cannot be read, and stays an error",
        help: "remove it from rules")
    }
  }

  private static func unknown(_ setting: RuleSetting, _ policy: Policy) -> Issue? {
    guard !setting.name.hasPrefix("require/") else { return nil }
    let suggestion = Suggestion.nearest(to: setting.name, among: Catalog.rules.map(\.name.text))
    return issue(
      .policyUnknownKey, in: policy, at: .key(setting.level.place),
      "No rule is called \(setting.name)" + (suggestion.map { ", did you mean \($0)?" } ?? ""),
      help: "the command `bgpolicy rules` lists them all")
  }

  private static func issue(
    _ rule: RuleName, in policy: Policy, at location: IssueLocation, _ message: String, help: String
  ) -> Issue {
    var issue = RuleContext(places: policy.places).issue(at: location, message, help: help)
    issue.rule = rule
    return issue
  }
}
