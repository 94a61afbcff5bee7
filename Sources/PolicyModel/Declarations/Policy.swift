package import PlatformFacts

/// What an app may do in the background, as one policy says it.
package struct Policy: Sendable {
  /// The version of the language.
  package var schema: Located<Int>?
  /// Policies that this one builds on, as paths relative to it.
  package var extends: [Located<String>] = []
  /// The app; `nil` in a policy that others build on.
  package var app: Located<App>?
  /// The app's extensions, widgets and watch apps.
  package var targets: [Target] = []
  /// `UIBackgroundModes`; `nil` where they follow from what is declared.
  package var backgroundModes: Located<[Located<BackgroundMode>]>?
  /// `BGTaskSchedulerPermittedIdentifiers`; `nil` where they follow from the tasks.
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
  /// The work that the sessions carry.
  package var transfers: [Transfer] = []
  /// Device days to estimate against.
  package var scenarios: [Scenario] = []
  /// How many of all devices have the habits of which scenario.
  package var population: Located<[PopulationShare]>?
  /// What the estimate is held to.
  package var budgets: [Budget] = []
  /// Rules of an organisation's own.
  package var requirements: [Requirement] = []
  /// Severities of the built-in rules.
  package var ruleSettings: [RuleSetting] = []
  /// Overrides of the model's parameters.
  package var modelOverrides: [ModelOverride] = []
  /// What is generated, and how.
  package var generate = Generation()
  /// The build settings, where any value refers to one or configurations differ; `nil` where none does.
  package internal(set) var knownBuildSettings: BuildSettings?
  /// The index of the configuration whose values the policy has.
  package internal(set) var configurationIndex = 0
  /// The same policy with the values of each further configuration, in the order of the build settings.
  package internal(set) var variants: [Policy] = []
  /// The texts as they are written whose references to build settings have been replaced.
  var writtenTexts: [PolicyNode: String] = [:]
}

/// A value of `UIBackgroundModes`.
package struct BackgroundMode: Sendable {
  /// The value: `fetch`, `processing`.
  package var mode: Located<String>?
  /// Why the app needs it.
  package var because: Located<String>?
  /// The systems that it is for; `nil` for all that the app is built for.
  package var platforms: PlatformList?
  /// Whose code uses it.
  package var owner = Setting(Owner.app)
}

/// An entry of `BGTaskSchedulerPermittedIdentifiers`.
package struct PermittedIdentifier: Sendable {
  /// The identifier, which may end in `.*`.
  package var identifier: Located<Identifier>?
  /// Why it stands in the list.
  package var because: Located<String>?
  /// Whose code registers it.
  package var owner = Setting(Owner.app)
}

/// Whose code something belongs to.
package enum Owner: String, StringEnum {
  /// The app's own.
  case app
  /// A dependency's.
  case sdk
}

extension Setting<Owner> {
  /// The same setting, which is a dependency's where nothing is written and the identifier is known to be one's.
  func implied(by identifier: Located<Identifier>?) -> Setting {
    guard isDefault, let identifier, PlatformFacts.dependencyTask(identifier.value.written) != nil else {
      return self
    }
    return Setting(.sdk)
  }
}

/// The severity of a built-in rule.
package struct RuleSetting: Sendable {
  /// What a rule's findings count as.
  package enum Level: String, StringEnum {
    case off, info, warning, error
  }

  /// The rule's name.
  package let name: String
  /// Its level.
  package let level: Located<Level>
}

/// The value of a model's parameter, as text in the parameter's own unit.
package struct ModelOverride: Named {
  /// The parameter's name: `limiter.base`.
  package var name: Located<String>
  /// Its value; `nil` where none is written.
  package var value: Located<String>?
  /// How sure the policy is of it; `nil` where it does not say.
  package var confidence: Located<Confidence>?
  /// Where it comes from, such as a device's log.
  package var source: Located<String>?
}
