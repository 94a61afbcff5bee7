internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeTransferSuspended = Rule(
    "BGP729", "code-transfer-suspended", .code, .warning,
    summary: "A transfer of a foreground session that starts when the app enters the background or ends",
    why: """
      The system suspends an app seconds after it has entered the background. The transfer stops, and fails when a \
      person opens the app again, unless a background task gives it some time. An app that ends is gone as soon as \
      applicationWillTerminate(_:) has returned.
      """,
    guide: RuleGuide(
      symptom: """
        When the app is open again, the transfer fails with NSURLErrorDomain -1005, “The network connection was lost.” \
        (seen in 2022).
        """,
      seenIn: [.suspendedTransferReport, .lostConnectionReport],
      ignoreWhen: "Nothing is lost if the transfer does not arrive.",
      swift: """
        func sceneDidEnterBackground(_ scene: UIScene) {
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Upload") {
            UIApplication.shared.endBackgroundTask(task)
          }
          upload { UIApplication.shared.endBackgroundTask(task) }
        }
        """,
      related: ["uitask-covers-transfers", "code-timer-suspended"]),
    citations: [.lifeCycleArticle, .beginBackgroundTask],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) {
            «URLSession.shared.dataTask»(with: state()) { _, _, _ in log() }.resume()
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationWillTerminate(_ application: UIApplication) {
            «URLSession.shared.dataTask»(with: state()).resume()
          }
        }
        """),
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) {
            var task = UIBackgroundTaskIdentifier.invalid
            task = UIApplication.shared.beginBackgroundTask(withName: "Upload") {
              UIApplication.shared.endBackgroundTask(task)
            }
            URLSession.shared.dataTask(with: state()) { _, _, _ in UIApplication.shared.endBackgroundTask(task) }.resume()
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [audio]
        """,
        """
        import UIKit

        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func sceneDidEnterBackground(_ scene: UIScene) {
            URLSession.shared.dataTask(with: state()) { _, _, _ in log() }.resume()
          }
        }
        """),
    ],
    check: .code { code, policy, context in
      let assertions: [FactKind] = [.backgroundTask, .expiringActivity]
      guard code.isComplete, assertions.allSatisfy({ code.facts($0).isEmpty }),
        !code.facts(.taskRequest).contains(where: { $0["task"]?.string == "continuedProcessing" })
      else { return [] }
      return code.facts(.transfer).compactMap { fact in
        guard fact[.foreground] == true, fact[.knowsMoments] == true, !fact.moments.isEmpty else {
          return nil
        }
        let isAtEnd = fact.moments.allSatisfy { $0 == .terminating }
        guard
          isAtEnd
            ? fact[.waits] == nil && !code.isInExtension(fact)
            : fact.moments.allSatisfy(\.isEntryIntoBackground) && !code.mayStayRunning(fact, policy)
        else { return nil }
        return context.diagnostic(
          at: fact.location, in: code,
          isAtEnd
            ? "The app is gone before this transfer has ended: it starts in applicationWillTerminate(_:)"
            : "The app may be suspended before this transfer has ended: it starts as the app enters the background",
          help: isAtEnd
            ? "start it in a background session, or when the app enters the background, under a background task"
            : "begin a background task of UIApplication before it, or start it in a background session",
          severity: code.severityOfAbsence)
      }
    }
  )
}
