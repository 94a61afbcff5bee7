internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskIdentifierNotReset = Rule(
    "BGP795", "uitask-identifier-not-reset", .code, .warning,
    summary:
      "An identifier of a background task that nothing resets, although the next task begins only if it is invalid",
    why: """
      After the first task has ended, its identifier is still in the property. The check then prevents every later task, and the \
      code ends an identifier whose task has already ended.
      """,
    guide: RuleGuide(
      symptom: """
        Later work is suspended with the app, and UIKit logs “Can't end BackgroundTask: no background task exists with identifier”.
        """,
      seenIn: [.endedTaskLog],
      swift: """
        var task = UIBackgroundTaskIdentifier.invalid
        func end() {
          UIApplication.shared.endBackgroundTask(task)
          task = .invalid
        }
        """,
      related: ["uitask-identifier-overwritten", "uitask-unbalanced"]),
    citations: [.beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          private var task = UIBackgroundTaskIdentifier.invalid

          func sceneWillResignActive(_ scene: UIScene) {
            guard task == .invalid else { return }
            task = «UIApplication.shared.beginBackgroundTask»(withName: "Save") { self.end() }
            write { self.end() }
          }

          private func end() {
            UIApplication.shared.endBackgroundTask(task)
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          private var task = UIBackgroundTaskIdentifier.invalid

          func sceneWillResignActive(_ scene: UIScene) {
            guard task == .invalid else { return }
            task = UIApplication.shared.beginBackgroundTask(withName: "Save") { self.end() }
            write { self.end() }
          }

          private func end() {
            UIApplication.shared.endBackgroundTask(task)
            task = .invalid
          }
        }
        """)
    ],
    check: .facts([.backgroundTask]) { fact, code, _, context in
      guard fact[.neverReset] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "This background task begins only once: its identifier stays in the property after the task has ended",
        help: "set the property to .invalid wherever the task ends")
    }
  )
}
