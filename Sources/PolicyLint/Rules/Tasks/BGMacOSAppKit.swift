internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgMacOSAppKit = Rule(
    "BGP239", "bg-macos-appkit", .tasks, .error,
    summary: "A BGTaskScheduler task in a Mac app",
    why: """
      macOS has no BGTaskScheduler; AppKit apps use NSBackgroundActivityScheduler. Mac Catalyst has it. A \
      task that is also for other systems runs there, and the generated code leaves it out on macOS.
      """,
    guide: RuleGuide(
      symptom: """
        The module BackgroundTasks can be imported, but the Swift compiler reports “'BGTaskScheduler' is \
        unavailable in macOS”.
        """,
      seenIn: [.swiftDiagnostics, .backgroundTasksOnMac],
      ignoreWhen: "The Mac app can do without the task, or does the work while it runs.",
      swift: """
        let activity = NSBackgroundActivityScheduler(identifier: "com.example.refresh")
        activity.interval = 60 * 60
        activity.repeats = true
        activity.schedule { completion in
          refresh()
          completion(.finished)
        }
        """,
      related: ["bg-scheduler-watchos", "bg-mode-macos", "other-work-interval", "platform-not-declared"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        tasks:
          refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        tasks:
          refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        tasks:
          refresh:
            { type: appRefresh, identifier: com.example.refresh, platforms: [iOS], reschedule: true, earliestBegin: 1h }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macCatalyst: "16.0" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """),
    ],
    check: .policy { policy, context in
      SchedulerGap.of(policy, on: .macOS)?.diagnostics(
        context, help: "schedule the work with NSBackgroundActivityScheduler in the Mac app") ?? []
    }
  )
}
