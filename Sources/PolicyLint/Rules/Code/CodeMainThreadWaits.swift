internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeMainThreadWaits = Rule(
    "BGP829", "code-main-thread-waits", .code, .warning,
    summary: "A wait of the main thread for code that needs the main thread",
    why: """
      While the main thread waits, it runs nothing of the main queue and of the main actor. A Task that is made in code of the main actor is \
      isolated to the main actor, too. If only such code ends the wait, the wait never ends.
      """,
    guide: RuleGuide(
      symptom: "The app hangs, and the system ends it.",
      related: ["session-delegate-blocks", "bg-completion-missing"]),
    citations: [.synchronousDispatch, .crashReportTypes, .ourInference],
    triggers: [
      .withApp(
        """
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            let isDone = DispatchSemaphore(value: 0)
            Task‹→.detached› {
              await refresh()
              isDone.signal()
            }
            «isDone.wait»()
            completionHandler(.newData)
          }
        }
        """),
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: ‹.main→nil›) { task in
            task.expirationHandler = { cancel() }
            let group = DispatchGroup()
            group.enter()
            refresh { DispatchQueue.main.async { group.leave() } }
            «group.wait»()
            task.setTaskCompleted(success: true)
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: .main) { task in
            task.expirationHandler = { cancel() }
            let group = DispatchGroup()
            group.enter()
            refresh { group.leave() }
            group.wait()
            task.setTaskCompleted(success: true)
          }
        }
        """)
    ],
    check: .facts([.wait]) { fact, code, _, context in
      guard let other = fact.stated(.needsMain), fact[.needsMain] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "The main thread waits for code that needs the main thread",
        help: "complete the work in that code, without a wait", related: [(other.location, "this code")])
    }
  )
}
