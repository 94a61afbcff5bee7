internal import PlatformFacts
internal import PolicySyntax
internal import Quantities

// References to other declarations, which can be checked only once the whole policy is lowered.

extension Lowering {
  /// Reports references to missing declarations.
  mutating func checkReferences(of policy: Policy) {
    for session in policy.sessions { check(target: session.target, in: policy) }
    for task in policy.backgroundTasks { check(target: task.target, in: policy) }
    for index in policy.transfers.indices {
      let name = policy.transfers[index].session
      // Indices avoid copying each session for its name; the list of names is for messages.
      guard let name,
        !policy.sessions.indices.contains(where: { policy.sessions[$0].name.value == name.value })
      else { continue }
      check(name, isOneOf: policy.sessions.map(\.name.value), called: "session", of: "sessions")
    }
    checkTransferNames(in: policy)
    checkScenarios(of: policy)
    if let population = policy.population { check(population, of: policy) }
    for override in policy.modelOverrides { check(override) }
  }

  private mutating func checkTransferNames(in policy: Policy) {
    guard !policy.tasks.isEmpty || !policy.pushes.isEmpty || !policy.budgets.isEmpty else { return }
    let transfers = policy.transfers.map(\.name.value)
    for task in policy.tasks {
      for name in task.startsTransfers?.value ?? [] {
        check(name, isOneOf: transfers, called: "transfer", of: "transfers")
      }
    }
    for push in policy.pushes {
      for name in push.startsTransfers?.value ?? [] {
        check(name, isOneOf: transfers, called: "transfer", of: "transfers")
      }
    }
    for budget in policy.budgets where !transfers.contains(budget.name.value) {
      reportDangling(
        budget.name.value, at: .key(budget.name.node), among: transfers, called: "transfer", of: "transfers")
    }
    for budget in policy.budgets {
      for name in budget.scenarios?.value ?? [] {
        check(name, isOneOf: scenarioNames(in: policy), called: "scenario", of: "scenarios")
      }
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

  private mutating func check(target: Setting<String>, in policy: Policy) {
    guard let target = target.written else { return }
    let targets = [Policy.Target.app] + policy.targets.map(\.name.value)
    check(target, isOneOf: targets, called: "target", of: "targets")
  }

  private mutating func check(
    _ reference: Located<String>?, isOneOf names: [String], called noun: String, of section: String
  ) {
    guard let reference, !names.contains(reference.value) else { return }
    reportDangling(reference.value, at: .value(reference.node), among: names, called: noun, of: section)
  }

  private mutating func reportDangling(
    _ name: String, at location: DiagnosticLocation, among names: [String], called noun: String,
    of section: String
  ) {
    let suggestion = Suggestion.nearest(to: name, among: names)
    let syntax =
      switch location {
      case .value(let node): nodes.syntax(of: node)
      case .key(let node): nodes.keySyntax(of: node) ?? nodes.syntax(of: node)
      }
    let shown = names.prefix(20).map(Self.shortened).joined(separator: ", ")
    let more = names.count > 20 ? " and \(names.count - 20) more" : ""
    let list = names.isEmpty ? "\(section) is empty" : "\(section) has \(shown)\(more)"
    report(
      .policyDanglingReference, at: location,
      "No \(noun) is called \(Self.shortened(name))\(suggestion.question)",
      help: suggestion == nil ? list : nil,
      fixes: suggestion.map { [$0.fix([tree.replacement(of: syntax, with: $0.name)])] } ?? [])
  }

  private mutating func check(_ population: Located<[PopulationShare]>, of policy: Policy) {
    let names = policy.scenarios.map(\.name.value) + PlatformFacts.scenarioNames
    for part in population.value where !names.contains(part.scenario.value) {
      reportDangling(
        part.scenario.value, at: .key(part.scenario.node), among: names, called: "scenario", of: "scenarios")
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
    let own = policy.scenarios.map(\.name.value)
    for scenario in policy.scenarios {
      guard let base = scenario.extends else { continue }
      check(base, isOneOf: own + PlatformFacts.scenarioNames, called: "scenario", of: "scenarios")
      var chain = [scenario.name.value]
      var next: String? = base.value
      // A scenario may change the built-in one with its own name.
      if base.value == scenario.name.value, PlatformFacts.scenarioNames.contains(base.value) { continue }
      while let name = next {
        if chain.contains(name) {
          if name == scenario.name.value {
            report(
              .policyDanglingReference, at: .value(base.node),
              "The scenario \(name) extends itself: \((chain + [name]).joined(separator: " → "))",
              help: "let one of them extend a built-in scenario: "
                + PlatformFacts.scenarioNames.joined(separator: ", "))
          }
          break
        }
        chain.append(name)
        next = policy.scenarios.first { $0.name.value == name }?.extends?.value
      }
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
    // An app that is not valid is reported as such.
    let hasApp = tree.entries(of: nodes.syntax(of: root)).contains { tree.isText(of: $0.key, equalTo: "app") }
    if !hasApp {
      reportMissingKey("app", at: root, "The app's name and bundleIdentifier.")
    }
  }
}
