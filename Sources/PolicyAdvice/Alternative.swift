internal import PlatformFacts
package import PolicyLint
package import PolicyModel
package import PolicySyntax

/// A variant of a policy in which some values may be changed: the text and the declarations.
package struct Alternative {
  /// The changed text.
  package let source: SourceText
  /// The changed policy.
  package let policy: Policy
  /// The files from which the policy was read.
  package let sources: [SourceText]
  private let nodes: NodeTable
  /// The findings in the policy.
  let findings: [Finding]
  /// Reads and lints a changed text, with the policies that the text extends.
  private let lint: Lint

  /// A function that reads and lints a changed text, with base policies and the app's files if the caller has them.
  package typealias Lint = @Sendable (SourceText) -> (reading: PolicyReading, findings: [Finding])

  /// An unchanged policy; `nil` if the policy's shape is wrong, so that the policy can't be estimated.
  ///
  /// `lint` is applied to every change of the policy's text.
  package init?(_ reading: PolicyReading, _ findings: [Finding], lint: @escaping Lint) {
    guard let policy = reading.policy, let source = reading.sources.first,
      !findings.contains(where: \.breaksShape)
    else { return nil }
    self.source = source
    self.policy = policy
    self.findings = findings
    self.lint = lint
    sources = reading.sources
    nodes = reading.nodes
  }

  /// This policy with edits; `nil` if the edits can't be applied, or if the shape of the result is wrong.
  func with(_ edits: [PolicyEdit]) -> Alternative? {
    guard let changed = try? edits.applied(to: source) else { return nil }
    let (reading, findings) = lint(changed)
    return Alternative(reading, findings, lint: lint)
  }

  /// The findings that another policy doesn't have, by rule and path.
  package func newFindings(besides other: Alternative) -> [Finding] {
    var known: [FindingLocation: Int] = [:]
    for finding in other.findings where finding.counts { known[FindingLocation(finding), default: 0] += 1 }
    return findings.filter { finding in
      // A change of the policy always makes the app's own files differ; the next merge updates these files.
      guard finding.counts, !finding.rule.isAboutDrift else { return false }
      known[FindingLocation(finding), default: 0] -= 1
      return known[FindingLocation(finding), default: 0] < 0
    }
  }

  /// The parts of a finding that do not change with the values of the policy.
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
  /// This policy with other values; throws if the values are not valid.
  package func with(_ assignments: [Assignment]) throws(AssignmentError) -> Alternative {
    var source = source
    for assignment in assignments {
      try checkName(in: assignment.path)
      do throws(PolicyEdit.EditError) {
        source = try assignment.edit.applied(to: source)
      } catch {
        throw .invalid(error.reason)
      }
    }
    let (reading, changed) = lint(source)
    if let alternative = Alternative(reading, changed, lint: lint) { return alternative }
    let known = Set(findings.map(\.diagnostic.message))
    let diagnostic = changed.first { $0.breaksShape && !known.contains($0.diagnostic.message) }?.diagnostic
    let paths = assignments.map { "\($0.path)" }.joined(separator: ", ")
    throw .invalid(
      "\(paths) is not valid: \(diagnostic?.message ?? "the policy would not be valid")"
        + (diagnostic?.help.map { "; \($0)" } ?? ""))
  }

  /// Rejects a path into a declaration that does not exist; otherwise a misspelled name would create a new declaration.
  private func checkName(in path: PolicyPath) throws(AssignmentError) {
    guard path.steps.count > 1, case .key(let section) = path.steps[0], case .key(let name) = path.steps[1]
    else { return }
    if section == "model" {
      guard PlatformFacts.parameter(name) == nil else { return }
      throw .unknownParameter(name)
    }
    guard path.steps.count > 2, let names = names(in: section), !names.contains(name) else { return }
    throw .unknownName(section: section, name: name, names: names)
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

  /// The value at a path as YAML on one line; `nil` if the policy has no value at this path.
  package func value(at path: PolicyPath) -> String? {
    nodes.yaml(at: path)
  }
}
