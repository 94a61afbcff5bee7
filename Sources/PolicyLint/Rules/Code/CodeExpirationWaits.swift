internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeExpirationWaits = Rule(
    "BGP836", "code-expiration-waits", .code, .warning,
    summary: "An expiration handler that waits for the work",
    why: """
      The system calls the handler shortly before the time is up, for UIKit's tasks on the main thread, and ends the app if the task has not \
      ended then. Work that has taken all of the time is not done at once because the handler waits for it.
      """,
    guide: RuleGuide(
      symptom: "The app ends with 0x8badf00d soon after its task has expired.",
      swift: """
        task.expirationHandler = {
          queue.cancelAllOperations()
          task.setTaskCompleted(success: false)
        }
        """,
      related: ["bg-expiration-missing", "uitask-expiry-missing"]),
    citations: [.beginBackgroundTask, .taskHeader, .ourInference],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks

        public func handle(_ task: BGAppRefreshTask) {
          let isDone = DispatchSemaphore(value: 0)
          task.expirationHandler = {
            «isDone.wait»()
            task.setTaskCompleted(success: false)
          }
          refresh { isDone.signal() }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func finish(_ operations: OperationQueue) {
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Save") {
        ‹→    operations.cancelAllOperations()›
            «operations.waitUntilAllOperationsAreFinished»()
            UIApplication.shared.endBackgroundTask(task)
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func finish(_ state: DispatchQueue) {
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Save") {
            state.sync { isStopped = true }
            UIApplication.shared.endBackgroundTask(task)
          }
        }
        """)
    ],
    check: .facts([.wait]) { fact, code, _, context in
      guard fact[.inExpiration] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "This expiration handler waits for work, and the system ends the app if it does not return in time",
        help: "cancel the work and end the task at once")
    }
  )
}
