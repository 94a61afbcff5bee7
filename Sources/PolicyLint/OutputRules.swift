package import PolicyModel
internal import PolicySyntax

extension Catalog {
  /// The rules whose findings prevent generating valid Swift or a valid property list.
  static let outputRules: [Rule] = [
    .plistControlCharacter, .sdkTooOldForCode, .swiftNameUnusable, .swiftNameCollision,
  ]
}

extension Linter {
  /// The findings of a reading before its files are generated. Findings that prevent generating are errors,
  /// despite severities, comments and baselines.
  package static func findingsBeforeOutput(_ findings: [Finding], in reading: PolicyReading) -> [Finding] {
    let findings = findings.map(\.countingIfUnresolved)
    guard let policy = reading.policy else { return findings }
    let names = Set(Catalog.outputRules.map(\.name))
    let isSilenced =
      policy.ruleSettings.contains { names.contains(RuleName($0.name)) }
      || findings.contains { names.contains($0.name) && !($0.counts && $0.severity == .error) }
    guard isSilenced else { return findings }
    let index = PolicyIndex(policy)
    let obstacles = Catalog.outputRules.flatMap { rule -> [Finding] in
      guard case .policy(let check) = rule.check else { return [] }
      return check(policy, RuleContext(of: reading, index, rule: rule.name)).map { diagnostic in
        var diagnostic = reading.inherited(diagnostic)
        diagnostic.add(noteOfOutput)
        return Finding(rule: rule, severity: .error, diagnostic: diagnostic)
      }
    }
    return sorted(findings.filter { !names.contains($0.rule.name) } + obstacles, reading.sources)
  }
}

private let noteOfOutput = "files can't be generated with it, even if the rule has another severity"

extension Finding {
  /// If the finding is about an identifier whose value is not known, the finding counts as an error, even if a comment or the baseline
  /// suppresses it. Any other finding is unchanged.
  fileprivate var countingIfUnresolved: Finding {
    guard name == .identifierUnresolvedVariable, !counts else { return self }
    var copy = self
    copy.suppression = nil
    copy.diagnostic.add("files can't be generated with it, even if a comment suppresses the finding")
    return copy
  }
}

extension Diagnostic {
  /// Adds a note to the help.
  fileprivate mutating func add(_ note: String) {
    help = help.map { "\($0); \(note)" } ?? note
  }
}
