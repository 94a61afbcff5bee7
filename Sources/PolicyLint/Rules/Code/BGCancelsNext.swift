internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgCancelsNext = Rule(
    "BGP830", "bg-cancels-next", .code, .warning,
    summary: "A cancellation at launch or at expiration that leaves no request pending",
    why: """
      A cancellation is for requests that are pending, never for the task that runs. At expiration it cancels the next request, which the launch \
      handler has submitted; at each launch it cancels the request of an earlier run of the app.
      """,
    guide: RuleGuide(
      symptom: "No error: the task no longer runs until the app submits a request again.",
      ignoreWhen: "The app submits the request elsewhere, in code outside of the folders that were read.",
      swift: """
        task.expirationHandler = { work.cancel() }
        """,
      related: ["bg-cancelled-at-once", "bg-cancels-all"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            schedule()
            let work = Task {
              await refresh()
              task.setTaskCompleted(success: true)
            }
            task.expirationHandler = {
              work.cancel()
              «BGTaskScheduler.shared.cancelAllTaskRequests»()
              ‹→schedule()›
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
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            «BGTaskScheduler.shared.cancelAllTaskRequests»()
            ‹→schedule()›
            return true
          }
        }

        final class Settings: UIViewController {
          @IBAction func turnOn(_ sender: Any) { schedule() }
        }

        private func schedule() {
          do {
            try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
          } catch {
            log(error)
          }
        }
        """),
    ],
    check: .facts([.taskCancellation]) { fact, code, policy, context in
      let submissions = code.facts(.taskSubmission).map { ($0, code.identifier(of: $0, in: policy)) }
      guard code.isComplete, submissions.allSatisfy({ $1 != nil }) else { return nil }
      var own: [String: [CodeFact]] = [:]
      for case (let submission, let identifier?) in submissions
      where fact["identifier"] == nil || code.identifier(of: fact, in: policy) == identifier {
        own[identifier, default: []].append(submission)
      }
      let sorted = own.filter { $0.value.allSatisfy { $0[.knowsMoments] == true } }.sorted { $0.key < $1.key }
      if fact[.atExpiration] == true {
        let handlers = fact.all(.handler).map(\.string)
        let names = Set(handlers.map { $0.flatMap { code.expanded($0, in: policy) } ?? "" })
        let found = sorted.first { names == [$0.key] && $0.value.precedeExpiration(of: handlers) }
        guard let found, let first = found.value.first else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          "The expiration of \(found.key) cancels the next request, which its launch handler has submitted",
          help: "cancel the work instead, or submit a request afterwards",
          related: [(first.location, "the submission")])
      }
      guard fact[.atEachLaunch] == true, let found = sorted.first(where: { $0.value.needAPerson }),
        let first = found.value.first
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "Each launch cancels the request for \(found.key), which the app submits again only when a person acts, or in its launch handler",
        help: "submit the request at launch, too, or cancel it only when it has to change",
        related: [(first.location, "the submission")], severity: code.severityOfAbsence)
    }
  )
}

extension [CodeFact] {
  /// Whether submissions in launch handlers come before the handlers' expiration, and no submission comes later in any handler.
  fileprivate func precedeExpiration(of handlers: [String?]) -> Bool {
    contains { $0.moments.contains(.handlerStart) && $0.all(.handler).map(\.string) == handlers }
      && allSatisfy { Set($0.moments).isDisjoint(with: [.handlerEnd, .failure]) }
  }

  /// Whether only a person, or a launch handler, causes the submissions.
  fileprivate var needAPerson: Bool {
    let moments = Set(flatMap(\.moments))
    return moments.contains(.userAction)
      && moments.isSubset(of: [.userAction, .handlerStart, .handlerEnd, .failure, .terminating])
  }
}
