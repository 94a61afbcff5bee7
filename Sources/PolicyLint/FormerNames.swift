internal import PolicySyntax

/// The names that rules had before they were renamed, with the rules of today.
package struct FormerNames: Sendable {
  private let rules: [RuleName: Rule]

  /// The former names of `rules`.
  init(of rules: [Rule]) {
    self.rules = Dictionary(
      rules.flatMap { rule in rule.formerNames.map { ($0, rule) } }, uniquingKeysWith: { first, _ in first })
  }

  /// The rule that had a name before; `nil` for a name that no rule had.
  func rule(named name: RuleName) -> Rule? { rules[name] }
}

extension Catalog {
  /// The former names of all rules.
  package static let formerNames = FormerNames(of: rules)
}

extension Rule {
  /// The headline of a note about one of its former names.
  func renamed(from former: RuleName) -> String { "\(former) is a former name of the rule \(name)" }
}
