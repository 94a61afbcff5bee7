internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskExpiryMissing = Rule(
    "BGP750", "uitask-expiry-missing", .code, .error,
    summary: "A beginBackgroundTask without an expiration handler that ends the task in time",
    why: """
      The system ends an app whose background task is still open when its time is up. The expiration handler has to end \
      the task before the handler returns: one that is empty, only logs, or ends the task in a Task or on another queue \
      comes too late.
      """,
    guide: RuleGuide(
      symptom: """
        The system kills the app, and the crash report contains 0x8badf00d, or “Background task still not ended after \
        expiration handlers were called”.
        """,
      seenIn: [.backgroundTaskNotes, .endedAfterExpiration],
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
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public final class Saver {
          private var task = UIBackgroundTaskIdentifier.invalid

          public func save() {
            task = «UIApplication.shared.beginBackgroundTask»(withName: "Save") {
              DispatchQueue.main.async { self.end() }
            }
            write { self.end() }
          }

          private func end() { UIApplication.shared.endBackgroundTask(task) }
        }
        """),
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
      // Another rule reports a task that nothing can end.
      guard fact[.dropped] != true else { return nil }
      let message: String
      switch fact[.expiration] {
      case .nothing: message = "The expiration handler of this background task does not end it"
      case .later:
        message = "The expiration handler of this background task ends it only after the handler has returned"
      case .ends, .unknown, nil:
        guard fact["expirationHandler"]?.bool != true else { return nil }
        message = "This background task has no expiration handler"
      }
      // A function that begins background tasks for other code may take the other code's expiration handlers.
      let caller = fact.stated(.expiration).map(\.location).flatMap { $0 == fact.location ? nil : $0 }
      return context.diagnostic(
        at: fact.location, in: code, message,
        help: fact[.expiration] == nil
          ? "pass one that ends the task" : "call endBackgroundTask(_:) in the handler itself",
        related: caller.map { [($0, "the handler of this call")] } ?? [])
    }
  )
}
