internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// A policy with some values changed, in text and in meaning.
struct Alternative {
  /// The changed text.
  let source: SourceText
  /// The changed policy.
  let policy: Policy
  /// The files that it was read from.
  let sources: [SourceText]
  /// What is found in it.
  let findings: [Finding]

  /// A policy as it is; `nil` where its shape is wrong, so that nothing can be estimated.
  init?(_ reading: PolicyReading, _ findings: [Finding]) {
    guard let policy = reading.policy, let source = reading.sources.first,
      !findings.contains(where: \.breaksShape)
    else { return nil }
    self.source = source
    self.policy = policy
    self.findings = findings
    sources = reading.sources
  }

  /// A policy as it is, judged.
  init?(_ reading: PolicyReading) {
    self.init(reading, Linting.findings(in: reading))
  }

  /// This policy with changes that keep its shape right; `nil` where they don't, or can't be made.
  func with(_ edits: [PolicyEdit]) -> Alternative? {
    guard let changed = try? edits.applied(to: source) else { return nil }
    return Alternative(PolicyFiles.reading(of: changed))
  }

  /// What is found here and not in another one, by rule and path.
  func newFindings(besides other: Alternative) -> [Finding] {
    var known: [FindingLocation: Int] = [:]
    for finding in other.findings where finding.counts { known[FindingLocation(finding), default: 0] += 1 }
    return findings.filter { finding in
      // The app's own files follow a change of the policy by a merge.
      guard finding.counts, !finding.rule.isAboutDrift else { return false }
      known[FindingLocation(finding), default: 0] -= 1
      return known[FindingLocation(finding), default: 0] < 0
    }
  }

  /// What tells findings apart when values change.
  private struct FindingLocation: Hashable {
    let rule: RuleName
    let path: String

    init(_ finding: Finding) {
      rule = finding.name
      path = finding.diagnostic.path
    }
  }
}

extension Alternative {
  /// This policy with values that a call asks for; what the language doesn't have makes the call unusable.
  func with(_ assignments: [Assignment], of command: String) throws(UsageError) -> Alternative {
    var source = source
    for assignment in assignments {
      try checkName(in: assignment.path, command)
      do throws(PolicyEdit.EditError) {
        source = try assignment.edit.applied(to: source)
      } catch {
        throw UsageError(message: error.reason, command: command)
      }
    }
    let reading = PolicyFiles.reading(of: source)
    if let alternative = Alternative(reading) { return alternative }
    let known = Set(findings.map(\.diagnostic.message))
    let diagnostic =
      Linting.findings(in: reading).first {
        $0.breaksShape && !known.contains($0.diagnostic.message)
      }?.diagnostic
    let paths = assignments.map { "\($0.path)" }.joined(separator: ", ")
    throw UsageError(
      message: "\(paths) can't be so: \(diagnostic?.message ?? "the policy would not be one")"
        + (diagnostic?.help.map { "; \($0)" } ?? ""), command: command)
  }

  /// Refuses a path into something that nothing is called, which would make a new one of it by a slip.
  private func checkName(in path: PolicyPath, _ command: String) throws(UsageError) {
    guard path.steps.count > 1, case .key(let section) = path.steps[0], case .key(let name) = path.steps[1]
    else { return }
    if section == "model" {
      guard PlatformFacts.parameter(name) == nil else { return }
      throw EstimateOptions.unknownParameter(name, command)
    }
    guard path.steps.count > 2, let names = names(in: section), !names.contains(name) else { return }
    throw .unknown(
      "The policy has no \(section).\(name)", name, among: names,
      otherwise: names.isEmpty ? "; it has none there" : "; it has \(DisplayText.list(names))", of: command)
  }

  private func names(in section: String) -> [String]? {
    switch section {
    case "targets": policy.targets.map(\.name.value)
    case "sessions": policy.sessions.map(\.name.value)
    case "tasks": policy.tasks.map(\.name.value)
    case "backgroundTasks": policy.backgroundTasks.map(\.name.value)
    case "pushes": policy.pushes.map(\.name.value)
    case "transfers", "budgets": policy.transfers.map(\.name.value)
    default: nil
    }
  }

  /// The value at a path as YAML on one line; `nil` where the policy says nothing there.
  func value(at path: PolicyPath) -> String? {
    policy.yaml(at: path)
  }
}
