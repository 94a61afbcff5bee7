internal import JSON
package import PlatformFacts

extension Policy {
  /// The version of the policy language that this version of bgpolicy supports.
  package static let schemaVersion = 1

  /// The top-level keys of a policy.
  static let keys = KeyTable("policy", { Policy() }, policyKeys)

  private static let policyKeys: [Key<Policy>] = [
    Key(
      "schema", .schemaVersion, required: true,
      "The version of the policy language. The only version is 1."
    ) { $0.schema = $1 },
    Key(
      "extends", .oneOrMore(.string),
      """
      A base policy, or a list of them, as paths relative to this file, for example team.bgpolicy.yaml. \
      Mappings are merged key by key, and this file overrides its bases. A later base overrides an earlier \
      one. Lists are replaced, except for require, whose lists are joined.
      """
    ) { $0.extends = $1.value },
    Key(
      "app", .mapping(Policy.App.keys),
      """
      The app that the policy describes, for example { name: Photos, bundleIdentifier: com.example.photos \
      }.
      """
    ) { $0.app = $1 },
    Key(
      "targets", .named(.mapping(Policy.Target.keys)),
      """
      The app's extensions, widgets and watch apps, by name, for example { share: { type: extension } }. \
      The app itself is `app`.
      """
    ) { $0.declare($1.value) },
    Key(
      "backgroundModes", .list(of: .either(.backgroundMode, orMapping: .mapping(BackgroundMode.keys))),
      """
      UIBackgroundModes, for example [fetch, processing]. If omitted, it is derived from the rest of the \
      policy. An entry is a mode, or a mapping that also states why the app needs the mode and whose code \
      uses it, for example { mode: fetch, owner: sdk }.
      """
    ) { $0.backgroundModes = $1 },
    Key(
      "permittedIdentifiers",
      .list(of: .either(.permittedIdentifier, orMapping: .mapping(PermittedIdentifier.keys))),
      """
      BGTaskSchedulerPermittedIdentifiers, for example [com.example.photos.refresh]. If omitted, it is \
      derived from the tasks. An entry is an identifier, which may end in .* for continued processing, or \
      a mapping that also states whose code registers it, for example { identifier: org.example.refresh, \
      owner: sdk }.
      """
    ) { $0.permittedIdentifiers = $1 },
    Key(
      "sessions", .named(.mapping(Policy.Session.keys)),
      """
      The URLSessionConfigurations, by name, for example { library: { identifier: \
      com.example.photos.library } }.
      """
    ) {
      $0.sessions = $1.value
    },
    Key(
      "tasks", .named(.mapping(TaskRequest.keys)),
      """
      The BGTaskRequests, by name, for example { refresh: { type: appRefresh, identifier: \
      com.example.photos.refresh } }.
      """
    ) { $0.tasks = $1.value },
    Key(
      "backgroundTasks", .named(.mapping(UIBackgroundTask.keys)),
      """
      The tasks that the app begins with UIApplication.beginBackgroundTask, by name, for example { \
      saveDraft: { expectedRuntime: 5s } }.
      """
    ) { $0.backgroundTasks = $1.value },
    Key(
      "pushes", .named(.mapping(Policy.Push.keys)),
      "The pushes that wake the app, by name, for example { sync: { perDay: 4 } }."
    ) {
      $0.pushes = $1.value
    },
    Key(
      "otherWork", .named(.mapping(OtherWork.keys)),
      """
      Background work by other means, by name, for example { route: { kind: location } }. bgpolicy lints \
      it and derives the modes and entitlements that it needs, but generates no Swift for it and does not \
      estimate it.
      """
    ) { $0.otherWork = $1.value },
    Key(
      "retired", .list(of: .mapping(RetiredIdentifier.keys)),
      """
      The identifiers of earlier versions whose work may still be in progress on devices, for example [{ \
      identifier: com.example.photos.sync, kind: task }]. The app's own code ends that work: it registers a \
      handler for a task, or creates the session again. bgpolicy generates no Swift for them.
      """
    ) { $0.retired = $1.value.map(\.value) },
    Key(
      "transfers", .named(.mapping(Policy.Transfer.keys)),
      """
      The work of the sessions, by name, for example { photos: { session: library, count: 20, size: 4MB } \
      }. The estimate is about this work.
      """
    ) { $0.transfers = $1.value },
    Key(
      "scenarios", .named(.mapping(Scenario.keys)),
      """
      Device days for the estimate, by name, for example { field: { extends: commuter, wifi: [] } }. \
      Built-in scenarios need no entry.
      """
    ) { $0.scenarios = $1.value },
    Key(
      "population", .population,
      """
      The share of all devices that each scenario describes, for example { commuter: 60%, rareUser: 40% }.
      """
    ) { $0.population = $1 },
    Key(
      "budgets", .named(.mapping(Budget.keys)),
      """
      The limits on the estimates of transfers, by the transfer's name, for example { photos: { \
      completion: { p95: 3d } } }.
      """
    ) {
      $0.budgets = $1.value
    },
    Key(
      "require", .list(of: .mapping(Requirement.keys)),
      """
      An organization's own rules, usually in a base policy, for example [{ id: no-cellular, for: \
      sessions, must: { allowsCellularAccess: false } }].
      """
    ) { $0.requirements = $1.value.map(\.value) },
    Key(
      "rules", .ruleSettings,
      """
      The severities of built-in rules, by name, for example { bg-too-many-refresh: error, \
      bg-refresh-floor: off }.
      """
    ) {
      $0.ruleSettings = $1.value
    },
    Key(
      "model", .named(.either(.plainOverride, orMapping: .mapping(ModelOverride.keys))),
      """
      The values of the scheduling model's parameters, by name: a value, or a mapping that also states its \
      confidence and its source, for example { limiter.base: { value: 60s, confidence: measured } }.
      """
    ) { $0.modelOverrides = $1.value },
    Key(
      "generate", .mapping(Generation.keys),
      "The files that bgpolicy generates, for example { output: Generated, style: swiftui }."
    ) { $0.generate = $1.value },
  ]
}

extension Shape<Int> {
  fileprivate static var schemaVersion: Shape {
    Shape(schema: ["type": "integer", "enum": [.int(Int64(Policy.schemaVersion))]]) { node, lowering in
      guard let version = Shape.int(0...Int.max).lower(node, &lowering) else { return nil }
      if version != Policy.schemaVersion {
        lowering.report(
          .policySchemaVersion, at: .value(node),
          "schema must be \(Policy.schemaVersion), for example schema: \(Policy.schemaVersion); found \(version)",
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
      Key("mode", .string, required: true, "The value in UIBackgroundModes, for example audio.") {
        $0.mode = $1
      },
      Key(
        "because", .string,
        "The reason that the app needs the mode, for App Review and for readers of the policy."
      ) {
        $0.because = $1
      },
      .platforms("Only the linter uses this: one Info.plist contains the modes of all systems.") {
        $0.platforms = $1
      },
      Key(
        "owner", .word(Owner.self), default: "app",
        """
        Whose code uses the mode: the app's (app), or that of a dependency (sdk), which this policy does \
        not describe.
        """
      ) { $0.owner.written = $1 },
    ])
}

extension PermittedIdentifier {
  static let keys = KeyTable(
    "permittedIdentifier", { PermittedIdentifier() },
    [
      Key(
        "identifier", .identifier, required: true,
        """
        The identifier, for example com.example.photos.refresh. It may end in .* for continued processing.
        """
      ) {
        $0.identifier = $1
      },
      Key(
        "because", .string,
        "The reason that the identifier is in the list, for readers of the policy. bgpolicy ignores it."
      ) { $0.because = $1 },
      Key(
        "owner", .word(Owner.self), default: "app",
        """
        Whose code registers the identifier: the app's (app), or that of a dependency (sdk), which this \
        policy does not describe. If omitted, it is sdk for the identifiers of known dependencies.
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
      Key("value", .scalarText, required: true, "The parameter's value, for example 60s.") { $0.value = $1 },
      Key(
        "range", .scalarText,
        """
        The interval of 95 % in which the value lies, for example 0.7..10.2. Estimates draw the value from it, \
        half of the draws from below it and half from above; without a range it is certain.
        """
      ) { $0.range = $1 },
      Key(
        "confidence", .word(Confidence.self),
        "How certain the value is, for example measured, which bgpolicy calibrate writes."
      ) { $0.confidence = $1 },
      Key("source", .string, "The source of the value, for example a device's log. Reports show it.") {
        $0.source = $1
      },
    ])
}

extension Confidence: StringEnum {}
