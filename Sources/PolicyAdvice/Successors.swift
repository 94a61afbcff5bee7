internal import PolicyModel

/// The declarations of a policy's new version, indexed by identifier and name, so that the time to compare two versions is proportional to
/// their size.
struct Successors {
  private let tasksByIdentifier: [String: TaskRequest]
  private let tasksByName: [String: TaskRequest]
  private let sessionsByIdentifier: [String: [Policy.Session]]
  private let sessionsByName: [String: Policy.Session]
  private let permitted: Set<String>
  private let retiredSessions: Set<String>

  /// Collects the declarations of a policy.
  init(in policy: Policy) {
    let identified = policy.tasks.compactMap { task in task.identifier.map { ($0.value.text, task) } }
    tasksByIdentifier = Dictionary(identified) { first, _ in first }
    tasksByName = Dictionary(policy.tasks.map { ($0.name.value, $0) }) { first, _ in first }
    sessionsByIdentifier = Dictionary(
      grouping: policy.sessions.filter { $0.type.value == .background && $0.identifier != nil }
    ) { $0.identifier?.value.text ?? "" }
    sessionsByName = Dictionary(policy.sessions.map { ($0.name.value, $0) }) { first, _ in first }
    permitted = Set(policy.effectivePermittedIdentifiers.map(\.text))
    retiredSessions = Set(
      policy.retired.filter { $0.kind?.value == .session }.compactMap { $0.identifier?.value.text })
  }

  /// The first task with an identifier.
  func task(identified identifier: String) -> TaskRequest? { tasksByIdentifier[identifier] }

  func task(named name: String) -> TaskRequest? { tasksByName[name] }

  /// The background sessions with an identifier.
  func sessions(identified identifier: String) -> [Policy.Session] { sessionsByIdentifier[identifier] ?? [] }

  func session(named name: String) -> Policy.Session? { sessionsByName[name] }

  /// Whether an identifier is permitted, so that the app may handle it without a task of the policy.
  func permits(_ identifier: String) -> Bool { permitted.contains(identifier) }

  /// Whether the app itself ends the transfers of a session.
  func retiresSession(_ identifier: String) -> Bool { retiredSessions.contains(identifier) }
}
