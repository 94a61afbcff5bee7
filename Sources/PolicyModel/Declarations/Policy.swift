package import PlatformFacts

/// A policy: the background work of an app.
package struct Policy: Sendable {
  /// The version of the language.
  package var schema: Located<Int>?
  /// The paths of the base policies, relative to this policy.
  package var extends: [Located<String>] = []
  /// The app; `nil` in a base policy.
  package var app: Located<App>?
  /// The app's extensions, widgets and watch apps.
  package internal(set) var targets: [Target] = []
  /// The index of the first target of each name.
  private var targetIndices: [String: Int] = [:]
  /// `UIBackgroundModes`; `nil` if the modes are derived from the declarations.
  package var backgroundModes: Located<[Located<BackgroundMode>]>?
  /// `BGTaskSchedulerPermittedIdentifiers`; `nil` if the identifiers are derived from the tasks.
  package var permittedIdentifiers: Located<[Located<PermittedIdentifier>]>?
  /// The session configurations.
  package var sessions: [Session] = []
  /// The requests to `BGTaskScheduler`.
  package var tasks: [TaskRequest] = []
  /// The tasks begun with `UIApplication.beginBackgroundTask`.
  package var backgroundTasks: [UIBackgroundTask] = []
  /// The silent pushes.
  package var pushes: [Push] = []
  /// Work by other means, which is neither generated nor estimated.
  package var otherWork: [OtherWork] = []
  /// The identifiers of earlier versions of the app under which devices may still have work in progress.
  package var retired: [RetiredIdentifier] = []
  /// The work that the sessions carry.
  package var transfers: [Transfer] = []
  /// Device days for the estimate.
  package var scenarios: [Scenario] = []
  /// The share of all devices that each scenario describes.
  package var population: Located<[PopulationShare]>?
  /// The limits on the estimate.
  package var budgets: [Budget] = []
  /// The rules of an organization.
  package var requirements: [Requirement] = []
  /// Severities of the built-in rules.
  package var ruleSettings: [RuleSetting] = []
  /// Overrides of the model's parameters.
  package var modelOverrides: [ModelOverride] = []
  /// Options of the generated files.
  package var generate = Generation()
  /// The build settings; `nil` if no value refers to a build setting and all configurations have the same values.
  package internal(set) var knownBuildSettings: BuildSettings?
  /// The index of the configuration whose values the policy has.
  package internal(set) var configurationIndex = 0
  /// The same policy with the values of each further configuration, in the order of the build settings.
  package internal(set) var variants: [Policy] = []
  /// The original texts of the nodes in which references to build settings have been replaced.
  var writtenTexts: [PolicyNode: String] = [:]

  /// A policy without declarations.
  package init() {}

  /// Stores the targets, and the index of the first target of each name.
  mutating func declare(_ targets: [Target]) {
    self.targets = targets
    targetIndices = Dictionary(targets.indices.map { (targets[$0].name.value, $0) }) { first, _ in first }
  }

  /// The first target with a name.
  package func target(named name: String) -> Target? { targetIndices[name].map { targets[$0] } }
}

/// A value of `UIBackgroundModes`.
package struct BackgroundMode: Sendable {
  /// The value, such as `fetch`.
  package var mode: Located<String>?
  /// The reason that the app needs the mode.
  package var because: Located<String>?
  /// The systems that the mode is for; `nil` for all systems of the app.
  package var platforms: PlatformList?
  /// The owner of the code that uses the mode.
  package var owner = Setting(Owner.app)
}

/// An entry of `BGTaskSchedulerPermittedIdentifiers`.
package struct PermittedIdentifier: Sendable {
  /// The identifier, which may end in `.*`.
  package var identifier: Located<Identifier>?
  /// The reason that the identifier is in the list.
  package var because: Located<String>?
  /// The owner of the code that registers the identifier.
  package var owner = Setting(Owner.app)
}

/// The owner of a piece of code.
package enum Owner: String, StringEnum {
  /// The app's own code.
  case app
  /// A dependency.
  case sdk
}

extension Setting<Owner> {
  /// The setting with `.sdk` as the owner if the policy omits the owner and a known dependency uses the identifier;
  /// otherwise the unchanged setting.
  func implied(by identifier: Located<Identifier>?) -> Setting {
    guard isDefault, let identifier, PlatformFacts.dependencyTask(identifier.value.written) != nil else {
      return self
    }
    return Setting(.sdk)
  }
}

/// The severity of a built-in rule.
package struct RuleSetting: Sendable {
  /// The severity of a rule's findings, or `off`.
  package enum Level: String, StringEnum {
    case off, info, warning, error
  }

  /// The rule's name.
  package let name: String
  /// The severity that replaces the rule's default severity; `off` drops the rule's findings.
  package let level: Located<Level>
}

/// The value of a model parameter, as text in the parameter's unit.
package struct ModelOverride: Named {
  /// The parameter's name: `limiter.base`.
  package var name: Located<String>
  /// The parameter's value; `nil` if the policy omits the value.
  package var value: Located<String>?
  /// The range in which the value may lie, such as `0.7..10.2`; `nil` if the value is certain.
  package var range: Located<String>?
  /// The confidence in the value; `nil` if the policy omits the confidence.
  package var confidence: Located<Confidence>?
  /// The source of the value, such as a device's log.
  package var source: Located<String>?
}
