internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskLogicOnRemaining = Rule(
    "BGP755", "uitask-logic-on-remaining", .code, .warning, .stated,
    summary: "Code that depends on backgroundTimeRemaining",
    why: """
      The value is valid only in the background, and only while a task is running. Logic that depends on it is one of \
      the most frequent causes of bugs in background tasks.
      """,
    guide: RuleGuide(related: ["uitask-expiry-missing"]),
    citations: [.backgroundTaskNotes],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public final class Saver {
          private var task = UIBackgroundTaskIdentifier.invalid

          public func save() {
            task = UIApplication.shared.beginBackgroundTask(withName: "Save") { self.end() }
            if «UIApplication.shared.backgroundTimeRemaining» > 10 { write() }
            end()
          }

          func end() { UIApplication.shared.endBackgroundTask(task) }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public final class Saver {
          private var task = UIBackgroundTaskIdentifier.invalid

          public func save() {
            task = UIApplication.shared.beginBackgroundTask(withName: "Save") { self.end() }
            print(UIApplication.shared.backgroundTimeRemaining)
            end()
          }

          func end() { UIApplication.shared.endBackgroundTask(task) }
        }
        """)
    ],
    check: .facts([.remainingTime]) { fact, code, _, context in
      context.diagnostic(
        at: fact.location, in: code, "The code depends on backgroundTimeRemaining",
        help: "start the work, and end it in the expiration handler")
    }
  )
}
