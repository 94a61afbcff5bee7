internal import PlatformFacts
package import PolicyModel
internal import PolicySyntax
package import Quantities

/// Judges policies by the rules of the catalogue.
package enum Linter {
  /// Everything that is wrong with a policy, in the order of its text.
  ///
  /// Suppressions that end are held against a day; without one, none has ended.
  package static func findings(
    in reading: PolicyReading, on today: @autoclosure () -> CalendarDate? = nil
  ) -> [Finding] {
    var levels: [RuleName: RuleSetting.Level] = [:]
    let issues = reading.issues + (reading.policy.map { judge($0, &levels) } ?? [])
    // Most policies are fine, and need nothing of what follows.
    let mayBeSuppressed = Suppressions.mayBe(in: reading.policySources)
    guard !issues.isEmpty || mayBeSuppressed else { return [] }
    var findings = issues.compactMap { finding(reading.inherited($0), levels) }
    if mayBeSuppressed, let policy = reading.policy {
      var suppressions = Suppressions(of: policy, on: today())
      suppressions.apply(to: &findings)
      findings += suppressions.issues.compactMap { finding($0, levels) }
    }
    return sorted(findings, reading.sources)
  }

  /// What the rules find in a policy, with the levels that it gives them.
  private static func judge(_ policy: Policy, _ levels: inout [RuleName: RuleSetting.Level]) -> [Issue] {
    guard !policy.ruleSettings.isEmpty else { return walk(policy, off: []) }
    levels = RuleSettings.levels(in: policy)
    return RuleSettings.issues(in: policy)
      + walk(policy, off: Set(levels.filter { $0.value == .off }.keys))
  }

  /// What the rules find in any configuration of a policy, each once.
  private static func walk(_ policy: Policy, off: Set<RuleName>) -> [Issue] {
    var issues = RuleWalk(policy, off: off).issues
    for variant in policy.variants {
      let configuration = policy.buildSettings.configurations[variant.configurationIndex]
      for var issue in RuleWalk(variant, off: off).issues
      where !issues.contains(where: { ($0.rule, $0.span, $0.path) == (issue.rule, issue.span, issue.path) }) {
        issue.message += " (in \(configuration.description))"
        issues.append(issue)
      }
    }
    return issues
  }

  private static func finding(_ issue: Issue, _ levels: [RuleName: RuleSetting.Level]) -> Finding? {
    let name: RuleName = issue.rule.isRequirement ? "require" : issue.rule
    guard let rule = Catalog.rule(named: name), levels[name] != .off else { return nil }
    return Finding(
      rule: rule, severity: levels[rule.name]?.severity ?? issue.severity ?? rule.severity, issue: issue)
  }

  /// By file, place and rule; what is said of one text twice is said once, with all the ways that lead there.
  static func sorted(_ findings: [Finding], _ sources: [SourceText]) -> [Finding] {
    guard findings.count > 1 else { return findings }
    var indices: [Statement: Int] = [:]
    var result: [Finding] = []
    let ordered = findings.sorted { left, right in
      let names = [left, right].map { sources[Int($0.issue.span.source.index)].name }
      return (names[0], left.issue.span, left.name, left.issue.path, left.issue.message)
        < (names[1], right.issue.span, right.name, right.issue.path, right.issue.message)
    }
    for finding in ordered {
      if let index = indices.updateValue(result.count, forKey: Statement(finding)) {
        indices[Statement(finding)] = index
        result[index].issue.add(path: finding.issue.path)
      } else {
        result.append(finding)
      }
    }
    return result
  }
}

/// What a finding says of a text.
private struct Statement: Hashable {
  let rule: RuleName
  let severity: Severity
  let span: Span
  let message: String

  init(_ finding: Finding) {
    rule = finding.name
    severity = finding.severity
    span = finding.issue.span
    message = finding.issue.message
  }
}

extension Issue {
  /// Notes a further way to its text.
  fileprivate mutating func add(path other: String) {
    // They come in order.
    if other != furtherPaths.last ?? path { furtherPaths.append(other) }
  }
}

extension RuleSetting.Level {
  /// The severity that it stands for; `nil` for `off`.
  var severity: Severity? { Severity(rawValue: rawValue) }
}

extension PolicyReading {
  /// An issue in a base policy together with the place where the policy takes that base on.
  func inherited(_ issue: Issue) -> Issue {
    // In a file of the app's own nothing is inherited.
    guard issue.span.source.index != 0, Int(issue.span.source.index) < extensions.count,
      !issue.related.contains(where: { $0.span.source.index == 0 })
    else {
      return issue
    }
    var extending: Span? = issue.span
    while let span = extending, span.source.index != 0 { extending = extensions[Int(span.source.index)] }
    guard let extending else { return issue }
    var issue = issue
    issue.related.append(Related(span: extending, message: "inherited from here"))
    return issue
  }
}
