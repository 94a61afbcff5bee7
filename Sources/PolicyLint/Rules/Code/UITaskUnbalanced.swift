internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskUnbalanced = Rule(
    "BGP751", "uitask-unbalanced", .code, .error,
    summary: "A beginBackgroundTask that no endBackgroundTask ends",
    why: """
      The system ends an app whose background task is still open when its time is up.
      """,
    citations: [.beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          «UIApplication.shared.beginBackgroundTask»(withName: "Save") { }
          write()
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          let task = UIApplication.shared.beginBackgroundTask(withName: "Save") { cancel() }
          write()
          UIApplication.shared.endBackgroundTask(task)
        }
        """)
    ],
    check: .facts([.backgroundTask]) { fact, code, _, context in
      guard fact["ends"]?.bool != true, code.isComplete else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "No endBackgroundTask ends this background task",
        help: "end it when its work is done, and in its expiration handler")
    }
  )
}
