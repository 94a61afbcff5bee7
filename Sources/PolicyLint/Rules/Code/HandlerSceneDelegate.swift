internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerSceneDelegate = Rule(
    "BGP745", "handler-scene-delegate", .code, .error,
    summary: "A method of the app delegate for work in the background, in a scene delegate",
    why: """
      application(_:handleEventsForBackgroundURLSession:completionHandler:) and the methods for silent pushes and background fetches belong \
      to the app delegate. Nothing calls them in a scene delegate.
      """,
    guide: RuleGuide(
      symptom: "No error: the method is never called.",
      related: ["session-launch-events-unhandled"]),
    citations: [.applicationReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var completionHandler: (() -> Void)?

          «func» application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            self.completionHandler = completionHandler
          }

          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            DispatchQueue.main.async { self.completionHandler?() }
          }
        }
        """),
      .withApp(
        """
        backgroundModes: [remote-notification]
        """,
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          «func» application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult { .noData }
        }
        """),
    ],
    passes: [.handledEvents],
    check: .facts([.backgroundEvents, .remoteNotification, .performFetch]) { fact, code, _, context in
      guard fact[.sceneDelegate] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "Nothing calls this method of a scene delegate",
        help: "move it to the app delegate")
    }
  )
}
