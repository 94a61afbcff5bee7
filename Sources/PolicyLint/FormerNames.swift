internal import PolicySyntax

/// The former names of rules, with the current rules.
package struct FormerNames: Sendable {
  private let rules: [RuleName: Rule]

  /// The former names of `rules`.
  init(of rules: [Rule]) {
    self.rules = Dictionary(
      rules.flatMap { rule in rule.formerNames.map { ($0, rule) } }, uniquingKeysWith: { first, _ in first })
  }

  /// The rule with a former name. `nil` if no rule had the name.
  func rule(named name: RuleName) -> Rule? { rules[name] }
}

extension Catalog {
  /// The former names of all rules.
  package static let formerNames = FormerNames(of: rules)
}

extension Rule {
  /// The headline of a note about a former name of the rule.
  func renamed(from former: RuleName) -> String { "\(former) is a former name of the rule \(name)" }
}
