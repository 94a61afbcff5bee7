internal import AppFacts

/// A recognizer of facts of some kinds.
struct Recognizer: Sendable {
  let facts: @Sendable (Program) -> [CodeFact]

  /// All recognizers. Their order does not matter.
  static let all: [Recognizer] = [
    .taskRegistrations, .taskRequests, .taskCancellations, .sessions, .transfers, .headers, .sessionDelegates,
    .backgroundTasks, .otherMechanisms, .entryPoints, .dependencies, .modeUses,
    .sharedDatabases,
  ]
}
