package import PolicyModel
package import PolicySyntax
package import Quantities

/// What became of a policy's text when its findings were mended.
package struct Fixing: Sendable {
  /// The text with the fixes made, or as it was.
  package private(set) var source: SourceText
  /// The fixes that were made, in the order in which they were.
  package private(set) var fixes: [Fix] = []
  /// What is still found.
  package private(set) var findings: [Finding]
  /// What the text reads as.
  package private(set) var reading: PolicyReading

  private let scope: Scope
  /// Fixes that made things worse, or no better.
  private var refused: Set<Attempt> = []

  /// Which fixes may be made.
  package enum Scope: String, CaseIterable, Sendable {
    case safe, all

    /// Whether a fix is among them.
    package func allows(_ fix: Fix) -> Bool { self == .all || fix.safety == .safe }
  }

  private struct Attempt: Hashable {
    let rule: RuleName
    let path: String
    let title: String

    init(_ finding: Finding, _ fix: Fix) {
      rule = finding.name
      path = finding.issue.path
      title = fix.title
    }
  }

  /// Makes the allowed fixes one by one, each on the text that the last one left.
  ///
  /// After each the text is read and judged again: one that leaves no less to find is taken back. Only the policy's own
  /// text changes, never a base policy's, and only for findings that count; `discount` may take further ones out.
  package init(
    _ source: SourceText, allowing scope: Scope, on today: CalendarDate?,
    discount: (inout [Finding], PolicyReading) -> Void = { _, _ in },
    read: (SourceText) -> PolicyReading
  ) {
    self.source = source
    self.scope = scope
    reading = read(source)
    findings = Linter.findings(in: reading, on: today)
    discount(&findings, reading)
    while let (finding, fix) = next() {
      let changed = SourceText(
        name: self.source.name, bytes: fix.edits.applied(to: self.source.bytes, of: SourceID(index: 0)))
      let newReading = read(changed)
      var newFindings = Linter.findings(in: newReading, on: today)
      discount(&newFindings, newReading)
      guard Score(newFindings) < Score(findings) else {
        refused.insert(Attempt(finding, fix))
        continue
      }
      (self.source, reading, findings) = (changed, newReading, newFindings)
      fixes.append(fix)
    }
  }

  /// The first finding with a fix that may be made and was not tried in vain.
  private func next() -> (Finding, Fix)? {
    for finding in findings where finding.counts {
      for fix in finding.issue.fixes where scope.allows(fix) && fix.isWithinPolicy {
        if !refused.contains(Attempt(finding, fix)) { return (finding, fix) }
      }
    }
    return nil
  }
}

extension Fix {
  /// Whether it changes something, and nothing but the policy's own text.
  package var isWithinPolicy: Bool {
    !edits.isEmpty && edits.allSatisfy { $0.span.source.index == 0 }
  }
}

/// How bad a text is: what can't be read weighs most, then errors, warnings and notes.
private struct Score: Comparable {
  private let counts: [Int]

  init(_ findings: [Finding]) {
    // A fix changes the policy, and the app's own files follow by a merge.
    let counting = findings.filter { $0.counts && !$0.rule.isAboutDrift }
    let grave = counting.count { $0.rule.isAboutShape }
    counts =
      [grave]
      + [Severity.error, .warning, .info].map { severity in
        counting.count { $0.severity == severity }
      }
  }

  static func < (left: Score, right: Score) -> Bool {
    left.counts.lexicographicallyPrecedes(right.counts)
  }
}
