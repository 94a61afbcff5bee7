internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgExpirationLate = Rule(
    "BGP726", "bg-expiration-late", .code, .warning,
    summary: "A launch handler that sets the expiration handler of its task only after the work",
    why: """
      The system calls the expiration handler when the time of the task is nearly used up. A handler that is \
      set after the work has ended can't stop the work.
      """,
    guide: RuleGuide(
      symptom: """
        The system ends the app in the background if the work takes longer than the time of the task.
        """,
      swift: """
        func handle(_ task: BGAppRefreshTask) {
          let work = Task {
            let isDone = await refresh()
            task.setTaskCompleted(success: isDone)
          }
          task.expirationHandler = { work.cancel() }
        }
        """,
      related: ["bg-expiration-missing"]),
    citations: [.taskHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            Task {
              let isDone = await refresh()
              «task.expirationHandler» = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: isDone)
            }
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            let work = Task { task.setTaskCompleted(success: await refresh()) }
            task.expirationHandler = { work.cancel() }
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            Task {
              let work = await makeOperation()
              task.expirationHandler = { work.cancel() }
              task.setTaskCompleted(success: await work.run())
            }
          }
        }
        """),
    ],
    check: .facts([.taskRegistration]) { fact, code, policy, context in
      guard let late = fact.stated(.expirationAfterWork) else { return nil }
      return context.diagnostic(
        at: late.location, in: code,
        "\(code.subject(of: fact, in: policy)) sets its expirationHandler after the work, which nothing stops in time",
        help: "set expirationHandler before the work begins", related: [(fact.location, "the registration")])
    }
  )
}
