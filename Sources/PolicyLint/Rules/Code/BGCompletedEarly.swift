internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgCompletedEarly = Rule(
    "BGP707", "bg-completed-early", .code, .warning,
    summary: "A background task that is completed before its work is done",
    why: """
      After setTaskCompleted(success:) the system may suspend the app at once, so that work which it has started stops.
      """,
    guide: RuleGuide(
      symptom: "No error: the work may stop unfinished when the system suspends the app.",
      related: ["bg-completion-missing"]),
    citations: [.taskHeader, .wwdc19Background],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            Task { await refresh() }
            task.setTaskCompleted(success: true)
          }
        }
        """)
    ],
    passes: [.registeredTask],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact["completesAtOnce"]?.bool == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(code.subject(of: fact, in: policy)) calls setTaskCompleted(success:) before its work is done",
        help: "call it when the work that it starts has ended",
        related: [(fact.stated(.completesAtOnce)?.location ?? fact.location, "called here")])
    }
  )
}
