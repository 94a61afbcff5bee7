internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSchedulerWatchOS = Rule(
    "BGP247", "bg-scheduler-watchos", .tasks, .error,
    summary: "A BGTaskScheduler task in a watch app built with an older SDK",
    why: """
      SDK 26 has no BGTaskScheduler for watchOS. Watch apps schedule work with \
      WKApplication.scheduleBackgroundRefresh. A task that is also for other systems runs there, and the \
      generated code leaves it out on watchOS.
      """,
    guide: RuleGuide(
      symptom: "Code that uses BGTaskScheduler does not compile for watchOS with SDK 26.",
      ignoreWhen: "The watch app can do without the task.",
      swift: """
        WKApplication.shared().scheduleBackgroundRefresh(
          withPreferredDate: Date(timeIntervalSinceNow: 60 * 60), userInfo: nil
        ) { error in
          if let error { logger.error("\\(error)") }
        }
        """,
      related: ["platform-not-declared"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "10.0" } }
        tasks:
          refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", watchOS: "10.0" } }
        tasks:
          refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", watchOS: "10.0" } }
        tasks:
          refresh:
            { type: appRefresh, identifier: com.example.refresh, platforms: [iOS], reschedule: true, earliestBegin: 1h }
        """),
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", watchOS: "9.0" } }
        targets: { watch: { type: watchApp, bundleIdentifier: com.example.watch } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
    ],
    check: .policy { policy, context in
      guard let app = policy.app?.value, app.sdk.value < PlatformFacts.watchSchedulerSDK.value else {
        return []
      }
      return SchedulerGap.of(policy, on: .watchOS)?.diagnostics(
        context, help: "schedule the work with WKApplication.scheduleBackgroundRefresh in the watch app")
        ?? []
    }
  )
}
