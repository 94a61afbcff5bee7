internal import PolicySyntax

extension Lowering {
  /// Substitutes the values of build settings for references in every configuration, and reports references without a
  /// value.
  mutating func substituteBuildSettings(in policy: inout Policy) {
    // Most policies have neither a reference nor configurations.
    guard policy.declaresBuildSettings || tree.mayHoldBuildSettings else { return }
    let settings = BuildSettings(of: policy)
    report(settings.problems)
    var written = policy
    written.mapTexts { text in
      if BuildSettingReference.mayBe(in: text.text) { policy.writtenTexts[text.node] = text.text }
      return text.text
    }
    written.writtenTexts = policy.writtenTexts
    var texts: [SettingText] = []
    policy = written.replacingReferences(by: settings, configuration: 0) { texts.append($0) }
    reportUnknownSettings(in: written.textsOfSettings + texts, of: written, settings)
    policy.variants = settings.configurations.indices.dropFirst().map {
      written.replacingReferences(by: settings, configuration: $0)
    }
  }

  private mutating func report(_ problems: [BuildSettingEvaluation.Problem]) {
    for problem in problems {
      let node = DiagnosticLocation.value(problem.node)
      switch problem.kind {
      case .cycle(let names) where names.allSatisfy { $0 == BuildSettingReference.bundleIdentifier }:
        report(
          .identifierUnresolvedVariable, at: node,
          "The bundle identifier refers to itself as \(description(of: problem.node))",
          help: """
            write the identifier, for example com.example.photos; those that differ by configuration go to \
            configurations, and app.buildSettings has names that several targets share
            """)
      case .cycle(let names):
        report(
          .buildSettingCycle, at: node,
          "The build setting \(names[0]) refers back to itself: \(names.joined(separator: " → "))",
          help: "use a value without a reference for one of them")
      case .tooDeep:
        report(
          .policyBadValue, at: node,
          "The build setting refers to others through more than \(BuildSettingEvaluation.longestChain) steps",
          help: "use a value with fewer steps")
      case .tooLong:
        report(
          .policyBadValue, at: node,
          "The build setting is longer than \(BuildSettingEvaluation.longestValue) bytes after substitution",
          help: "use a shorter value")
      }
    }
  }

  // MARK: - References without a value

  private mutating func reportUnknownSettings(
    in texts: [SettingText], of policy: Policy, _ settings: BuildSettings
  ) {
    // `textsOfSettings` and `texts` both contain the bundle identifier of the first configuration.
    var seen: Set<PolicyNode> = []
    for text in texts where seen.insert(text.node).inserted && BuildSettingReference.mayBe(in: text.text) {
      reportUnknownSettings(in: text, of: policy, settings)
    }
    for push in policy.pushes { push.payload.map { reportReferences(inPayload: $0.node) } }
    let others = nodes.texts(where: BuildSettingReference.mayBe)
    guard !others.isEmpty else { return }
    let reported = Set(diagnostics.map(\.span))
    for (node, text) in others where !seen.contains(node) {
      guard !reported.contains(nodes.span(of: node)), isSubstituted(node) else { continue }
      report(
        .identifierUnresolvedVariable, at: .value(node),
        "\(name(of: node)) contains \(BuildSettingReference.all(in: text)[0].written), but does not support build settings",
        help: "write the value itself")
    }
  }

  /// Reports the first reference in the payload of a push, which the server receives as written.
  private mutating func reportReferences(inPayload node: PolicyNode) {
    var pendingNodes = [nodes.syntax(of: node)]
    // An alias can repeat a node any number of times.
    var seen: Set<NodeID> = []
    while let syntax = pendingNodes.popLast() {
      guard seen.insert(syntax).inserted else { continue }
      switch tree.kind(of: syntax) {
      case .mapping: pendingNodes += tree.entries(of: syntax).map(\.value)
      case .sequence: pendingNodes += tree.items(of: syntax)
      case .scalar:
        // Braces may be templates of the server.
        let text = tree.text(of: syntax)
        guard tree.scalarType(of: syntax) == .string, text.contains("$("),
          let reference = BuildSettingReference.all(in: text).first
        else { continue }
        diagnostics.append(
          Diagnostic(
            rule: .identifierUnresolvedVariable, span: tree.span(of: syntax), path: nodes.path(to: node),
            message: "payload contains \(reference.written), but the server has no build settings",
            help: "write the value itself"))
        return
      }
    }
  }

  /// Whether users would expect that build settings are substituted in a value, although the key doesn't support references.
  private func isSubstituted(_ node: PolicyNode) -> Bool {
    let keys = nodes.keys(to: node)
    guard let section = keys.first, let key = keys.last else { return false }
    // Requirements are compared with values after substitution, and no code is generated from the other sections.
    let others = ["require", "rules", "scenarios", "population", "budgets", "model"]
    // Build settings are substituted in the form of a composed identifier, because the identifier that the form describes is substituted.
    return !others.contains(section) && key != "because" && key != "runtime"
      && !(section == "pushes" && keys.contains("payload"))
  }

  /// Reports the first reference of a string without a value in some configuration.
  private mutating func reportUnknownSettings(
    in text: SettingText, of policy: Policy, _ settings: BuildSettings
  ) {
    for reference in BuildSettingReference.all(in: text.text) {
      guard let problem = problem(of: reference, in: text, of: policy, settings) else { continue }
      report(
        .identifierUnresolvedVariable, at: .value(text.node), problem.message, help: problem.help,
        related: problem.related)
      return
    }
  }

  private struct ReferenceProblem {
    let message: String
    let help: String
    var related: [Related] = []
  }

  /// The reason that a reference has no value; `nil` if the reference has a value, or if the reason is reported elsewhere.
  private func problem(
    of reference: BuildSettingReference, in text: SettingText, of policy: Policy, _ settings: BuildSettings
  ) -> ReferenceProblem? {
    if let name = reference.unknownOperator {
      return ReferenceProblem(
        message: "\(reference.written) has the operator \(name), which is not supported",
        help: "write the value itself; the supported operators are "
          + BuildSettingReference.operators.joined(separator: ", "))
    }
    let setting = policy.app?.value.buildSettings.first { $0.name.value == reference.name }
    guard setting != nil || reference.isBundleIdentifier else {
      let isName = BuildSettingReference.isName(reference.name)
      return ReferenceProblem(
        message:
          "\(name(of: text.node)) contains the build setting \(reference.written), which has no value in the policy",
        help: isName
          ? "add it to app, for example buildSettings: { \(reference.name): value }, or write the value itself"
          : "write the value itself")
    }
    let lacking = settings.configurations.indices.first { index in
      policy.uses(text, in: settings.configurations[index])
        && !settings.hasValue(for: reference, in: text.process, configuration: index)
    }
    guard let lacking else { return nil }
    let configuration = settings.configurations[lacking]
    if let setting, !reference.isBundleIdentifier, case .byConfiguration(let values) = setting.value,
      !values.contains(where: { $0.configuration == configuration.name })
    {
      let names = values.map(\.configuration).joined(separator: ", ")
      return ReferenceProblem(
        message: configuration.name == nil
          ? "The build setting \(reference.written) has a value only in \(names)"
          : "The build setting \(reference.written) has no value in \(configuration.description)",
        help:
          "add one to app.buildSettings.\(reference.name), for example \(configuration.name ?? "Release"): \"\"",
        related: [Related(span: nodes.span(at: .key(setting.name.node)), message: "the build setting")])
    }
    guard let target = policy.target(named: text.process),
      policy.writtenBundleIdentifier(of: text.process, in: configuration) == nil,
      !target.writtenKeys.contains(where: { $0.name.isEqual(to: "bundleIdentifier") })
    else { return nil }
    return ReferenceProblem(
      message:
        "\(reference.written) is the bundle identifier of \(text.process), which is not in the policy",
      help: "add bundleIdentifier to the target \(text.process)",
      related: [
        Related(span: nodes.span(at: .key(target.name.node)), message: "the target without an identifier")
      ])
  }
}

extension Policy {
  /// The policy with the values of a configuration substituted for references; calls `note` with every string.
  fileprivate func replacingReferences(
    by settings: BuildSettings, configuration index: Int, note: (SettingText) -> Void = { _ in }
  ) -> Policy {
    var policy = self
    let configuration = settings.configurations[index]
    policy.app?.value.bundleIdentifier = writtenBundleIdentifier(of: Policy.Target.app, in: configuration)
    for target in policy.targets.indices {
      policy.targets[target].bundleIdentifier = writtenBundleIdentifier(
        of: policy.targets[target].name.value, in: configuration)
    }
    policy.mapTexts { text in
      note(text)
      return settings.expansion(of: text.text, in: text.process, configuration: index)
    }
    policy.knownBuildSettings = settings
    policy.configurationIndex = index
    return policy
  }

  /// Whether a configuration uses a string. A configuration with its own bundle identifier doesn't use the default bundle
  /// identifier.
  fileprivate func uses(_ text: SettingText, in configuration: BuildSettings.Configuration) -> Bool {
    if let only = text.onlyIn { return only == configuration.name }
    let usual =
      text.process == Policy.Target.app
      ? app?.value.bundleIdentifier : target(named: text.process)?.bundleIdentifier
    guard usual?.node == text.node else { return true }
    return writtenBundleIdentifier(of: text.process, in: configuration)?.node == text.node
  }

  /// The strings of the settings themselves, and of the bundle identifiers of all configurations.
  fileprivate var textsOfSettings: [SettingText] {
    var texts: [SettingText] = []
    func add(_ text: Located<String>?, _ process: String, onlyIn configuration: String? = nil) {
      guard let text else { return }
      texts.append(
        SettingText(text: text.value, node: text.node, process: process, onlyIn: configuration))
    }
    for setting in app?.value.buildSettings ?? [] {
      switch setting.value {
      case .same(let value): add(value, Policy.Target.app)
      case .byConfiguration(let values):
        for value in values { add(value.value, Policy.Target.app, onlyIn: value.configuration) }
      }
    }
    add(app?.value.bundleIdentifier, Policy.Target.app)
    for configuration in app?.value.configurations ?? [] {
      add(configuration.bundleIdentifier, Policy.Target.app, onlyIn: configuration.name.value)
    }
    for target in targets {
      add(target.bundleIdentifier, target.name.value)
      for configuration in target.configurations {
        add(configuration.bundleIdentifier, target.name.value, onlyIn: configuration.name.value)
      }
    }
    return texts
  }
}

extension NodeTree {
  /// Whether a text may refer to a build setting; an escape sequence may also represent `$`.
  fileprivate var mayHoldBuildSettings: Bool {
    hasEscapedText
      || sources.contains { source in
        source.bytes.withUnsafeBufferPointer { $0.firstIndex(of: UInt8(ascii: "$"), from: 0) } != nil
      }
  }
}
