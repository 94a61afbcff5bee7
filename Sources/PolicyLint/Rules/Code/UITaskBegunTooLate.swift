internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskBegunTooLate = Rule(
    "BGP756", "uitask-begun-too-late", .code, .info,
    summary: "A beginBackgroundTask that waits for applicationDidEnterBackground(_:)",
    why: """
      The app may be suspended before the request takes effect: begin the task when the work begins.
      """,
    guide: RuleGuide(
      ignoreWhen: "The work begins because the app enters the background, and may be lost.",
      related: ["uitask-expiry-missing"]),
    citations: [.performExpiringActivity, .wwdc19Background],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class AppDelegate: UIResponder, UIApplicationDelegate {
          private var task = UIBackgroundTaskIdentifier.invalid

          func ‹applicationDidEnterBackground→applicationWillResignActive›(_ application: UIApplication) {
            task = «UIApplication.shared.beginBackgroundTask»(withName: "Save") { self.end() }
            write { self.end() }
          }

          func end() { UIApplication.shared.endBackgroundTask(task) }
        }
        """)
    ],
    check: .facts([.backgroundTask]) { fact, code, _, context in
      // If the method is also called from elsewhere, the task may begin in time.
      guard fact.moments == [.enteringBackground], fact.reach == .entryPoint else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "This background task begins only when the app has entered the background",
        help:
          "begin it when the work begins, or in \(code.hasScenes(fact) ? "sceneWillResignActive(_:)" : "applicationWillResignActive(_:)")"
      )
    }
  )
}
