internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRefreshOverBudget = Rule(
    "BGP224", "bg-refresh-over-budget", .tasks, .error,
    summary: "An app refresh task that takes longer than 30 seconds",
    why: """
      An app refresh task has up to 30 seconds. The system then ends it, and kills an app that does not stop \
      in time.
      """,
    guide: RuleGuide(
      symptom: """
        The system ends the task after up to 30 seconds, and kills the app if it does not stop in time.
        """,
      swift: """
        task.expirationHandler = { work.cancel() }
        """,
      related: [
        "bg-task-waits-for-transfers", "push-handler-budget", "uitask-over-30s", "bg-expiration-missing",
      ]),
    citations: [.backgroundStrategies, .wwdc19Background],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, expectedRuntime: «2m» }
      """
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, expectedRuntime: 20s }
        cleanup: { type: processing, identifier: com.example.cleanup, expectedRuntime: 2m }
      """
    ],
    check: .tasksOfType(.appRefresh) { task, policy, context in
      let most = PlatformFacts.refreshRuntime.value
      guard let runtime = task.expectedRuntime, runtime.value > most else { return nil }
      return context.diagnostic(
        at: .value(runtime.node),
        "The app refresh task \(task.name.value) takes \(runtime.value), but has only \(most)",
        help: "move the work to a processing task, or its transfers to a background session")
    }
  )
}
