internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgExpirationMissing = Rule(
    "BGP705", "bg-expiration-missing", .code, .error,
    summary: "A background task without an expirationHandler that does something",
    why: "When its time is up, the system marks a task without a handler as complete and unsuccessful.",
    guide: RuleGuide(
      symptom: """
        No error: the task ends as unsuccessful, and its work stops when the system suspends the app.
        """,
      swift: """
        task.expirationHandler = { operation.cancel() }
        """,
      related: ["bg-completion-missing"]),
    citations: [.taskHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            refresh { task.setTaskCompleted(success: true) }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          «BGTaskScheduler.shared.register»(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { print("The time is up") }
            refresh { task.setTaskCompleted(success: true) }
          }
        }
        """),
    ],
    passes: [.registeredTask],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard fact["expirationHandler"] == nil, fact["api"]?.string == "BGTaskScheduler",
        let completes = fact["completes"]?.string,
        completes != "escapes" || fact[.keepsWithoutExpiration] == true
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        fact[.expiration] == .nothing
          ? "The expirationHandler of \(code.identifier(of: fact, in: policy) ?? "this task") does nothing"
          : "\(code.subject(of: fact, in: policy)) has no expirationHandler",
        help: "set one that cancels the work, which then calls setTaskCompleted(success: false)",
        // A handler that has completed its task when it returns rarely runs out of time.
        severity: fact[.synchronous] == true ? .warning : nil)
    }
  )
}
