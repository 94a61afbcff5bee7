package import PolicyModel
internal import PolicySyntax

extension Catalog {
  /// The rules of which a finding means that a file can't be generated: with it there would be no Swift and no property list.
  static let outputRules: [Rule] = [.plistControlCharacter, .swiftNameUnusable, .swiftNameCollision]
}

extension Linter {
  /// The findings of a reading from which files are to be generated: what can't be generated is an error in it, whatever
  /// severities, comments and baselines say.
  package static func findingsBeforeOutput(_ findings: [Finding], in reading: PolicyReading) -> [Finding] {
    guard let policy = reading.policy else { return findings }
    let names = Set(Catalog.outputRules.map(\.name))
    let isSilenced =
      policy.ruleSettings.contains { names.contains(RuleName($0.name)) }
      || findings.contains { names.contains($0.name) && !($0.counts && $0.severity == .error) }
    guard isSilenced else { return findings }
    let context = RuleContext(nodes: policy.nodes)
    let obstacles = Catalog.outputRules.flatMap { rule -> [Finding] in
      guard case .policy(let check) = rule.check else { return [] }
      return check(policy, context).map { diagnostic in
        var diagnostic = reading.inherited(diagnostic)
        diagnostic.rule = rule.name
        let note = "no file can be generated with it, whatever severity the rule has"
        diagnostic.help = diagnostic.help.map { "\($0); \(note)" } ?? note
        return Finding(rule: rule, severity: .error, diagnostic: diagnostic)
      }
    }
    return sorted(findings.filter { !names.contains($0.rule.name) } + obstacles, reading.sources)
  }
}
