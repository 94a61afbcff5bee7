internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgSubmitAtTermination = Rule(
    "BGP819", "bg-submit-at-termination", .code, .warning,
    summary: "A background task whose first request is submitted only when the app ends",
    why: """
      UIKit calls applicationWillTerminate(_:) only if the app still runs when it ends. The system suspends an app in the background first, and \
      then ends it without a call. If a person closes the app in the app switcher, the system launches it for no task.
      """,
    guide: RuleGuide(
      symptom: "No error: the task hardly ever runs, or never.",
      ignoreWhen: "Code outside of the folders that were read submits a request, too.",
      related: ["code-task-never-started", "code-task-not-submitted"]),
    citations: [.applicationWillTerminate, .forceQuitApps],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func ‹applicationWillTerminate→applicationDidEnterBackground›(_ application: UIApplication) { schedule() }
        }

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            schedule()
            task.expirationHandler = { cancel() }
            refresh { task.setTaskCompleted(success: true) }
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
    check: .code { code, policy, context in
      let submissions = code.facts(.taskSubmission).map { ($0, code.identifier(of: $0, in: policy)) }
      guard code.isComplete, submissions.allSatisfy({ $1 != nil }) else { return [] }
      var found: [Diagnostic] = []
      var seen: Set<String> = []
      for case (let fact, let identifier?) in submissions where fact.moments.contains(.terminating) {
        let own = code.facts(.taskSubmission, identified: identifier)
        let isKnown = own.allSatisfy { other in
          other[.knowsMoments] == true
            && other.all(.handler).allSatisfy {
              $0.string.flatMap { code.expanded($0, in: policy) } == identifier
            }
        }
        let late: Set<Moment> = [.terminating, .handlerStart, .handlerEnd, .failure]
        guard isKnown, own.allSatisfy({ late.isSuperset(of: $0.moments) }), seen.insert(identifier).inserted
        else {
          continue
        }
        found += [
          context.diagnostic(
            at: fact.location, in: code,
            "\(identifier) is first requested when the app ends, which the app hardly ever hears: it seldom starts, or never",
            help: "submit the request at launch, or when the app enters the background",
            severity: code.severityOfAbsence)
        ].compactMap(\.self)
      }
      return found
    }
  )
}
