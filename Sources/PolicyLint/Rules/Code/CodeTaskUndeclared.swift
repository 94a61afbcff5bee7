internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTaskUndeclared = Rule(
    "BGP701", "code-task-undeclared", .code, .error,
    summary: "A task in the app's code that the policy does not declare",
    why: """
      What the policy does not declare is neither linted nor estimated, and the generated Info.plist does not permit it: \
      submitting it fails, and registering it ends the app.
      """,
    citations: [.taskSchedulerHeader, .policyLanguage],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        """,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: «"com.example.cleanup"», using: nil) { task in
            task.setTaskCompleted(success: true)
          }
        }

        public func schedule() throws {
          let request = BGProcessingTaskRequest(identifier: «"com.example.cleanup"»)
          try BGTaskScheduler.shared.submit(request)
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
        import BackgroundTasks

        public func schedule() throws {
          let identifier = "\\(Bundle.main.bundleIdentifier!).refresh"
          try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: identifier))
        }
        """)
    ],
    check: .facts([.taskRegistration, .taskRequest]) { fact, code, policy, context in
      guard let identifier = code.identifier(of: fact, in: policy), let value = fact["identifier"],
        !policy.declaresTask(identifier)
      else { return nil }
      let deed = fact.kind == .taskRequest ? "requests" : "registers"
      return context.diagnostic(
        at: value.location, in: code,
        "The code \(deed) the task \(identifier), which the policy does not declare",
        help: "declare it under tasks, or remove the code")
    }
  )
}

extension Policy {
  /// Whether a task, or an identifier that a dependency registers, is declared with an identifier.
  func declaresTask(_ identifier: String) -> Bool {
    tasks.contains { $0.identifier?.value.permits(identifier) ?? false }
      || permittedIdentifiers?.value.contains { entry in
        entry.value.owner.value == .sdk && entry.value.identifier?.value.permits(identifier) ?? false
      } ?? false || PlatformFacts.dependencyTask(identifier) != nil
  }
}
