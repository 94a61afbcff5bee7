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
    guide: RuleGuide(
      symptom: """
        UIKit logs “Background Task 1 ("upload"), was created over 30 seconds ago. In applications running \
        in the background, this creates a risk of termination.” (seen in 2021). The system then kills the \
        app, and the crash report contains 0x8badf00d.
        """,
      seenIn: [.backgroundTaskNotes, .leakedTaskLog],
      swift: """
        func endTask() {
          UIApplication.shared.endBackgroundTask(task)
          task = .invalid
        }
        """),
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
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func save() {
          let task = UIApplication.shared.beginBackgroundTask(withName: "Save") { cancel() }
          guard hasChanges else { «return» }
          write()
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
          write()
          UIApplication.shared.endBackgroundTask(task)
        }
        """)
    ],
    check: .code { code, _, context in
      code.facts(.backgroundTask).flatMap { fact -> [Diagnostic] in
        guard fact[.dropped] != true else {
          return [
            context.diagnostic(
              at: fact.location, in: code,
              "Nothing keeps the identifier of this background task, so that nothing can end the task",
              help: "keep the identifier that the method returns, and pass it to endBackgroundTask(_:)")
          ].compactMap(\.self)
        }
        guard fact["ends"]?.bool == true else {
          guard code.isComplete else { return [] }
          return [
            context.diagnostic(
              at: fact.location, in: code, "No endBackgroundTask ends this background task",
              help: "end it when its work is done, and in its expiration handler")
          ].compactMap(\.self)
        }
        return fact.values.filter { $0.key == "exit" }.compactMap { exit in
          context.diagnostic(
            at: exit.value.location, in: code, "This way out leaves the background task open",
            help: "call endBackgroundTask(_:) before", related: [(fact.location, "begun here")])
        }
      }
    }
  )
}
