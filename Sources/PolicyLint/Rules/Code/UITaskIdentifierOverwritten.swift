internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskIdentifierOverwritten = Rule(
    "BGP760", "uitask-identifier-overwritten", .code, .warning,
    summary: "A background task whose identifier the next one overwrites",
    why: """
      A task that begins while the one before runs gets a new identifier. If both are kept in the same property, the first \
      identifier is lost, nothing ends its task, and the system ends the app when the time is up.
      """,
    guide: RuleGuide(
      symptom: "The system kills the app, and the crash report contains 0x8badf00d.",
      seenIn: [.overwrittenIdentifier],
      ignoreWhen: "The work is always over before the code runs again.",
      swift: """
        var task = UIBackgroundTaskIdentifier.invalid
        task = UIApplication.shared.beginBackgroundTask(withName: "Save") {
          UIApplication.shared.endBackgroundTask(task)
        }
        """,
      related: ["uitask-expiry-missing", "uitask-unbalanced"]),
    citations: [.beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          private var task = UIBackgroundTaskIdentifier.invalid

          func sceneWillResignActive(_ scene: UIScene) {
            task = «UIApplication.shared.beginBackgroundTask»(withName: "Save") { self.end() }
            write { self.end() }
          }

          private func end() {
            UIApplication.shared.endBackgroundTask(task)
            task = .invalid
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
      guard fact[.overwritten] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "If this background task begins again before the first one has ended, the first one's identifier is overwritten",
        help: "keep the identifier in a variable of the call, or begin only if the property is invalid")
    }
  )
}
