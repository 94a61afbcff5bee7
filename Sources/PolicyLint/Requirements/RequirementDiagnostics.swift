internal import JSON
internal import PolicyModel
internal import PolicySyntax

/// Diagnostics for the requirements of a policy that don't hold.
struct RequirementDiagnostics {
  /// The diagnostics, requirement by requirement.
  private(set) var diagnostics: [Diagnostic] = []

  /// The most conditions that are checked in a policy. A policy with more conditions gets a finding.
  static let mostChecks = 100_000

  private let policy: Policy
  private let context: RuleContext
  private var reported: Set<Diagnostic> = []
  private var targetsBySubject: [RequirementSubject: [RequirementTarget]] = [:]

  /// Checks a policy against its requirements.
  init(in policy: Policy, _ context: RuleContext) {
    self.policy = policy
    self.context = context
    var checks = 0
    for requirement in policy.requirements {
      guard let subject = requirement.subject?.value, let must = requirement.must else { continue }
      checks += targets(subject).count * (must.value.count + (requirement.when?.value.count ?? 0))
      guard checks <= Self.mostChecks else {
        add(
          context.of(.yamlLimit).diagnostic(
            at: .value(must.node),
            "The requirements have more than \(Self.mostChecks) conditions to check, counting each declaration",
            help: "no requirement is checked; declare fewer that apply to all \(subject.rawValue)"))
        return
      }
    }
    for requirement in policy.requirements { check(requirement) }
  }

  private mutating func check(_ requirement: Requirement) {
    guard let id = requirement.id?.value, let subject = requirement.subject?.value,
      let must = requirement.must
    else { return }
    let name = RuleName("\(RuleName.requirementPrefix)\(id)")
    let things = targets(subject)
    let when = existing(requirement.when?.value ?? [], subject)
    let conditions = existing(must.value, subject)
    for thing in things where when.allSatisfy({ verdict(on: thing, $0, subject) == .holds }) {
      for condition in conditions {
        switch verdict(on: thing, condition, subject) {
        case .holds: break
        case .fails: add(breach(of: condition, by: thing, requirement, context.of(name)))
        case .incomparable: add(misfit(of: condition, to: thing, context.of(.policyBadValue)))
        }
      }
    }
  }

  /// The declarations that requirements about a subject apply to.
  private mutating func targets(_ subject: RequirementSubject) -> [RequirementTarget] {
    if let known = targetsBySubject[subject] { return known }
    let all = policy.things(subject)
    targetsBySubject[subject] = all
    return all
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    if reported.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// The conditions whose keys exist. Conditions with other keys are reported.
  private mutating func existing(
    _ conditions: [RequirementCondition], _ subject: RequirementSubject
  ) -> [RequirementCondition] {
    let keys = subject.keys
    return conditions.filter { condition in
      let first = condition.key.split(separator: ".", maxSplits: 1).first.map(String.init) ?? condition.key
      if keys.contains(first) { return true }
      let suggestion = Suggestion.nearest(to: first, among: keys)
      add(
        context.of(.policyUnknownKey).diagnostic(
          at: .key(condition.node),
          "\(subject == .app ? "The app has" : "The \(subject.rawValue) have") no key \(first)"
            + suggestion.question,
          help: suggestion == nil ? "the keys are " + keys.joined(separator: ", ") : nil))
      return false
    }
  }

  private func verdict(
    on thing: RequirementTarget, _ condition: RequirementCondition, _ subject: RequirementSubject
  ) -> Verdict {
    condition.expectation.verdict(
      on: thing.value(of: condition.key, in: context.nodes).value,
      asVersion: subject == .app && condition.isAboutVersion)
  }

  private func breach(
    of condition: RequirementCondition, by thing: RequirementTarget, _ requirement: Requirement,
    _ context: RuleContext
  ) -> Diagnostic {
    let actual = thing.value(of: condition.key, in: context.nodes)
    let detail = "\(Self.state(of: condition, actual, thing)); it must be \(condition.expectation.phrase)"
    return context.diagnostic(
      at: actual.node.map { .value($0) } ?? .key(thing.node),
      requirement.message?.value ?? detail,
      help: requirement.message == nil ? nil : detail,
      related: [(.key(condition.node), "required here")],
      fixes: [fix(of: thing, to: condition, from: actual)],
      severity: Severity(rawValue: requirement.severity.value.rawValue))
  }

  private static func state(
    of condition: RequirementCondition, _ actual: EffectiveValue, _ thing: RequirementTarget
  ) -> String {
    guard let value = actual.value, value != .null || actual.node != nil else {
      return "\(thing.name) has no \(condition.key)"
    }
    return "\(condition.key) of \(thing.name) is \(value.phrase)" + (actual.node == nil ? " by default" : "")
  }

  private func fix(
    of thing: RequirementTarget, to condition: RequirementCondition, from actual: EffectiveValue
  ) -> Fix? {
    guard case .equals(let value) = condition.expectation, let text = value.scalarText else { return nil }
    let title = "Set \(condition.key) to \(value.phrase)"
    if let node = actual.node {
      let tree = context.nodes.tree
      guard tree.kind(of: context.nodes.syntax(of: node)) == .scalar else { return nil }
      return context.replace(node, withPlain: text, title)
    }
    guard !condition.key.contains(".") else { return nil }
    return context.insert(condition.key, plain: text, into: thing.node, title)
  }

  private func misfit(
    of condition: RequirementCondition, to thing: RequirementTarget, _ context: RuleContext
  ) -> Diagnostic {
    let actual = thing.value(of: condition.key, in: context.nodes)
    return context.diagnostic(
      at: .value(condition.node),
      "\(condition.key) of \(thing.name) is \(actual.value?.phrase ?? "nothing"), which can't be compared "
        + "with \(condition.expectation.phrase)",
      help: "write a value of the key's type, for example a number, the duration 2d or the size 4MB",
      related: actual.node.map { [(.value($0), "the value")] } ?? [])
  }
}

extension RequirementCondition {
  /// Whether the condition is about the version of a system or of the SDK.
  fileprivate var isAboutVersion: Bool { key == "sdk" || key.hasPrefix("deploymentTarget") }
}

extension RuleName {
  /// The prefix of all requirements' names.
  package static let requirementPrefix = "require/"

  /// Whether the name begins with `require/`.
  package var isRequirement: Bool { text.hasPrefix(Self.requirementPrefix) }
}

extension JSONValue {
  /// The text of a scalar in YAML. `nil` for a list or a mapping.
  fileprivate var scalarText: String? {
    switch self {
    case .string(let text): YAMLText.scalar(text)
    case .null, .bool, .int, .double: compactText
    case .array, .object: nil
    }
  }
}
