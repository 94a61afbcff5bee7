internal import PlatformFacts
package import PolicyModel
internal import PolicySyntax
package import Quantities

/// Checks policies against the rules of the catalog.
package enum Linter {
  /// The findings in a policy, in the order of its text.
  ///
  /// Suppressions expire by the day `today`. Without a day, no suppression expires.
  package static func findings(
    in reading: PolicyReading, on today: @autoclosure () -> CalendarDate? = nil
  ) -> [Finding] {
    var levels: [RuleName: RuleSetting.Level] = [:]
    let diagnostics =
      reading.diagnostics + check(reading, &levels).withoutConsequences(ofErrorsIn: reading.diagnostics)
    // Most policies have no findings, and skip the following work.
    let mayBeSuppressed = Suppressions.mayBe(in: reading.policySources)
    guard !diagnostics.isEmpty || mayBeSuppressed || reading.appFiles.app != nil else { return [] }
    var findings = diagnostics.compactMap { finding(reading.inherited($0), levels) }
    if case .success? = reading.appFiles.app {
      var suppressions = CodeSuppressions(
        in: reading.sources, from: reading.policySources.count, on: today())
      suppressions.apply(to: &findings)
      findings += suppressions.diagnostics.compactMap { finding($0, levels) }
    }
    if mayBeSuppressed, let policy = reading.policy {
      var suppressions = Suppressions(of: policy, in: reading, on: today())
      suppressions.apply(to: &findings)
      findings += suppressions.diagnostics.compactMap { finding($0, levels) }
    }
    return sorted(findings + unreadCode(in: reading), reading.sources)
  }

  /// Whether any rule can find something in a file of the app's code.
  package static func looksAt(_ code: [UInt8]) -> Bool { Rule.mayBeSimulated(in: code) }

  /// The findings of the rules in a policy, with the severities that the policy sets.
  private static func check(
    _ reading: PolicyReading, _ levels: inout [RuleName: RuleSetting.Level]
  ) -> [Diagnostic] {
    guard let policy = reading.policy else { return [] }
    guard !policy.ruleSettings.isEmpty else { return walk(policy, in: reading, off: []) }
    levels = RuleSettings.levels(in: policy)
    return RuleSettings.diagnostics(in: policy, reading)
      + walk(policy, in: reading, off: Set(levels.filter { $0.value == .off }.keys))
  }

  /// The findings of the rules in all configurations of a policy, without duplicates.
  private static func walk(
    _ policy: Policy, in reading: PolicyReading, off: Set<RuleName>
  ) -> [Diagnostic] {
    var diagnostics = RuleWalk.diagnostics(of: policy, in: reading, off: off)
    for variant in policy.variants {
      let configuration = policy.buildSettings.configurations[variant.configurationIndex]
      for var diagnostic in RuleWalk.diagnostics(of: variant, in: reading, off: off)
      where !diagnostics.contains(where: {
        ($0.rule, $0.span, $0.path) == (diagnostic.rule, diagnostic.span, diagnostic.path)
      }) {
        diagnostic.message += " (in \(configuration.description))"
        diagnostics.append(diagnostic)
      }
    }
    return diagnostics
  }

  private static func finding(_ diagnostic: Diagnostic, _ levels: [RuleName: RuleSetting.Level]) -> Finding? {
    let name: RuleName = diagnostic.rule.isRequirement ? "require" : diagnostic.rule
    guard let rule = Catalog.rule(named: name), levels[name] != .off else { return nil }
    return Finding(
      rule: rule, severity: levels[rule.name]?.severity ?? diagnostic.severity ?? rule.severity,
      diagnostic: diagnostic)
  }

  /// Findings sorted by file, location and rule. Findings that differ only in their path become one finding
  /// with all paths.
  static func sorted(_ findings: [Finding], _ sources: [SourceText]) -> [Finding] {
    guard findings.count > 1 else { return findings }
    var indices: [Statement: Int] = [:]
    var result: [Finding] = []
    let ordered = findings.sorted { left, right in
      let names = [left, right].map { sources[Int($0.diagnostic.span.source.index)].name }
      return (names[0], left.diagnostic.span, left.name, left.diagnostic.path, left.diagnostic.message)
        < (names[1], right.diagnostic.span, right.name, right.diagnostic.path, right.diagnostic.message)
    }
    for finding in ordered {
      if let index = indices.updateValue(result.count, forKey: Statement(finding)) {
        indices[Statement(finding)] = index
        result[index].diagnostic.add(path: finding.diagnostic.path)
      } else {
        result.append(finding)
      }
    }
    return result
  }
}

/// The values that equal findings about the same text share.
private struct Statement: Hashable {
  let rule: RuleName
  let severity: Severity
  let span: Span
  let message: String

  init(_ finding: Finding) {
    rule = finding.name
    severity = finding.severity
    span = finding.diagnostic.span
    message = finding.diagnostic.message
  }
}

extension Diagnostic {
  /// Adds another path to the diagnostic's text.
  fileprivate mutating func add(path other: String) {
    // Paths arrive in order, so a comparison with the last path finds duplicates.
    if other != furtherPaths.last ?? path { furtherPaths.append(other) }
  }
}

extension RuleSetting.Level {
  /// The severity of the level; `nil` for `off`.
  var severity: Severity? { Severity(rawValue: rawValue) }
}

extension PolicyReading {
  /// A diagnostic in a base policy, with a related location at which the policy extends that base.
  func inherited(_ diagnostic: Diagnostic) -> Diagnostic {
    // Diagnostics in the app's own files are not inherited.
    guard diagnostic.span.source.index != 0, Int(diagnostic.span.source.index) < extensions.count,
      !diagnostic.related.contains(where: { $0.span.source.index == 0 })
    else {
      return diagnostic
    }
    var extending: Span? = diagnostic.span
    while let span = extending, span.source.index != 0 { extending = extensions[Int(span.source.index)] }
    guard let extending else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.related.append(Related(span: extending, message: "inherited from here"))
    return diagnostic
  }
}
