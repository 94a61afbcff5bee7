internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSchedulerWatchOS = Rule(
    "BGP247", "bg-scheduler-watchos", .error,
    summary: "A task of BGTaskScheduler in a watch app built with an older SDK",
    why: """
      The SDK 26 has no BGTaskScheduler for watchOS. Watch apps schedule by \
      WKApplication.scheduleBackgroundRefresh.
      """,
    citations: [.taskSchedulerHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "10.0" } }
        tasks:
          refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """)
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", watchOS: "9.0" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
    ],
    check: .tasks { task, policy, context in
      guard let type = task.type, let app = policy.app?.value, let watchOS = app.deploymentTarget[.watchOS],
        app.sdk.value < PlatformFacts.watchSchedulerSDK.value,
        type.value == .appRefresh || type.value == .processing,
        // An app that also runs on a system with the scheduler has the task there.
        !app.deploymentTarget.platforms.contains(where: {
          PlatformFacts.taskSchedulerAvailability.value.introduced[$0] != nil
        })
      else { return nil }
      return context.issue(
        at: .value(type.place), "watchOS has no BGTaskScheduler in the SDK \(app.sdk.value)",
        help:
          "schedule \(task.name.value) with WKApplication.scheduleBackgroundRefresh, and leave watchOS out here",
        related: [(.key(watchOS.place), "built for watchOS")])
    }
  )
}
