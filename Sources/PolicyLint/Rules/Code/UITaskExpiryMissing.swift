internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskExpiryMissing = Rule(
    "BGP750", "uitask-expiry-missing", .code, .error,
    summary: "A beginBackgroundTask without an expiration handler",
    why: """
      The system ends an app whose background task is still open when its time is up.
      """,
    guide: RuleGuide(
      symptom: "The system kills the app, and the crash report contains 0x8badf00d.",
      seenIn: [.backgroundTaskNotes],
      swift: """
        task = UIApplication.shared.beginBackgroundTask(withName: "upload") { [weak self] in
          self?.endTask()
        }
        """,
      related: ["uitask-unbalanced"]),
    citations: [.beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          let task = «UIApplication.shared.beginBackgroundTask»(withName: "Save")
          write()
          UIApplication.shared.endBackgroundTask(task)
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Save") {
            UIApplication.shared.endBackgroundTask(task)
          }
          write()
          UIApplication.shared.endBackgroundTask(task)
        }
        """)
    ],
    check: .facts([.backgroundTask]) { fact, code, _, context in
      guard fact["expirationHandler"]?.bool != true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "This background task has no expiration handler",
        help: "pass one that ends the task")
    }
  )
}
