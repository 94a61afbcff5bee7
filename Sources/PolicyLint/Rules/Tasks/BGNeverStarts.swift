internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgNeverStarts = Rule(
    "BGP263", "bg-never-starts", .tasks, .warning,
    summary: "A background task whose only requests come from its own launch handler",
    why: """
      The system runs a launch handler only for a request that is pending. If nothing but the handler submits one, the \
      task never starts.
      """,
    guide: RuleGuide(
      symptom: "No error: the task never runs.",
      ignoreWhen:
        "Code that submittedAt can't state submits the first request; then reschedule: true says so.",
      swift: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          submitRefresh()
        }
        """,
      related: ["bg-refresh-not-rescheduled", "code-task-never-started"]),
    citations: [.taskSchedulerHeader, .wwdc19Background],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: «[handlerStart]» }
      """,
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, submittedAt: «[handlerEnd, failure]» }
      """,
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: [launch, handlerStart] }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, reschedule: true }
      """,
      """
      tasks:
        retry: { type: processing, identifier: com.example.retry, submittedAt: [failure] }
      """,
    ],
    check: .tasks { task, _, context in
      guard task.neverStarts, let moments = task.submittedAt else { return nil }
      return context.diagnostic(
        at: .value(moments.node),
        "\(task.name.value) never starts: only its own launch handler submits its request",
        help: "submit the first request at launch, or when the app enters the background",
        fixes: [
          context.append(
            "enteringBackground", to: moments.node, "Add enteringBackground to submittedAt",
            safety: .unsafe(because: "makes the task run"))
        ])
    }
  )
}
