internal import PlatformFacts
internal import PolicySyntax
internal import Quantities

// References to other declarations, which can be checked only once the whole policy is lowered.

extension Lowering {
  /// Reports references to missing declarations.
  mutating func checkReferences(of policy: Policy) {
    let targets = Names(
      [Policy.Target.app] + policy.targets.map(\.name.value), called: "target", of: "targets")
    for session in policy.sessions { check(session.target.written, isOneOf: targets) }
    for task in policy.backgroundTasks { check(task.target.written, isOneOf: targets) }
    if !policy.transfers.isEmpty {
      let sessions = Names(policy.sessions.map(\.name.value), called: "session", of: "sessions")
      for transfer in policy.transfers { check(transfer.session, isOneOf: sessions) }
    }
    checkTransferNames(in: policy)
    checkScenarios(of: policy)
    if let population = policy.population { check(population, of: policy) }
    for override in policy.modelOverrides { check(override) }
  }

  private mutating func checkTransferNames(in policy: Policy) {
    let transfers = Names(policy.transfers.map(\.name.value), called: "transfer", of: "transfers")
    for task in policy.tasks {
      for name in task.startsTransfers?.value ?? [] {
        check(name, isOneOf: transfers)
      }
    }
    for push in policy.pushes {
      for name in push.startsTransfers?.value ?? [] {
        check(name, isOneOf: transfers)
      }
    }
    for budget in policy.budgets where !transfers.contains(budget.name.value) {
      reportDangling(budget.name.value, at: .key(budget.name.node), among: transfers)
    }
    guard policy.budgets.contains(where: { $0.scenarios != nil }) else { return }
    let scenarios = Names(scenarioNames(in: policy), called: "scenario", of: "scenarios")
    for budget in policy.budgets {
      for name in budget.scenarios?.value ?? [] { check(name, isOneOf: scenarios) }
    }
  }

  /// The names of the policy's scenarios and its population, and of the built-in scenarios.
  private func scenarioNames(in policy: Policy) -> [String] {
    policy.scenarios.map(\.name.value) + (policy.population == nil ? [] : [Policy.populationName])
      + PlatformFacts.scenarioNames
  }

  private mutating func check(_ override: ModelOverride) {
    guard let parameter = PlatformFacts.parameter(override.name.value) else {
      if let rule = PlatformFacts.modelRule(override.name.value) {
        report(
          .policyUnknownKey, at: .key(override.name.node),
          "\(override.name.value) is a rule of the model without a value",
          help: "remove it: \(rule.meaning)")
        return
      }
      let names = PlatformFacts.parameters.map(\.name)
      let suggestion = Suggestion.nearest(to: override.name.value, among: names)
      report(
        .policyUnknownKey, at: .key(override.name.node),
        "The model has no parameter \(override.name.value)\(suggestion.question)",
        help: "the parameters are " + names.joined(separator: ", "))
      return
    }
    guard let text = override.value else { return }
    guard let value = parameter.value(of: text.value) else {
      report(
        .policyBadValue, at: .value(text.node),
        Self.requirement(
          override.name.value, expected: parameter.form, sample: nil, found: Self.shortened(text.value)),
        help: "write \(parameter.form)")
      return
    }
    if let range = override.range { check(range, around: value, of: parameter) }
  }

  private mutating func check(
    _ text: Located<String>, around value: ParameterValue, of parameter: ParameterFact
  ) {
    if case .word = parameter.kind {
      report(
        .policyBadValue, at: .value(text.node),
        "range of \(parameter.name) has no effect, because its value is a word",
        help: "remove range; without a value of its own, estimates try every word")
      return
    }
    guard let range = parameter.range(of: text.value) else {
      report(
        .policyBadValue, at: .value(text.node),
        "range of \(parameter.name) requires the least value, two dots and the greatest value; found \(Self.shortened(text.value))",
        help: "write for example \(parameter.exampleRange); each end is \(parameter.form)")
      return
    }
    guard !parameter.contains(value, in: range) else { return }
    report(
      .policyBadValue, at: .value(text.node),
      "range of \(parameter.name) does not contain the value; found \(Self.shortened(text.value))",
      help: "a range is the interval around the value in which it may be")
  }

  /// The names of declarations to which other declarations may refer.
  private struct Names {
    let list: [String]
    private let set: Set<String>
    /// The word for a declaration, such as "session".
    let noun: String
    /// The key with the declarations.
    let section: String

    init(_ list: [String], called noun: String, of section: String) {
      self.list = list
      set = Set(list)
      self.noun = noun
      self.section = section
    }

    func contains(_ name: String) -> Bool { set.contains(name) }

    /// The beginning of the list, for a message.
    var shown: String {
      guard !list.isEmpty else { return "\(section) is empty" }
      let shown = list.prefix(20).map(Lowering.shortened).joined(separator: ", ")
      return "\(section) has \(shown)" + (list.count > 20 ? " and \(list.count - 20) more" : "")
    }
  }

  private mutating func check(_ reference: Located<String>?, isOneOf names: Names) {
    guard let reference, !names.contains(reference.value) else { return }
    reportDangling(reference.value, at: .value(reference.node), among: names)
  }

  private mutating func reportDangling(
    _ name: String, at location: DiagnosticLocation, among names: Names
  ) {
    let suggestion = Suggestion.nearest(to: name, among: names.list)
    let syntax =
      switch location {
      case .value(let node): nodes.syntax(of: node)
      case .key(let node): nodes.keySyntax(of: node) ?? nodes.syntax(of: node)
      }
    report(
      .policyDanglingReference, at: location,
      "No \(names.noun) is called \(Self.shortened(name))\(suggestion.question)",
      help: suggestion == nil ? names.shown : nil,
      fixes: suggestion.map { [$0.fix([tree.replacement(of: syntax, with: $0.name)])] } ?? [])
  }

  private mutating func check(_ population: Located<[PopulationShare]>, of policy: Policy) {
    let names = Names(
      policy.scenarios.map(\.name.value) + PlatformFacts.scenarioNames, called: "scenario", of: "scenarios")
    for part in population.value where !names.contains(part.scenario.value) {
      reportDangling(part.scenario.value, at: .key(part.scenario.node), among: names)
    }
    if let own = policy.scenarios.first(where: { $0.name.value == Policy.populationName }) {
      report(
        .policyBadValue, at: .key(own.name.node),
        "A scenario can't be called population, which is the name for all scenarios of population together",
        help: "use another name, for example everyone")
    }
    // An invalid share is already reported.
    guard tree.entries(of: nodes.syntax(of: population.node)).count == population.value.count else { return }
    let percent = (population.value.reduce(0) { $0 + $1.share.fraction } * 1e6).rounded() / 1e4
    guard percent != 100 else { return }
    let text = percent == percent.rounded() ? "\(Int64(percent))" : "\(percent)"
    report(
      .policyBadValue, at: .key(population.node),
      "The shares of population must add up to 100%; found \(text)%",
      help: percent < 100 ? "add a scenario for the rest, or raise the shares" : "lower the shares")
  }

  private mutating func checkScenarios(of policy: Policy) {
    guard policy.scenarios.contains(where: { $0.extends != nil }) else { return }
    let names = Names(
      policy.scenarios.map(\.name.value) + PlatformFacts.scenarioNames, called: "scenario", of: "scenarios")
    for scenario in policy.scenarios { check(scenario.extends, isOneOf: names) }
    let circles = ScenarioCircles(of: policy)
    for scenario in policy.scenarios {
      guard let base = scenario.extends, let chain = circles.chain(from: scenario.name.value) else {
        continue
      }
      report(
        .policyDanglingReference, at: .value(base.node),
        "The scenario \(scenario.name.value) extends itself: \(chain.joined(separator: " → "))",
        help: "let one of them extend a built-in scenario: "
          + PlatformFacts.scenarioNames.joined(separator: ", "))
    }
  }

  /// Reports requirements with the same id, and a policy that declares sessions, tasks or pushes without an app.
  mutating func checkNames(of policy: Policy, at root: PolicyNode) {
    var ids: [String: PolicyNode] = [:]
    for id in policy.requirements.compactMap(\.id) {
      if let first = ids[id.value] {
        report(
          .policyBadValue, at: .value(id.node), "Two requirements are called \(id.value)",
          help: "give each its own id",
          related: [Related(span: nodes.span(of: first), message: "the first one")])
      }
      ids[id.value] = ids[id.value] ?? id.node
    }
    let hasParts = !policy.sessions.isEmpty || !policy.tasks.isEmpty || !policy.pushes.isEmpty
    guard hasParts, policy.app == nil else { return }
    // An `app` that is not valid is already reported.
    let hasApp = tree.entries(of: nodes.syntax(of: root)).contains { tree.isText(of: $0.key, equalTo: "app") }
    if !hasApp {
      reportMissingKey("app", at: root, "The app's name and bundleIdentifier.")
    }
  }
}

/// The circles of scenarios that extend each other.
private struct ScenarioCircles {
  /// The most scenarios that a chain shows.
  private static let mostShown = 20

  private var circles: [[String]] = []
  /// For each scenario in a circle, the circle's index and the scenario's index in the circle.
  private var indices: [String: (circle: Int, index: Int)] = [:]

  init(of policy: Policy) {
    var bases: [String: String] = [:]
    for scenario in policy.scenarios {
      // A scenario may extend the built-in scenario of the same name.
      guard let base = scenario.extends?.value,
        base != scenario.name.value || !PlatformFacts.scenarioNames.contains(base)
      else { continue }
      bases[scenario.name.value] = base
    }
    var seen: Set<String> = []
    for scenario in policy.scenarios { follow(scenario.name.value, bases, &seen) }
  }

  /// Follows a scenario to its bases, and stops at a scenario that has been followed before.
  private mutating func follow(_ start: String, _ bases: [String: String], _ seen: inout Set<String>) {
    var chain: [String] = []
    var positions: [String: Int] = [:]
    var next: String? = start
    while let name = next, seen.insert(name).inserted {
      positions[name] = chain.count
      chain.append(name)
      next = bases[name]
    }
    guard let end = next, let first = positions[end] else { return }
    for (index, name) in chain[first...].enumerated() { indices[name] = (circles.count, index) }
    circles.append(Array(chain[first...]))
  }

  /// The scenarios from a scenario back to the same scenario, for a message; `nil` if the scenario does not extend itself.
  func chain(from name: String) -> [String]? {
    guard let start = indices[name] else { return nil }
    let circle = circles[start.circle]
    let shown = (0..<min(circle.count, Self.mostShown)).map { circle[(start.index + $0) % circle.count] }
    return shown + (circle.count > shown.count ? ["…"] : []) + [name]
  }
}
