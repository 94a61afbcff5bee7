internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgNextRequestMissed = Rule(
    "BGP838", "bg-next-request-missed", .code, .warning,
    summary: "A failure in a launch handler after which nothing submits the next request",
    why: """
      One request leads to one launch. If the work fails on a way that only completes the task, the task does not run again until other code \
      submits a request.
      """,
    guide: RuleGuide(
      symptom: "No error: after a failure, the task no longer runs until the app submits a request again.",
      ignoreWhen: "The task should not run again after such a failure.",
      swift: """
        func handle(_ task: BGAppRefreshTask) {
          submitNextRequest()
          refresh { success in task.setTaskCompleted(success: success) }
        }
        """,
      related: ["bg-rescheduled-last", "bg-refresh-not-rescheduled"]),
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
              do {
                try await refresh()
                schedule()
                task.setTaskCompleted(success: true)
              } catch {
                «task.setTaskCompleted»(success: false)
              }
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
              do {
                try await refresh()
                task.setTaskCompleted(success: true)
              } catch {
                task.setTaskCompleted(success: false)
              }
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
    check: .code { code, policy, context in
      code.facts(.taskRegistration).flatMap { fact -> [Diagnostic] in
        guard let identifier = code.identifier(of: fact, in: policy) else { return [] }
        let places = Set(fact.all(.submission).compactMap(\.string))
        let submissions = code.facts(.taskSubmission).filter {
          places.contains("\($0.location.file):\($0.location.line)")
        }
        // The other ways may submit the request of another task.
        guard !submissions.isEmpty,
          submissions.allSatisfy({ code.identifier(of: $0, in: policy) == identifier })
        else { return [] }
        let missed = fact.all(.withoutNext).compactMap { value in
          context.diagnostic(
            at: value.location, in: code,
            "After this failure, nothing submits the next request for \(identifier), which another way submits",
            help: "submit it at the start of the launch handler",
            related: [(fact.location, "the registration")])
        }
        return missed
          + fact.all(.submitsLate).compactMap { value in
            context.diagnostic(
              at: value.location, in: code,
              "The next request for \(identifier) is submitted only after the task is completed, when the system may suspend the app",
              help: "submit it at the start of the launch handler",
              related: [(fact.location, "the registration")],
              severity: .info)
          }
      }
    }
  )
}
