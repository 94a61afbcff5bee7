internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushCompletedEarly = Rule(
    "BGP765", "push-completed-early", .code, .warning,
    summary: "A push whose completion handler is called before its work is done",
    why: """
      The system may suspend the app as soon as the completion handler is called, so that a transfer or task that the \
      method has started stops.
      """,
    guide: RuleGuide(
      symptom: "No error: what the push announces arrives when a person opens the app.",
      seenIn: [.pushCompletedAtOnce],
      swift: RuleGuide.remoteNotificationHandler,
      related: ["push-completion-missing", "bg-completed-early"]),
    citations: [.pushingUpdates],
    triggers: [
      .withApp(
        """
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            Task { await refresh() }
            «completionHandler»(.newData)
          }
        }
        """),
      .withApp(
        """
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            if userInfo["feed"] == nil { «completionHandler»(.noData) }
            refresh { completionHandler(.newData) }
          }
        }
        """),
      .withApp(
        """
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            «Task» { await refresh() }
            return .newData
          }
        }
        """),
    ],
    passes: [
      .withApp(
        """
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            Task {
              await refresh()
              completionHandler(.newData)
            }
          }
        }
        """)
    ],
    check: .facts([.remoteNotification, .performFetch]) { fact, code, _, context in
      guard fact[.completesAtOnce] == true, let place = fact.stated(.completesAtOnce)?.location else {
        return nil
      }
      guard fact[.returns] != true else {
        return context.diagnostic(
          at: place, in: code, "The method returns before this work is done",
          help: "await the work before the method returns", related: [(fact.location, "the method")])
      }
      if let again = fact.stated(.completesAgain)?.location {
        return context.diagnostic(
          at: place, in: code, "The completion handler is called here, and called again on the same way",
          help: "return after this call",
          related: [(again, "called again here"), (fact.location, "the method")])
      }
      return context.diagnostic(
        at: place, in: code,
        "The completion handler is called before the work that the method starts is done",
        help: "call it when the work has ended", related: [(fact.location, "the method")])
    }
  )
}
