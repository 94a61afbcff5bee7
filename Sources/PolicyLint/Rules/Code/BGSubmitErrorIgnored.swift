internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSubmitErrorIgnored = Rule(
    "BGP711", "bg-submit-error-ignored", .code, .warning,
    summary: "A request that is submitted without a look at the error, or with try!",
    why: """
      Submitting fails if the identifier is not permitted, too many requests are pending, or Background App Refresh is off. Without the error, a task that never runs stays unnoticed. With try! the app crashes, for example for each person who has turned Background App Refresh off.
      """,
    guide: RuleGuide(
      symptom: "Nothing in the log: the task never runs.",
      ignoreWhen: """
        The app compares the pending requests with those that it needs, and logs the ones that are missing.
        """,
      swift: """
        do {
          try BGTaskScheduler.shared.submit(request)
        } catch {
          logger.error("\\(error)")
        }
        """,
      related: ["bg-submits-share-error"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          try? «BGTaskScheduler.shared.submit»(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func schedule() {
          try! «BGTaskScheduler.shared.submit»(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        }
        """),
    ],
    passes: [.submittedRequest],
    check: .facts([.taskSubmission]) { fact, code, policy, context in
      guard let handling = fact["error"]?.string, ["ignored", "trapped"].contains(handling) else {
        return nil
      }
      let request = code.identifier(of: fact, in: policy).map { "The request for \($0)" } ?? "The request"
      return context.diagnostic(
        at: fact.location, in: code,
        handling == "trapped"
          ? "\(request) crashes the app if the system refuses it"
          : "\(request) is submitted without a look at the error",
        help: "catch the error, and log it")
    }
  )
}
