internal import JSON
internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The number of findings of a rule with a severity, and the number of these findings that have a fix.
  struct RuleCount {
    let rule: Rule
    let name: RuleName
    let severity: Severity
    var count = 0
    var fixable = FixableCounts()
  }

  /// The rules with findings that count, the most frequent rule first.
  var statistics: [RuleCount] {
    var counts: [RuleName: [Severity: RuleCount]] = [:]
    for (finding, _) in findings where finding.counts {
      counts[finding.name, default: [:]][
        finding.severity,
        default: RuleCount(rule: finding.rule, name: finding.name, severity: finding.severity)
      ].add(finding)
    }
    return counts.values.flatMap(\.values).sorted {
      ($1.count, $0.name, $1.severity) < ($0.count, $1.name, $0.severity)
    }
  }

  /// The counts as a table for people.
  func statisticsText(style: Style) -> String {
    let statistics = statistics
    let width = statistics.first.map { "\($0.count)".count } ?? 0
    let names = statistics.map { DisplayText.line($0.name.text) }
    let nameWidth = names.map(\.count).max() ?? 0
    return zip(statistics, names).map { entry, name in
      let count = String(repeating: " ", count: width - "\(entry.count)".count) + "\(entry.count)"
      let severity = style.colored(DisplayText.padded(entry.severity.label, to: 7), entry.severity)
      let fixable = entry.fixable.text.map { "  \($0)" } ?? ""
      return "\(count)  \(severity)  \(entry.rule.code)  "
        + (fixable.isEmpty ? name : DisplayText.padded(name, to: nameWidth) + fixable) + "\n"
    }.joined()
  }

  /// The counts for programs.
  var statisticsJSON: JSONValue {
    .array(
      statistics.map { entry in
        [
          "rule": .string(entry.name.text), "code": .string(entry.rule.code),
          "severity": .string(entry.severity.rawValue), "count": .number(entry.count),
          "fixable": entry.fixable.json,
        ]
      })
  }
}

extension LintReport.RuleCount {
  fileprivate mutating func add(_ finding: Finding) {
    count += 1
    fixable.add(finding)
  }
}

/// The number of findings that the options of `lint` would fix.
struct FixableCounts {
  /// The number of findings that `--fix` fixes.
  private(set) var safe = 0
  /// The number of findings that only `--fix=all` fixes.
  private(set) var others = 0

  /// Counts a finding if it has a fix in the policy's file.
  mutating func add(_ finding: Finding) {
    let fixes = finding.diagnostic.fixes.filter(\.isWithinPolicy)
    if fixes.contains(where: FixResult.Scope.safe.allows) {
      safe += 1
    } else if fixes.contains(where: FixResult.Scope.all.allows) {
      others += 1
    }
  }

  /// The number of fixable findings by option. `nil` if no finding is fixable.
  var text: String? {
    switch (safe, others) {
    case (0, 0): nil
    case (let safe, 0): "\(safe) fixable with --fix"
    case (0, let others): "\(others) fixable with --fix=all"
    case (let safe, let others): "\(safe) fixable with --fix, \(others) more with --fix=all"
    }
  }

  /// The counts for programs.
  var json: JSONValue { ["safe": .number(safe), "unsafe": .number(others)] }
}
