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
      ignoreWhen:
        "Code outside of the folders that were read registers it, such as that of a binary dependency."),
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
      guard code.knowsIdentifiers(.taskRegistration, in: policy) else { return [] }
      let registered = code.facts(.taskRegistration).compactMap { code.identifier(of: $0, in: policy) }
      return policy.tasks.compactMap { task in
        guard !task.isOfDependency, let identifier = task.identifier,
          !registered.contains(where: identifier.value.permits)
        else { return nil }
        let requests = code.facts(.taskRequest).filter {
          code.identifier(of: $0, in: policy).map(identifier.value.permits) ?? false
        }
        return context.diagnostic(
          at: .value(identifier.node), in: code,
          "The app's code registers no launch handler for \(identifier.value.text)",
          help: "register one before the app has finished launching, or let the generated code do it",
          found: requests.map { ($0.location, "requested here") },
          severity: code.severityOfAbsence)
      }
    }
  )
}
