internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

// The uses of background modes and entitlements that the code and the dependencies of an app show.
extension ReleaseCode {
  /// Whether the code, or a known dependency, uses a background mode; `nil` if nothing shows the use of the mode.
  func uses(mode: String, _ policy: Policy) -> Bool? {
    guard let user = Self.users.first(where: { $0.mode == mode }) else { return nil }
    return user.kinds.contains { facts($0).contains { !$0.isTurnedOff } } || usesTask(of: user.tasks)
      || facts(.modeUse).contains { $0["mode"]?.string == mode }
      || pluginCalls.contains { $0.function.map { [$0.mode, $0.usedMode].contains(mode) } ?? false }
      || dependencies.contains { $0.modes.contains(mode) } || Self.usesTaskOfDependency(in: mode, policy)
  }

  /// Whether no dependency of the app, known or not, could work in the background in a mode.
  func hasNoDependency(for mode: String, besides name: String? = nil) -> Bool {
    unknownPlugins.isEmpty && unknownPackages.isEmpty && unknownModules.isEmpty
      && !dependencies.contains { $0.name != name && $0.modes.contains(mode) }
  }

  /// The modules that the code imports, and that are neither Apple's, nor the app's own, nor modules of known dependencies, in order.
  var unknownModules: [String] {
    let folders = Set(
      reading.facts.targets.flatMap(\.sources).flatMap { $0.pathNames.dropLast() })
    let targets = Set(
      reading.facts.targets.map { $0.name.replacing("-", with: "_").replacing(" ", with: "_") })
    let modules = Set(facts(.dependency).compactMap { $0["module"]?.string })
    return modules.filter { module in
      PlatformFacts.dependency(module) == nil && !Self.engines.contains(module) && !targets.contains(module)
        && !folders.contains(Substring(module))
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The modules of the engines that run JavaScript and Dart. An engine itself uses no background mode.
  private static let engines: Set = ["Cordova", "Expo", "ExpoModulesCore", "Flutter", "React"]

  /// Whether the code registers for remote notifications or receives them, or a known dependency does.
  var usesPushes: Bool {
    let kinds: [FactKind] = [
      .remoteNotificationRegistration, .remoteNotification, .pushRegistry, .cloudSubscription,
    ]
    return kinds.contains { !facts($0).isEmpty } || mirrorsCloud
      || facts(.liveActivity).contains { $0["pushType"].map { $0.content != .null } ?? false }
      || dependencies.contains { $0.entitlements.contains(PlatformFacts.pushEntitlement.value) }
  }

  /// Whether a store of the app mirrors CloudKit, which tells the store about changes by silent pushes.
  var mirrorsCloud: Bool { facts(.requiredMode).contains { $0["mode"]?.string == "remote-notification" } }

  /// A user of a mode: facts of some kinds, and tasks of some types.
  private struct ModeUser {
    let mode: String
    var kinds: [FactKind] = []
    var tasks: Set<String> = []
  }

  private static let users: [ModeUser] = [
    ModeUser(mode: "audio", kinds: [.audioSession]),
    ModeUser(mode: "bluetooth-central"),
    ModeUser(mode: "bluetooth-peripheral"),
    ModeUser(mode: "external-accessory"),
    ModeUser(mode: "fetch", kinds: [.performFetch, .minimumBackgroundFetchInterval], tasks: ["appRefresh"]),
    ModeUser(mode: "location", kinds: [.location]),
    ModeUser(mode: "nearby-interaction"),
    ModeUser(mode: "network-authentication"),
    ModeUser(mode: "processing", tasks: ["processing", "healthResearch"]),
    ModeUser(mode: "push-to-talk"),
    ModeUser(mode: "voip", kinds: [.pushRegistry]),
    ModeUser(mode: "workout-processing"),
  ]

  /// Whether the code requests or registers a task of one of some types, or a task of unknown type.
  private func usesTask(of types: Set<String>) -> Bool {
    guard !types.isEmpty else { return false }
    let requests = facts(.taskRequest)
    return (requests + facts(.taskRegistration)).contains { fact in
      if let type = fact["task"]?.string { return types.contains(type) }
      // A launch handler that takes any task gets tasks of the type that is requested.
      let identifier = fact["identifier"]?.string
      let requested = requests.filter { identifier != nil && $0["identifier"]?.string == identifier }
      return requested.isEmpty
        || requested.contains { $0["task"]?.string.map(types.contains) ?? true }
    }
  }

  /// Whether the policy has a dependency's task that needs a mode.
  private static func usesTaskOfDependency(in mode: String, _ policy: Policy) -> Bool {
    let identifiers = (policy.permittedIdentifiers?.value ?? []).compactMap(\.value.identifier)
    return identifiers.contains { PlatformFacts.dependencyTask($0.value.written)?.value.mode == mode }
      || policy.tasks.contains { task in
        task.isOfDependency && task.type.map { Self.mode(of: $0.value) == mode } ?? true
      }
  }

  /// The background mode that a task of a type needs; `nil` if the task needs no mode.
  private static func mode(of type: TaskType) -> String? {
    switch type {
    case .appRefresh: "fetch"
    case .processing, .healthResearch: "processing"
    case .continuedProcessing: nil
    }
  }
}

extension CodeFact {
  /// Whether the fact is a property that the code sets to `false`: `allowsBackgroundLocationUpdates = false`.
  fileprivate var isTurnedOff: Bool { self["value"]?.bool == false }
}
