internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRescheduledLast = Rule(
    "BGP716", "bg-rescheduled-last", .code, .info,
    summary: "A background task that submits its next request after its work",
    why: """
      Apple recommends submitting the next request first. If the app is terminated while it works, a handler that \
      submits last never does, and the task does not run again until something else submits it.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The date of the next request depends on the result of the work, and the app also submits one elsewhere.
        """,
      related: ["bg-resubmitted-at-end"]),
    citations: [.wwdc19Background],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            Task {
              await refresh()
              schedule()
              task.setTaskCompleted(success: true)
            }
          }
        }

        private func schedule() {
          do {
            try «BGTaskScheduler.shared.submit»(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
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
            schedule()
            task.expirationHandler = { cancel() }
            Task {
              await refresh()
              task.setTaskCompleted(success: true)
            }
          }
        }

        private func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """)
    ],
    check: .facts([.taskSubmission]) { fact, code, policy, context in
      guard code.isComplete, fact.moments.contains(.handlerEnd),
        let identifier = code.identifier(of: fact, in: policy)
      else {
        return nil
      }
      // A submission at any other moment, or at an unknown moment, may come earlier.
      guard code.identifiesAll(.taskSubmission),
        code.facts(.taskSubmission, identified: identifier).allSatisfy({ other in
          !other.moments.isEmpty && other.moments.allSatisfy { $0 == .handlerEnd || $0 == .failure }
        })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "The next request for \(identifier) is submitted only after the work, as far as the code shows",
        help: "submit it at the start of the launch handler")
    }
  )
}
