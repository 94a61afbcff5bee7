internal import AppFacts

extension CodeFact {
  /// The declaration that the fact would become; `nil` for a fact about the declaration of another fact.
  var subject: String? {
    let value = self["identifier"]
    let identifier = (value?.string ?? value?.pattern ?? value?.expression).map { " \($0)" } ?? ""
    return switch kind {
    case .taskRequest, .taskRegistration: "task\(identifier)"
    case .session: "session\(identifier)"
    case .assetDownloadSession: "session for media\(identifier)"
    case .backgroundTask: "background task"
    case .remoteNotification: "handler of remote notifications"
    case .performFetch, .minimumBackgroundFetchInterval: "legacy background fetch"
    case .expiringActivity: "expiring activity"
    case .watchRefresh: "watch refresh"
    case .backgroundActivityScheduler: "background activity\(identifier)"
    case .healthDelivery: "HealthKit delivery"
    case .location: "location"
    case .taskSubmission, .taskCancellation, .pendingTaskRequests, .privateSelector, .transfer, .header,
      .runningTasks, .sessionDelegate, .backgroundEvents, .remoteNotificationRegistration, .pushRegistry,
      .incomingPush, .healthUpdate, .audioSession, .bluetooth, .dependency, .modeUse, .sharedDatabase,
      .protectedData, .liveActivity, .timer, .wait, .locationUse, .watchMessage, .requiredMode,
      .notificationService,
      .widgetTimeline,
      .cloudSubscription,
      .releasedObject, .bluetoothScan,
      .entryPoint, .remainingTime,
      .generatedProcess,
      .applicationLifeCycle:
      nil
    }
  }
}
