internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskNotSubmitted = Rule(
    "BGP703", "code-task-not-submitted", .code, .warning,
    summary: "A declared task that the app's code never requests",
    why: "The system launches an app only for requests that it has submitted, so the task never runs.",
    guide: RuleGuide(
      ignoreWhen:
        "Code outside of the folders that were read submits it, such as that of a binary dependency."),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        """
        tasks:
          cleanup: { type: processing, identifier: «com.example.cleanup» }
        """,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.cleanup", using: nil) { task in
            task.setTaskCompleted(success: true)
          }
        }
        """)
    ],
    passes: [
      .withApp(
        """
        tasks:
          cleanup: { type: processing, identifier: com.example.cleanup }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.cleanup"))
        }
        """)
    ],
    check: .code { code, policy, context in
      code.diagnostics(
        ofTasksWithout: .taskRequest, in: policy, context, others: (.taskRegistration, "registered here"),
        help: "submit a request for it, or remove the task"
      ) { "The app's code never requests \($0)" }
    }
  )
}
