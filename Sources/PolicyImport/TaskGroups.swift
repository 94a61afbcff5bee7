internal import AppFacts
internal import PlatformFacts
internal import Quantities

/// The facts about one task: its requests, launch handlers and submissions.
struct TaskGroup {
  /// The identifier with its build settings, which may end in `.*`.
  let identifier: String
  /// The locations that state the identifier.
  let locations: [FactLocation]
  var requests: [AppImport.UsableFact] = []
  var registrations: [AppImport.UsableFact] = []
  var submissions: [AppImport.UsableFact] = []

  /// The groups of the types for which the code makes requests with the identifier, in the order of the requests.
  var byType: [TaskGroup] {
    func type(of usable: AppImport.UsableFact) -> String? { usable.fact["task"]?.string }
    var types: [String] = []
    for type in requests.compactMap(type) where !types.contains(type) { types.append(type) }
    guard types.count > 1, requests.allSatisfy({ type(of: $0) != nil }) else { return [self] }
    return types.map { name in
      var group = self
      group.requests = requests.filter { type(of: $0) == name }
      group.submissions = submissions.filter { type(of: $0).map { $0 == name } ?? true }
      return group
    }
  }

  /// The facts that declare the task.
  var declaring: [AppImport.UsableFact] { requests + registrations }
}

extension AppImport {
  /// The tasks in the order of their first facts, and the facts with unknown identifiers.
  mutating func taskGroups() -> (groups: [TaskGroup], unknown: [UsableFact]) {
    var groups: [TaskGroup] = []
    var unknown: [UsableFact] = []
    let facts = facts(.taskRequest, .taskRegistration).filter { $0.fact["task"]?.string != "urlSession" }
    for usable in facts + self.facts(.taskSubmission) {
      guard !isInWatchApp(usable) else {
        skip(usable.fact, because: "the policy language has no tasks of a watch app")
        continue
      }
      guard let (identifier, value) = identifier(of: usable) else {
        unknown.append(usable)
        continue
      }
      guard !isLeftOutByDependency(usable, identifier: identifier) else {
        skip(usable.fact, because: "the dependency registers it only if the Info.plist permits it")
        continue
      }
      var index = groups.firstIndex { expanded($0.identifier) == expanded(identifier) }
      if index == nil, usable.fact.kind != .taskSubmission {
        groups.append(TaskGroup(identifier: identifier, locations: [value.location]))
        index = groups.count - 1
      }
      guard let index else { continue }
      switch usable.fact.kind {
      case .taskRequest: groups[index].requests.append(usable)
      case .taskRegistration: groups[index].registrations.append(usable)
      default: groups[index].submissions.append(usable)
      }
    }
    return (groups.map(withLocations), unknown)
  }

  /// Whether a dependency does not register a task, because the app's Info.plist certainly does not permit the identifier.
  private func isLeftOutByDependency(_ usable: UsableFact, identifier: String) -> Bool {
    guard usable.fact["dependency"] != nil, Self.isRegisteredIfPermitted(identifier),
      let release = app.target.release, isInfoPlistKnown(release)
    else { return false }
    let value = release.infoPlistValues[PlatformFacts.InfoPlistKey.permittedIdentifiers]
    guard let value else { return true }
    return value.list?.allSatisfy { $0.string.map { expanded($0) != identifier } ?? false } ?? false
  }

  /// Whether a dependency whose call has no identifier registers a task only if the Info.plist permits the task's identifier, as
  /// react-native-background-fetch and its siblings do.
  private static func isRegisteredIfPermitted(_ identifier: String) -> Bool {
    PlatformFacts.dependencies.contains { $0.value.registrations.contains { $0.identifier == identifier } }
  }

  /// Whether a fact runs in a watch app that another app embeds.
  private func isInWatchApp(_ usable: UsableFact) -> Bool {
    app.processes.dropFirst().contains { $0.name == usable.process && $0.target.kind == .watchApp }
  }

  private func withLocations(_ group: TaskGroup) -> TaskGroup {
    let locations = group.declaring.compactMap { $0.fact["identifier"]?.location }
    return TaskGroup(
      identifier: group.identifier, locations: locations, requests: group.requests,
      registrations: group.registrations, submissions: group.submissions)
  }

  /// The identifier of a fact in the form of a policy. The end of a continued processing task's identifier may be unknown.
  private func identifier(of usable: UsableFact) -> (String, FactValue)? {
    guard let value = usable.fact["identifier"] else { return nil }
    if let text = value.string {
      // The app's Info.plist permits the wildcard, and every instance of the task has an identifier of its own.
      return (permittedWildcards.first { covers($0, text) && isContinued(usable) } ?? text, value)
    }
    guard let pattern = value.pattern, isContinued(usable), let brace = pattern.firstIndex(of: "{") else {
      return nil
    }
    let prefix = String(pattern[..<brace])
    return permittedWildcards.first { covers($0, prefix) }.map { ($0, value) }
  }

  private func isContinued(_ usable: UsableFact) -> Bool {
    usable.fact["task"]?.string == "continuedProcessing"
  }

  func covers(_ wildcard: String, _ identifier: String) -> Bool {
    let text = expanded(identifier)
    return text != expanded(wildcard) && text.hasPrefix(expanded(wildcard).dropLast())
  }

  /// The permitted identifiers that end in `.*`.
  private var permittedWildcards: [String] {
    let list =
      app.target.release?.infoPlistValues[PlatformFacts.InfoPlistKey.permittedIdentifiers]?.list ?? []
    return list.compactMap(\.string).filter { $0.hasSuffix(".*") }
  }
}
