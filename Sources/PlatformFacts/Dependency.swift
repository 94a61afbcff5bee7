/// A package or framework that works in the background in the apps that use it.
package struct Dependency: Sendable {
  /// The name that the developers of the dependency use.
  package let name: String
  /// The names of the dependency in package managers: CocoaPods, Swift packages, Carthage, npm and pub.
  package let packages: [String]
  /// The modules that an app imports to use the dependency.
  package let modules: [String]
  /// The task identifiers that the dependency registers and submits.
  package var tasks: [DependencyTask] = []
  /// The values of `UIBackgroundModes` that some uses of the dependency need.
  package var modes: Set<String> = []
  /// The values of `UIBackgroundModes` that every use of the dependency needs.
  package var requiredModes: Set<String> = []
  /// The identifier that every use of the dependency needs, unless the app assigns another identifier; `nil`
  /// if no use needs a certain identifier.
  package var requiredIdentifier: String?
  /// The entitlements that some uses of the dependency need, by key.
  package var entitlements: Set<String> = []
  /// The calls by which an app lets the dependency register launch handlers.
  package var registrations: [DependencyRegistration] = []
  /// The dependency's use of background sessions.
  package var sessions = Sessions.none

  /// A dependency's use of `URLSessionConfiguration.background(withIdentifier:)`.
  package enum Sessions: Sendable {
    /// The dependency makes no background session.
    case none
    /// The dependency makes a background session of its own. The app forwards the events of the session to the dependency.
    case own
    /// The dependency makes sessions from configurations that the app passes, and is the delegate of these sessions.
    case ofTheApp
    /// The dependency traps if the app passes a background configuration.
    case noneInBackground
  }
}

/// A call, or an assignment, by which an app lets a dependency register a launch handler at launch.
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
  /// The identifier of the task, if every call has the same identifier.
  package var identifier: String?
  /// The packages of the dependency that need the call; `nil` if all packages of the dependency need the call.
  package var packages: Set<String>?
  /// The type of the task: `appRefresh`, `processing` or `healthResearch`; `nil` if the type varies.
  package let task: String?

  /// The call as a developer writes it, such as `WorkmanagerPlugin.registerBGProcessingTask(withIdentifier:)`.
  package var text: String {
    if isProperty { return "\(type).\(member)" }
    let type = type + (instance.map { ".\($0)()" } ?? "")
    return "\(type).\(member)(\(label.map { "\($0):" } ?? ""))"
  }
}

extension PlatformFacts {
  /// The dependency with a name in a package manager, or with a module; `nil` if no known dependency has the name or module.
  ///
  /// A part of a pod, such as `Firebase/Messaging`, is found only by its full name.
  package static func dependency(_ name: String) -> Fact<Dependency>? { dependenciesByName[name] }

  private static let dependenciesByName: [String: Fact<Dependency>] = Dictionary(
    dependencies.flatMap { fact in (fact.value.packages + fact.value.modules).map { ($0, fact) } }
  ) { first, _ in first }
}
