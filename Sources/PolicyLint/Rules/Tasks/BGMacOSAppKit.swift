internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgMacOSAppKit = Rule(
    "BGP239", "bg-macos-appkit", .error,
    summary: "A task of BGTaskScheduler in a Mac app",
    why: "macOS has no BGTaskScheduler. AppKit apps use NSBackgroundActivityScheduler; Mac Catalyst has it.",
    citations: [.taskSchedulerHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        tasks:
          refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macCatalyst: "16.0" } }
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
        """)
    ],
    check: .tasks { task, policy, context in
      guard let type = task.type, let macOS = policy.app?.value.deploymentTarget[.macOS],
        // Continued processing and health research have rules of their own for it.
        type.value == .appRefresh || type.value == .processing
      else { return nil }
      return context.issue(
        at: .value(type.place), "macOS has no BGTaskScheduler for \(task.name.value)",
        help: "schedule it with NSBackgroundActivityScheduler in the Mac app, and leave macOS out here",
        related: [(.key(macOS.place), "built for macOS")])
    }
  )
}
