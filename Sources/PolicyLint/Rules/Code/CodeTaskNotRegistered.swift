internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskNotRegistered = Rule(
    "BGP702", "code-task-not-registered", .code, .error,
    summary: "A declared task for which the app's code registers no launch handler",
    why:
      "The system ends an app that it launches for a task without a launch handler, and submitting the task fails.",
    guide: RuleGuide(
      symptom: """
        The app crashes with NSInternalInconsistencyException, “No launch handler registered for task with \
        identifier com.example.refresh” (seen on iOS 15.4).
        """,
      seenIn: [.weeklyRoundupHandler, .expoHandler],
      ignoreWhen:
        "Code outside of the folders that were read registers it, such as that of a binary dependency.",
      swift: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
          handle(task)
        }
        """,
      related: ["code-task-not-submitted"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: «com.example.refresh», reschedule: true }
        """,
        """
        import BackgroundTasks

        public func schedule() throws {
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """)
    ],
    passes: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import SwiftUI

        @main struct ExampleApp: App {
          var body: some Scene {
            WindowGroup { Text("Example") }.backgroundTask(.appRefresh("com.example.refresh")) { }
          }
        }
        """)
    ],
    check: .code { code, policy, context in
      code.diagnostics(
        ofTasksWithout: .taskRegistration, in: policy, context, others: (.taskRequest, "requested here"),
        help: "register one before the app has finished launching, or let the generated code do it"
      ) { "The app's code registers no launch handler for \($0)" }
    }
  )
}
