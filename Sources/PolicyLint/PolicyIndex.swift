internal import PolicyModel
internal import Quantities

/// The indices of a policy's declarations by their names and identifiers.
///
/// It is made once for a walk through a policy, so that a rule that compares declarations takes time in proportion to
/// their number. A name or identifier that occurs several times leads to the first declaration with it, unless all are
/// asked for.
final class PolicyIndex: Sendable {
  private let sessionsByName: [String: Int]
  private let sessionsByIdentifier: [String: [Int]]
  private let transfersByName: [String: Int]
  private let transfersBySession: [String: [Int]]
  private let tasksByIdentifier: [String: [Int]]
  private let tasksByFoldedIdentifier: [String: Int]
  private let modesByName: [String: Int]
  private let permittedByText: [String: Int]
  private let permittedByFoldedText: [String: [Int]]
  /// The permitted identifiers that end in a wildcard, and those with build settings without a value.
  private let permittedPatterns: [Int]
  /// The tasks whose identifiers have build settings without a value.
  private let unresolvedTasks: [Int]
  /// The identifiers of retired tasks.
  private let retiredTasks: Set<String>
  private let targets: [String: Int]
  /// The names of the transfers that a task or push starts, with those of the first task or else push that does.
  private let starters: [String: Located<String>]
  /// The background sessions of each configuration, as far as a few common properties tell them apart.
  private let sessionsByConfiguration: [SessionConfigurationKey: [Int]]
  private let policy: Policy

  /// The index of an empty policy.
  static let empty = PolicyIndex(Policy())

  /// Indexes a policy.
  init(_ policy: Policy) {
    self.policy = policy
    let sessions = policy.sessions
    sessionsByName = Self.firsts(sessions.indices) { sessions[$0].name.value }
    sessionsByIdentifier = Self.all(sessions.indices) { sessions[$0].identifier?.value.text }
    let transfers = policy.transfers
    transfersByName = Self.firsts(transfers.indices) { transfers[$0].name.value }
    transfersBySession = Self.all(transfers.indices) { transfers[$0].session?.value }
    let tasks = policy.tasks
    tasksByIdentifier = Self.all(tasks.indices) { tasks[$0].identifier?.value.text }
    tasksByFoldedIdentifier = Self.firsts(tasks.indices) { tasks[$0].identifier?.value.text.lowercased() }
    unresolvedTasks = tasks.indices.filter { tasks[$0].identifier?.value.text.isUnresolved == true }
    let modes = policy.backgroundModes?.value ?? []
    modesByName = Self.firsts(modes.indices) { modes[$0].value.mode?.value }
    let permitted = policy.permittedIdentifiers?.value ?? []
    permittedByText = Self.firsts(permitted.indices) { permitted[$0].value.identifier?.value.text }
    permittedByFoldedText = Self.all(permitted.indices) {
      permitted[$0].value.identifier?.value.text.lowercased()
    }
    permittedPatterns = permitted.indices.filter { index in
      guard let identifier = permitted[index].value.identifier?.value else { return false }
      return identifier.isWildcard || identifier.text.isUnresolved
    }
    retiredTasks = Set(
      policy.retired.filter { $0.kind?.value == .task }.compactMap { $0.identifier?.value.text })
    targets = Self.firsts(policy.targets.indices) { policy.targets[$0].name.value }
    starters = Self.starters(of: policy)
    sessionsByConfiguration = Self.configurations(of: sessions)
  }

  private static func firsts(_ indices: Range<Int>, _ key: (Int) -> String?) -> [String: Int] {
    var firsts: [String: Int] = [:]
    for index in indices {
      if let key = key(index), firsts[key] == nil { firsts[key] = index }
    }
    return firsts
  }

  private static func all(_ indices: Range<Int>, _ key: (Int) -> String?) -> [String: [Int]] {
    var all: [String: [Int]] = [:]
    for index in indices {
      if let key = key(index) { all[key, default: []].append(index) }
    }
    return all
  }

  private static func starters(of policy: Policy) -> [String: Located<String>] {
    var starters: [String: Located<String>] = [:]
    func add(_ names: Located<[Located<String>]>?, of starter: Located<String>) {
      for name in names?.value ?? [] where starters[name.value] == nil { starters[name.value] = starter }
    }
    for index in policy.tasks.indices {
      add(policy.tasks[index].startsTransfers, of: policy.tasks[index].name)
    }
    for index in policy.pushes.indices {
      add(policy.pushes[index].startsTransfers, of: policy.pushes[index].name)
    }
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
  /// The session with a name.
  func session(named name: String) -> Policy.Session? { sessionsByName[name].map { policy.sessions[$0] } }

  /// The session that carries a transfer.
  func session(of transfer: Policy.Transfer) -> Policy.Session? {
    transfer.session.flatMap { session(named: $0.value) }
  }

  /// The sessions with an identifier, in order.
  func sessions(identified identifier: String) -> some Collection<Policy.Session> {
    (sessionsByIdentifier[identifier] ?? []).lazy.map { self.policy.sessions[$0] }
  }

  /// The first background session with an identifier; if asked for one like another, the first in the same process.
  func backgroundSession(
    identified identifier: String, like session: Policy.Session? = nil
  ) -> Policy.Session? {
    sessions(identified: identifier).first { other in
      other.isBackground && session.map { other.target.value == $0.target.value } ?? true
    }
  }

  /// The background sessions that may be configured like a session but with the other value of `allowsCellularAccess`, in order.
  func possibleTwins(of session: Policy.Session) -> some Sequence<Policy.Session> {
    (sessionsByConfiguration[SessionConfigurationKey(session, togglesCellularAccess: true)] ?? []).lazy.map {
      self.policy.sessions[$0]
    }
  }

  /// The transfers that a session carries, in order.
  func transfers(of session: Policy.Session) -> [Policy.Transfer] {
    (transfersBySession[session.name.value] ?? []).map { policy.transfers[$0] }
  }

  /// The transfer with a name.
  func transfer(named name: String) -> Policy.Transfer? {
    transfersByName[name].map { policy.transfers[$0] }
  }

  /// The task or push whose handler submits a transfer; `nil` if the app submits it by itself.
  func starter(of transfer: Policy.Transfer) -> Located<String>? { starters[transfer.name.value] }

  /// The target with a name.
  func target(named name: String) -> Policy.Target? { targets[name].map { policy.targets[$0] } }
}

// MARK: - Tasks, background modes and permitted identifiers

extension PolicyIndex {
  /// The first declared background mode with a name.
  func backgroundMode(_ name: String) -> Located<BackgroundMode>? {
    modesByName[name].flatMap { policy.backgroundModes?.value[$0] }
  }

  /// The index of the first task with an identifier.
  func task(identified identifier: String) -> Int? { tasksByIdentifier[identifier]?.first }

  /// The index of the first task whose identifier is the same, ignoring case.
  func task(like identifier: String) -> Int? { tasksByFoldedIdentifier[identifier.lowercased()] }

  /// Whether a task has an identifier that another may become after build settings without a value are known.
  func mayBecomeTask(_ identifier: String) -> Bool {
    unresolvedTasks.contains { policy.tasks[$0].identifier?.value.text.mayBecome(identifier) == true }
  }

  /// Whether a permitted identifier permits any task.
  func isForSomeTask(_ permitted: Identifier) -> Bool {
    if task(identified: permitted.text) != nil || task(like: permitted.text) != nil { return true }
    guard permitted.isWildcard else { return false }
    return policy.tasks.indices.contains { index in
      policy.tasks[index].identifier.map { permitted.permits($0.value.text) } ?? false
    }
  }

  /// Whether a task of an earlier version of the app had an identifier.
  func retiresTask(_ identifier: String) -> Bool { retiredTasks.contains(identifier) }

  /// The index of the first permitted identifier with a text.
  func permitted(_ text: String) -> Int? { permittedByText[text] }

  /// Whether a task's identifier is permitted, or the permitted identifiers are derived from the tasks.
  func permits(_ task: TaskRequest) -> Bool {
    guard let list = policy.permittedIdentifiers?.value, let identifier = task.identifier?.value.text else {
      return true
    }
    if permittedByText[identifier] != nil { return true }
    guard task.type?.value == .continuedProcessing else { return false }
    return permittedPatterns.contains { list[$0].value.identifier?.value.permits(identifier) ?? false }
  }

  /// The permitted identifier that differs from a text only in case.
  func permittedIdentifier(likeBut text: String) -> Located<Identifier>? {
    guard let entries = policy.permittedIdentifiers?.value else { return nil }
    for index in permittedByFoldedText[text.lowercased()] ?? [] {
      if let identifier = entries[index].value.identifier, identifier.value.text != text { return identifier }
    }
    return nil
  }

  /// Whether a permitted identifier may become a text after build settings without a value are known.
  func mayBecomePermitted(_ text: String) -> Bool {
    guard let entries = policy.permittedIdentifiers?.value else { return false }
    return permittedByText[text] != nil
      || permittedPatterns.contains { entries[$0].value.identifier?.value.text.mayBecome(text) == true }
  }
}

/// Properties in which sessions often differ: sessions with different values are configured differently.
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
