internal import AppFacts

/// Finds the facts of certain kinds in a program.
struct Recognizer: Sendable {
  let facts: @Sendable (Program) -> [CodeFact]

  /// All recognizers. Their order does not matter.
  static let all: [Recognizer] = [
    .taskRegistrations, .taskRequests, .taskCancellations, .sessions, .transfers, .headers, .sessionDelegates,
    .backgroundTasks, .otherMechanisms, .incomingPushes, .healthUpdates, .entryPoints, .dependencies,
    .modeUses, .audioSessions, .protectedData, .keychainLibraries, .liveActivities,
    .releasedObjects, .timers, .queueTimers, .silentPlayers, .blockingLoads, .expirationWaits, .requiredModes,
    .notificationServices, .widgetTimelines,
    .sharedDatabases, .generatedProcesses, .waits, .mainWaits, .locations, .pushRegistrations,
  ]
}
