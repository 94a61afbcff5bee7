internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskEndedEarly = Rule(
    "BGP761", "uitask-ended-early", .code, .warning,
    summary: "A background task that ends before its work is done",
    why: """
      The task keeps the app running until endBackgroundTask(_:). Work that goes on in a Task, on another queue or in a \
      transfer stops when the system suspends the app. So does work after the first of two calls of endBackgroundTask(_:).
      """,
    guide: RuleGuide(
      symptom: "No error: the work may stop unfinished when the app enters the background.",
      related: ["uitask-unbalanced", "bg-completed-early"]),
    citations: [.beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          let task = UIApplication.shared.beginBackgroundTask(withName: "Save") { cancel() }
          Task { await write() }
          «UIApplication.shared.endBackgroundTask»(task)
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          let task = UIApplication.shared.beginBackgroundTask(withName: "Save") { cancel() }
          if drafts.isEmpty {
            «UIApplication.shared.endBackgroundTask»(task)
            ‹→return›
          }
          write(drafts)
          UIApplication.shared.endBackgroundTask(task)
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          let task = UIApplication.shared.beginBackgroundTask(withName: "Save") { cancel() }
          Task {
            await write()
            UIApplication.shared.endBackgroundTask(task)
          }
        }
        """)
    ],
    check: .facts([.backgroundTask]) { fact, code, _, context in
      guard fact[.completesAtOnce] == true, let place = fact.stated(.completesAtOnce)?.location else {
        return nil
      }
      if let again = fact.stated(.completesAgain)?.location {
        return context.diagnostic(
          at: place, in: code, "This ends the background task, the code goes on, and ends it again",
          help: "return after the first call",
          related: [(fact.location, "begun here"), (again, "ended again here")])
      }
      return context.diagnostic(
        at: place, in: code, "This background task ends before the work that it covers is done",
        help: "end it when the work has ended", related: [(fact.location, "begun here")])
    }
  )
}
