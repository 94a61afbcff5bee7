internal import JSON
package import PlatformFacts

extension Policy {
  /// The version of the language that this tool reads.
  package static let schemaVersion = 1

  /// The keys of a whole policy.
  static let keys = KeyTable("policy", { Policy() }, policyKeys)

  private static let policyKeys: [Key<Policy>] = [
    Key(
      "schema", .schemaVersion, required: true,
      "The version of the policy language; 1 is the only one."
    ) { $0.schema = $1 },
    Key(
      "extends", .oneOrMore(.string),
      """
      A base policy that this one builds on, or a list of them, as paths relative to this file. Mappings merge key by \
      key and this file wins; of several bases the later wins; lists replace; require adds up.
      """
    ) { $0.extends = $1.value },
    Key("app", .mapping(App.keys), "The app that the policy is for.") { $0.app = $1 },
    Key(
      "targets", .named(.mapping(Target.keys)),
      "The app's extensions, widgets and watch apps by name; the app itself is `app`."
    ) { $0.targets = $1.value },
    Key(
      "backgroundModes", .list(of: .either(.backgroundMode, orMapping: .mapping(BackgroundMode.keys))),
      """
      UIBackgroundModes. Left out, it follows from what the policy declares. An entry is a mode, or a mapping that \
      also says why the app needs it and whose code uses it.
      """
    ) { $0.backgroundModes = $1 },
    Key(
      "permittedIdentifiers",
      .list(of: .either(.permittedIdentifier, orMapping: .mapping(PermittedIdentifier.keys))),
      """
      BGTaskSchedulerPermittedIdentifiers. Left out, it follows from the tasks. An entry is an identifier, which for \
      continued processing may end in .*, or a mapping that also says whose code registers it.
      """
    ) { $0.permittedIdentifiers = $1 },
    Key("sessions", .named(.mapping(Session.keys)), "The URLSessionConfigurations by name.") {
      $0.sessions = $1.value
    },
    Key("tasks", .named(.mapping(TaskRequest.keys)), "The BGTaskRequests by name.") { $0.tasks = $1.value },
    Key(
      "backgroundTasks", .named(.mapping(UIBackgroundTask.keys)),
      "The tasks that the app begins with UIApplication.beginBackgroundTask, by name."
    ) { $0.backgroundTasks = $1.value },
    Key("pushes", .named(.mapping(Push.keys)), "The pushes that wake the app, by name.") {
      $0.pushes = $1.value
    },
    Key(
      "otherWork", .named(.mapping(OtherWork.keys)),
      """
      Work that the app does in the background by other means, by name: { route: { kind: location } }. It is linted, and the \
      modes and entitlements that it needs are derived; no Swift is generated for it, and it is not estimated.
      """
    ) { $0.otherWork = $1.value },
    Key(
      "transfers", .named(.mapping(Transfer.keys)),
      "The work that the sessions carry, by name: what the estimate is about."
    ) { $0.transfers = $1.value },
    Key(
      "scenarios", .named(.mapping(Scenario.keys)),
      "Device days to estimate against, by name; built-in ones need no entry."
    ) { $0.scenarios = $1.value },
    Key(
      "population", .population,
      "How many of all devices have the habits of which scenario, as { commuter: 60%, rareUser: 40% }."
    ) { $0.population = $1 },
    Key("budgets", .named(.mapping(Budget.keys)), "What the estimate of a transfer is held to, by its name.")
    {
      $0.budgets = $1.value
    },
    Key(
      "require", .list(of: .mapping(Requirement.keys)),
      "Rules of an organisation's own, usually in a base policy."
    ) { $0.requirements = $1.value.map(\.value) },
    Key("rules", .ruleSettings, "Severities of the built-in rules by their names.") {
      $0.ruleSettings = $1.value
    },
    Key(
      "model", .named(.either(.plainOverride, orMapping: .mapping(ModelOverride.keys))),
      """
      Values of the scheduling model's parameters by their names: a value, or a mapping that also says how sure you \
      are of it, and why.
      """
    ) { $0.modelOverrides = $1.value },
    Key("generate", .mapping(Generation.keys), "What is generated, and how.") { $0.generate = $1.value },
  ]
}

extension Shape<Int> {
  fileprivate static var schemaVersion: Shape {
    Shape(schema: ["type": "integer", "enum": [.int(Int64(Policy.schemaVersion))]]) { node, lowering in
      guard let version = Shape.int(0...Int.max).lower(node, &lowering) else { return nil }
      if version != Policy.schemaVersion {
        lowering.report(
          .policySchemaVersion, at: .value(node),
          "The policy is of language version \(version), which is unknown",
          help: "write schema: \(Policy.schemaVersion), or use a newer bgpolicy")
      }
      return version
    }
  }
}

extension Shape<BackgroundMode> {
  fileprivate static var backgroundMode: Shape {
    Shape(schema: Shape<String>.string.schema()) { node, lowering in
      Shape<String>.string.lower(node, &lowering).map { text in
        BackgroundMode(mode: Located(text, at: node))
      }
    }
  }
}

extension Shape<PermittedIdentifier> {
  fileprivate static var permittedIdentifier: Shape {
    Shape(schema: Shape<String>.string.schema()) { node, lowering in
      Shape<Identifier>.identifier.lower(node, &lowering).map { identifier in
        var entry = PermittedIdentifier(identifier: Located(identifier, at: node))
        entry.owner = entry.owner.implied(by: entry.identifier)
        return entry
      }
    }
  }
}

extension BackgroundMode {
  static let keys = KeyTable(
    "backgroundMode", { BackgroundMode() },
    [
      Key("mode", .string, required: true, "The value of UIBackgroundModes.") { $0.mode = $1 },
      Key("because", .string, "Why the app needs it, for App Review and for whoever reads the policy.") {
        $0.because = $1
      },
      .platforms("For the linter: one Info.plist holds the modes of all systems.") { $0.platforms = $1 },
      Key(
        "owner", .word(Owner.self), default: "app",
        "Whose code uses it: the app's, or a dependency's, which this policy does not see."
      ) { $0.owner.written = $1 },
    ])
}

extension PermittedIdentifier {
  static let keys = KeyTable(
    "permittedIdentifier", { PermittedIdentifier() },
    [
      Key(
        "identifier", .identifier, required: true,
        "The identifier, which for continued processing may end in .*"
      ) {
        $0.identifier = $1
      },
      Key(
        "because", .string,
        "Why it stands in the list, for those who read the policy; nothing else reads it."
      ) { $0.because = $1 },
      Key(
        "owner", .word(Owner.self), default: "app",
        """
        Whose code registers it: the app's, or a dependency's, which this policy does not see. Left out, it is sdk for the \
        identifiers of known dependencies.
        """
      ) { $0.owner.written = $1 },
    ],
    check: { _, entry, _ in entry.owner = entry.owner.implied(by: entry.identifier) })
}

extension Shape<[RuleSetting]> {
  fileprivate static var ruleSettings: Shape {
    let level = Shape<RuleSetting.Level>.word(RuleSetting.Level.self)
    return Shape(schema: ["type": "object", "additionalProperties": level.schema()]) { node, lowering in
      lowering.lowerFreeKeys(at: node) { name, node, lowering in
        level.lower(node, &lowering).map { RuleSetting(name: name, level: Located($0, at: node)) }
      }
    }
  }
}

extension Shape<ModelOverride> {
  fileprivate static var plainOverride: Shape {
    let text = Shape<String>.scalarText
    return Shape(schema: text.schema()) { node, lowering in
      text.lower(node, &lowering).map { ModelOverride(name: .unnamed, value: Located($0, at: node)) }
    }
  }
}

extension ModelOverride {
  static let keys = KeyTable(
    "modelOverride", { ModelOverride(name: .unnamed) },
    [
      Key("value", .scalarText, required: true, "The parameter's value.") { $0.value = $1 },
      Key(
        "confidence", .word(Confidence.self),
        "How sure you are of it; measured is what bgpolicy calibrate writes."
      ) { $0.confidence = $1 },
      Key("source", .string, "Where it comes from, such as a device's log; reports show it.") {
        $0.source = $1
      },
    ])
}

extension Confidence: StringEnum {}
