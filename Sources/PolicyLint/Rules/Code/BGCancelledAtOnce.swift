internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgCancelledAtOnce = Rule(
    "BGP779", "bg-cancelled-at-once", .code, .warning,
    summary: "A request that is cancelled as soon as it is submitted",
    why: "A cancelled request is no longer pending, so the system does not launch the task.",
    guide: RuleGuide(
      symptom: "No error: the task never runs.",
      swift: """
        BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "com.example.refresh")
        try BGTaskScheduler.shared.submit(request)
        """,
      related: ["bg-cancels-all"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
          «BGTaskScheduler.shared.cancelAllTaskRequests»()
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "com.example.refresh")
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
          guard isLoggedOut else { return }
          BGTaskScheduler.shared.cancelAllTaskRequests()
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
          BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "com.example.sync")
        }
        """),
    ],
    check: .facts([.taskCancellation]) { fact, code, policy, context in
      let places = Set(fact.all(.submission).compactMap(\.string))
      let submissions = code.facts(.taskSubmission).filter {
        places.contains("\($0.location.file):\($0.location.line)")
      }
      let cancelled = submissions.first { submission in
        guard fact["identifier"] != nil else { return true }
        let identifier = code.identifier(of: fact, in: policy)
        return identifier != nil && identifier == code.identifier(of: submission, in: policy)
      }
      guard let cancelled else { return nil }
      let subject =
        code.identifier(of: cancelled, in: policy).map { "the request for \($0)" } ?? "the request"
      return context.diagnostic(
        at: fact.location, in: code, "This cancels \(subject) that the same code has just submitted",
        help: "cancel before the request is submitted, or not at all",
        related: [(cancelled.location, "the submission")])
    }
  )
}
