internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSubmitsShareError = Rule(
    "BGP712", "bg-submits-share-error", .code, .warning,
    summary: "Two requests submitted in the same do",
    why: """
      If the first request fails, the second is never submitted.
      """,
    guide: RuleGuide(
      symptom: """
        The error is that of the first request. The second one is not pending, and its task never runs.
        """,
      ignoreWhen: "The second request is of no use without the first.",
      swift: """
        for request in requests {
          do {
            try BGTaskScheduler.shared.submit(request)
          } catch {
            logger.error("\\(error)")
          }
        }
        """),
    citations: [.taskSchedulerHeader, .ourInference],
    triggers: [
      .withApp(
        """
        tasks:
          refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
          cleanup: { type: processing, identifier: com.example.cleanup }
        """,
        """
        import BackgroundTasks

        public func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
            try «BGTaskScheduler.shared.submit»(BGProcessingTaskRequest(identifier: "com.example.cleanup"))
          } catch {
            log(error)
          }
        }
        """)
    ],
    passes: [.submittedRequest],
    check: .code { code, _, context in
      let facts = code.facts(.taskSubmission).filter {
        $0["alongside"]?.bool == true && $0["error"]?.string == "caught"
      }
      return zip(facts, facts.dropFirst()).compactMap { first, second in
        guard first.location.file == second.location.file, first.scope == second.scope else { return nil }
        return context.diagnostic(
          at: second.location, in: code, "If the submission before it fails, this request is never submitted",
          help: "submit each request in a do of its own",
          related: [(first.location, "the submission before it")])
      }
    }
  )
}
