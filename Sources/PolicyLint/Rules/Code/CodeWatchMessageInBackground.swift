internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeWatchMessageInBackground = Rule(
    "BGP817", "code-watch-message-in-background", .code, .warning,
    summary: "A message to the watch app that the app sends only while it is in the background",
    why: """
      A message of WCSession reaches the watch app only while the watch app runs: unlike a message of the watch app, it does not launch the \
      other app.
      """,
    guide: RuleGuide(
      symptom: "The error handler of sendMessage gets WCError.notReachable (7007).",
      swift: "try WCSession.default.updateApplicationContext([\"state\": state])"),
    citations: [.watchMessages],
    triggers: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import WatchConnectivity

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            «WCSession.default.sendMessage»(["state": state()], replyHandler: nil)
            task.setTaskCompleted(success: true)
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.refresh,
        """
        import BackgroundTasks
        import WatchConnectivity

        public func register() {
          BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            task.expirationHandler = { cancel() }
            do { try WCSession.default.updateApplicationContext(["state": state()]) } catch { log(error) }
            task.setTaskCompleted(success: true)
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit
        import WatchConnectivity

        final class Controller: UIViewController {
          @IBAction func send(_ sender: Any) { WCSession.default.sendMessage(["state": state()], replyHandler: nil) }
        }
        """),
    ],
    check: .code { code, _, context in
      let messages = code.facts(.watchMessage)
      guard code.isComplete, messages.allSatisfy({ $0[.alternative] == false }) else { return [] }
      return messages.compactMap { fact in
        guard fact.runsOnlyInBackground, code.isNeverOnWatch(fact) else { return nil }
        return context.diagnostic(
          at: fact.location, in: code, "This message does not reach a watch app that is not running",
          help: "use updateApplicationContext(_:) or transferUserInfo(_:), which wait for the watch app",
          severity: code.severityOfAbsence)
      }
    }
  )
}
