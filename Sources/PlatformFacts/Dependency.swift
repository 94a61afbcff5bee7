/// A package or framework that works in the background in the apps that use it.
package struct Dependency: Sendable {
  /// The name by which its developers call it.
  package let name: String
  /// The names by which package managers list it: CocoaPods, Swift packages, Carthage, npm and pub.
  package let packages: [String]
  /// The modules that an app imports to use it.
  package let modules: [String]
  /// The task identifiers that it registers and submits.
  package var tasks: [DependencyTask] = []
  /// The values of `UIBackgroundModes` that some use of it needs.
  package var modes: Set<String> = []
  /// The values of `UIBackgroundModes` that each use of it needs.
  package var requiredModes: Set<String> = []
  /// The entitlements that some use of it needs, by key.
  package var entitlements: Set<String> = []
  /// The calls by which an app has it register launch handlers.
  package var registrations: [DependencyRegistration] = []
  /// Its use of background sessions.
  package var sessions = Sessions.none

  /// A dependency's use of `URLSessionConfiguration.background(withIdentifier:)`.
  package enum Sessions: Sendable {
    /// It makes no background session.
    case none
    /// It makes a background session of its own, whose events the app forwards to it.
    case own
    /// It makes sessions of configurations that the app passes to it, and is their delegate.
    case ofTheApp
    /// It traps if the app passes a background configuration to it.
    case noneInBackground
  }
}

/// A call, or an assignment, by which an app has a dependency register a launch handler at launch.
package struct DependencyRegistration: Hashable, Sendable {
  /// The type that has the method or the property.
  package let type: String
  /// The method, without parentheses, or the property that is assigned.
  package let member: String
  /// The label of the argument with the identifier; `nil` if the member is a property, or a method without an identifier.
  package let label: String?
  /// Whether the member is a property.
  package var isProperty = false
  /// The method of the type that returns the object with the member; `nil` if the type itself has the member.
  package var instance: String?
  /// The identifier of the task, if it is always the same.
  package var identifier: String?
  /// The packages of the dependency that need the call; `nil` if all of them do.
  package var packages: Set<String>?
  /// The type of the task: `appRefresh`, `processing` or `healthResearch`; `nil` if it is not always the same.
  package let task: String?

  /// The call as a developer writes it, such as `WorkmanagerPlugin.registerBGProcessingTask(withIdentifier:)`.
  package var text: String {
    if isProperty { return "\(type).\(member)" }
    let type = type + (instance.map { ".\($0)()" } ?? "")
    return "\(type).\(member)(\(label.map { "\($0):" } ?? ""))"
  }
}

extension PlatformFacts {
  /// The dependency that a package manager lists with a name, or that has a module; `nil` if none is known.
  ///
  /// A part of a pod, such as `Firebase/Messaging`, counts with its own name.
  package static func dependency(_ name: String) -> Fact<Dependency>? { dependenciesByName[name] }

  private static let dependenciesByName: [String: Fact<Dependency>] = Dictionary(
    dependencies.flatMap { fact in (fact.value.packages + fact.value.modules).map { ($0, fact) } }
  ) { first, _ in first }
}
