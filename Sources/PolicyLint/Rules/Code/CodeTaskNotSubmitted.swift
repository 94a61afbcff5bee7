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
      guard code.knowsIdentifiers(.taskRequest, in: policy) else { return [] }
      let requested = code.facts(.taskRequest).compactMap { code.identifier(of: $0, in: policy) }
      return policy.tasks.compactMap { task in
        guard !task.isOfDependency, let identifier = task.identifier,
          !requested.contains(where: identifier.value.permits)
        else { return nil }
        let registrations = code.facts(.taskRegistration).filter {
          code.identifier(of: $0, in: policy).map(identifier.value.permits) ?? false
        }
        return context.diagnostic(
          at: .value(identifier.node), in: code,
          "The app's code never requests \(identifier.value.text)",
          help: "submit a request for it, or remove the task",
          found: registrations.map { ($0.location, "registered here") },
          severity: code.severityOfAbsence)
      }
    }
  )
}
