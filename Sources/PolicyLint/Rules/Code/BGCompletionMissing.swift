internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgCompletionMissing = Rule(
    "BGP706", "bg-completion-missing", .code, .error,
    summary: "A path through a background task that never calls setTaskCompleted(success:)",
    why: "The call is required, also after expiration.",
    guide: RuleGuide(
      symptom: "The system may kill the app.",
      swift: """
        task.expirationHandler = { work.cancel() }
        refresh { success in task.setTaskCompleted(success: success) }
        """,
      related: ["bg-expiration-missing", "bg-completed-early"]),
    citations: [.taskHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            guard isSignedIn else { «return» }
            refresh { task.setTaskCompleted(success: true) }
          }
        }
        """)
    ],
    passes: [.registeredTask],
    check: .code { code, policy, context in
      code.facts(.taskRegistration).flatMap { fact -> [Diagnostic] in
        guard let completes = fact["completes"]?.string, completes == "sometimes" || completes == "never"
        else { return [] }
        let exits = fact.values.filter { $0.key == "exit" }.map(\.value.location)
        return (exits.isEmpty ? [fact.location] : exits).compactMap { exit in
          context.diagnostic(
            at: exit, in: code,
            "\(code.subject(of: fact, in: policy)) can end without setTaskCompleted(success:)",
            help: "call task.setTaskCompleted(success:) on every path",
            related: exits.isEmpty ? [] : [(fact.location, "registered here")],
            // An expiration handler may still complete the task at the end of its time.
            severity: completes == "sometimes" && fact["expirationHandler"]?.bool == true ? .warning : nil)
        }
      }
    }
  )
}
