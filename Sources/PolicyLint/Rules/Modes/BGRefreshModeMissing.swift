internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRefreshModeMissing = Rule(
    "BGP210", "bg-refresh-mode-missing", .modes, .error,
    summary: "An app refresh task without the background mode fetch",
    why: "Without fetch in UIBackgroundModes, submitting a BGAppRefreshTaskRequest fails with notPermitted.",
    guide: RuleGuide(
      symptom: "BGTaskScheduler.submit(_:) throws BGTaskScheduler.Error.notPermitted.",
      related: ["bg-mode-fetch-unused"]),
    citations: [.taskHeader, .taskSchedulerHeader],
    triggers: [
      """
      backgroundModes: [‹audio→fetch›]
      tasks:
        refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true }
      """
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """
    ],
    check: .tasksOfType(.appRefresh) { task, policy, context in
      MissingMode.diagnostic(of: task, needing: "fetch", in: policy, context)
    }
  )
}
