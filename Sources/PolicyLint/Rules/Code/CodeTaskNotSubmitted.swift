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
      symptom: "No error: the task never runs.",
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
        """),
      .withApp(
        """
        tasks:
          cleanup: { type: processing, identifier: «com.example.cleanup» }
        """,
        """
        import BackgroundTasks

        public func schedule() {
          let request = BGProcessingTaskRequest(identifier: "com.example.cleanup")
          request.requiresExternalPower = true
        }
        """),
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
      ) { "\($0) is never requested in the app's code" } + unsubmitted(code, policy, context)
    }
  )

  /// Tasks whose requests the code creates but never submits.
  private static func unsubmitted(
    _ code: ReleaseCode, _ policy: Policy, _ context: RuleContext
  ) -> [Diagnostic] {
    // A method that UIKit never calls submits no requests. Another rule reports such a method.
    let submissions =
      code.facts(.taskSubmission) + code.inUncalledMethods.filter { $0.kind == .taskSubmission }
    guard code.knowsIdentifiers(.taskRequest),
      submissions.allSatisfy({ code.identifier(of: $0, in: policy) != nil })
    else { return [] }
    let submitted = Set(submissions.compactMap { code.identifier(of: $0, in: policy) })
    return policy.tasks.compactMap { task in
      guard !task.isOfDependency, let identifier = task.identifier,
        !submitted.contains(identifier.value.text),
        !(identifier.value.isWildcard && submitted.contains(where: identifier.value.permits))
      else { return nil }
      let requests = code.facts(.taskRequest, permittedBy: identifier.value)
      guard !requests.isEmpty else { return nil }
      return context.diagnostic(
        at: .value(identifier.node), in: code,
        "The app's code makes a request for \(identifier.value.text), and never submits it",
        help: "pass it to BGTaskScheduler.shared.submit(_:)",
        found: requests.map { ($0.location, "made here") }, severity: code.severityOfAbsence)
    }
  }
}
