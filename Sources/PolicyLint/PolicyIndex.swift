internal import PolicyModel
internal import Quantities

/// The indices of a policy's declarations by their names and identifiers.
///
/// The index is created once for each walk through a policy, so that a rule that compares declarations takes
/// linear time. For a repeated name or identifier, the index gives the first declaration, unless a method
/// returns all declarations.
final class PolicyIndex: Sendable {
  private let sessionsByName: TextIndex
  private let sessionsByIdentifier: TextIndex
  private let transfersByName: TextIndex
  private let transfersBySession: TextIndex
  private let tasksByIdentifier: TextIndex
  private let tasksByLowercase: TextIndex
  private let modesByName: TextIndex
  private let permittedByText: TextIndex
  private let permittedByLowercase: TextIndex
  /// The permitted identifiers that end with a wildcard, or contain build settings without a value.
  private let permittedPatterns: [Int]
  /// The tasks whose identifiers have build settings without a value.
  private let unresolvedTasks: [Int]
  /// The permitted identifiers that no task has.
  private let unusedPermissions: SimilarIdentifiers
  /// The tasks whose identifiers have a wildcard.
  private let wildcardTasks: [Int]
  /// The identifiers of retired tasks.
  private let retiredTasks: Set<String>
  /// The names of the transfers that tasks and pushes start, each with the name of the first task, or else
  /// push, that starts it.
  private let starters: [String: Located<String>]
  /// The background sessions by the values of a few common properties.
  private let sessionsByConfiguration: [SessionConfigurationKey: [Int]]
  /// The groups of names that become the same Swift type and include a name that isn't a Swift name as
  /// written.
  let generatedNames: [[Located<String>]]
  private let policy: Policy

  static let empty = PolicyIndex(Policy())

  /// Indexes a policy.
  init(_ policy: Policy) {
    self.policy = policy
    sessionsByName = TextIndex(policy.sessions.map(\.name.value))
    sessionsByIdentifier = TextIndex(policy.sessions.map { $0.identifier?.value.text })
    transfersByName = TextIndex(policy.transfers.map(\.name.value))
    transfersBySession = TextIndex(policy.transfers.map { $0.session?.value })
    tasksByIdentifier = TextIndex(policy.tasks.map { $0.identifier?.value.text })
    tasksByLowercase = TextIndex(policy.tasks.map { $0.identifier?.value.text.lowercased() })
    modesByName = TextIndex((policy.backgroundModes?.value ?? []).map { $0.value.mode?.value })
    let tasks = policy.tasks
    unresolvedTasks = tasks.indices.filter { tasks[$0].identifier?.value.text.isUnresolved == true }
    wildcardTasks = tasks.indices.filter { tasks[$0].identifier?.value.isWildcard == true }
    let permitted = policy.permittedIdentifiers?.value ?? []
    permittedByText = TextIndex(permitted.map { $0.value.identifier?.value.text })
    permittedByLowercase = TextIndex(permitted.map { $0.value.identifier?.value.text.lowercased() })
    permittedPatterns = permitted.indices.filter { index in
      guard let identifier = permitted[index].value.identifier?.value else { return false }
      return identifier.isWildcard || identifier.text.isUnresolved
    }
    let tasksByLowercase = tasksByLowercase
    unusedPermissions = SimilarIdentifiers(
      permitted.compactMap { $0.value.identifier?.value }.filter { identifier in
        !Self.isForSomeTask(identifier, of: policy, tasksByLowercase)
      }.map(\.text))
    retiredTasks = Set(
      policy.retired.filter { $0.kind?.value == .task }.compactMap { $0.identifier?.value.text })
    starters = Self.starters(of: policy)
    generatedNames = GeneratedNames.groups(of: policy)
    sessionsByConfiguration = Self.configurations(of: policy.sessions)
  }

  private static func starters(of policy: Policy) -> [String: Located<String>] {
    var starters: [String: Located<String>] = [:]
    func add(_ names: Located<[Located<String>]>?, of starter: Located<String>) {
      for name in names?.value ?? [] where starters[name.value] == nil { starters[name.value] = starter }
    }
    for task in policy.tasks { add(task.startsTransfers, of: task.name) }
    for push in policy.pushes { add(push.startsTransfers, of: push.name) }
    return starters
  }

  private static func configurations(of sessions: [Policy.Session]) -> [SessionConfigurationKey: [Int]] {
    guard sessions.count > 1 else { return [:] }
    var all: [SessionConfigurationKey: [Int]] = [:]
    for index in sessions.indices where sessions[index].isBackground {
      all[SessionConfigurationKey(sessions[index]), default: []].append(index)
    }
    return all
  }
}

// MARK: - Sessions and transfers

extension PolicyIndex {
  func session(named name: String) -> Policy.Session? {
    sessionsByName.first(name).map { policy.sessions[$0] }
  }

  /// The session that carries a transfer.
  func session(of transfer: Policy.Transfer) -> Policy.Session? {
    transfer.session.flatMap { session(named: $0.value) }
  }

  /// The sessions with an identifier, in order.
  func sessions(identified identifier: String) -> some Collection<Policy.Session> {
    sessionsByIdentifier.all(identifier).lazy.map { self.policy.sessions[$0] }
  }

  /// The first background session with an identifier. With `session`, the first such session in the same process as `session`. `nil` for an
  /// identifier that the app composes, because two identifiers of the same form may differ.
  func backgroundSession(
    identified identifier: Identifier, like session: Policy.Session? = nil
  ) -> Policy.Session? {
    guard !identifier.isRuntime else { return nil }
    return sessions(identified: identifier.text).first { other in
      other.isBackground && other.identifier?.value.isRuntime == false
        && session.map { other.target.value == $0.target.value } ?? true
    }
  }

  /// The background sessions that may be configured like a session except for `allowsCellularAccess`, in
  /// order.
  func possibleTwins(of session: Policy.Session) -> some Sequence<Policy.Session> {
    let twins =
      sessionsByConfiguration.isEmpty
      ? nil : sessionsByConfiguration[SessionConfigurationKey(session, togglesCellularAccess: true)]
    return (twins ?? []).lazy.map { self.policy.sessions[$0] }
  }

  /// The transfers that a session carries, in order.
  func transfers(of session: Policy.Session) -> [Policy.Transfer] {
    transfersBySession.all(session.name.value).map { policy.transfers[$0] }
  }

  func transfer(named name: String) -> Policy.Transfer? {
    transfersByName.first(name).map { policy.transfers[$0] }
  }

  /// The task or push whose handler submits a transfer. `nil` if other code of the app submits the transfer.
  func starter(of transfer: Policy.Transfer) -> Located<String>? { starters[transfer.name.value] }
}

// MARK: - Tasks, background modes and permitted identifiers

extension PolicyIndex {
  /// The first declared background mode with a name.
  func backgroundMode(_ name: String) -> Located<BackgroundMode>? {
    modesByName.first(name).flatMap { policy.backgroundModes?.value[$0] }
  }

  /// Whether several tasks have the same identifier, ignoring case.
  var repeatsTasks: Bool { tasksByLowercase.hasRepeats }

  /// Whether several permitted identifiers are the same, ignoring case.
  var repeatsPermitted: Bool { permittedByLowercase.hasRepeats }

  /// The index of the first task with an identifier.
  func task(identified identifier: String) -> Int? { tasksByIdentifier.first(identifier) }

  /// The index of the first task whose identifier equals an identifier, ignoring case.
  func task(like identifier: String) -> Int? { tasksByLowercase.first(identifier.lowercased()) }

  /// The task whose identifier permits an identifier; of several such tasks, the first of a type, or else the first.
  func task(permitting identifier: String, ofType type: String?) -> TaskRequest? {
    let patterns = wildcardTasks.filter { policy.tasks[$0].identifier?.value.permits(identifier) ?? false }
    let all = Set(tasksByIdentifier.all(identifier) + patterns).sorted()
    let index = all.first { policy.tasks[$0].type?.value.rawValue == type } ?? all.first
    return index.map { policy.tasks[$0] }
  }

  /// Whether a task may have an identifier, depending on build settings without a value.
  func mayBecomeTask(_ identifier: String) -> Bool {
    unresolvedTasks.contains { policy.tasks[$0].identifier?.value.text.mayBecome(identifier) == true }
  }

  /// Whether a permitted identifier permits at least one task.
  func isForSomeTask(_ permitted: Identifier) -> Bool {
    Self.isForSomeTask(permitted, of: policy, tasksByLowercase)
  }

  private static func isForSomeTask(
    _ permitted: Identifier, of policy: Policy, _ tasksByLowercase: TextIndex
  ) -> Bool {
    if tasksByLowercase.first(permitted.text.lowercased()) != nil { return true }
    guard permitted.isWildcard else { return false }
    return policy.tasks.contains { task in task.identifier.map { permitted.permits($0.value.text) } ?? false }
  }

  /// Whether a task of an earlier version of the app had an identifier.
  func retiresTask(_ identifier: String) -> Bool { retiredTasks.contains(identifier) }

  /// The index of the first permitted identifier with a text.
  func permitted(_ text: String) -> Int? { permittedByText.first(text) }

  /// Whether a task's identifier is permitted, or the permitted identifiers are derived from the tasks.
  func permits(_ task: TaskRequest) -> Bool {
    guard let list = policy.permittedIdentifiers?.value, let identifier = task.identifier?.value.text else {
      return true
    }
    if permittedByText.first(identifier) != nil { return true }
    guard task.type?.value == .continuedProcessing else { return false }
    return permittedPatterns.contains { list[$0].value.identifier?.value.permits(identifier) ?? false }
  }

  /// The permitted identifier that differs from a text only by uppercase and lowercase letters.
  func permittedIdentifier(likeBut text: String) -> Located<Identifier>? {
    guard let entries = policy.permittedIdentifiers?.value else { return nil }
    for index in permittedByLowercase.all(text.lowercased()) {
      if let identifier = entries[index].value.identifier, identifier.value.text != text { return identifier }
    }
    return nil
  }

  /// The permitted identifier that no task has, and that a task's identifier was probably meant to be: a few letters differ.
  func probablePermission(of identifier: String) -> Suggestion? {
    unusedPermissions.nearest(to: identifier)
  }

  /// Whether a permitted identifier may equal a text, depending on build settings without a value.
  func mayBecomePermitted(_ text: String) -> Bool {
    guard let entries = policy.permittedIdentifiers?.value else { return false }
    return permittedByText.first(text) != nil
      || permittedPatterns.contains { entries[$0].value.identifier?.value.text.mayBecome(text) == true }
  }
}

/// Properties in which sessions often differ. Sessions with different keys are configured differently.
private struct SessionConfigurationKey: Hashable {
  private let target: String
  private let switches: [Bool]
  private let numbers: [Int64]

  init(_ session: Policy.Session, togglesCellularAccess: Bool = false) {
    target = session.target.value
    switches = [
      session.allowsCellularAccess.value != togglesCellularAccess, session.isDiscretionary.value,
      session.sessionSendsLaunchEvents.value,
      session.allowsExpensiveNetworkAccess.value, session.allowsConstrainedNetworkAccess.value,
    ]
    numbers = [
      session.timeoutIntervalForRequest.value.milliseconds,
      session.timeoutIntervalForResource.value.milliseconds,
      Int64(session.httpMaximumConnectionsPerHost.value),
    ]
  }
}
