internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRegisterInExtension = Rule(
    "BGP710", "bg-register-in-extension", .code, .error,
    summary: "A task registered by an extension",
    why: """
      Some extensions may submit requests, but only the containing app registers handlers and is launched.
      """,
    guide: RuleGuide(
      symptom: "The extension's launch handler never runs: the system launches only the containing app."),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withExtension(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            refresh { task.setTaskCompleted(success: true) }
          }
        }
        """)
    ],
    passes: [.registeredTask],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard code.isInExtension(fact), fact["api"]?.string == "BGTaskScheduler" else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "\(code.subject(of: fact, in: policy)) is registered by an extension",
        help: "register it in the app, which the system launches for it")
    }
  )
}
