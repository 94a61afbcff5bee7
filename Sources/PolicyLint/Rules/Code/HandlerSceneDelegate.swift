internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerSceneDelegate = Rule(
    "BGP745", "handler-scene-delegate", .code, .error,
    summary: "The method for a session's events in a scene delegate",
    why: """
      application(_:handleEventsForBackgroundURLSession:completionHandler:) belongs to the app delegate. Nothing calls \
      it in a scene delegate.
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
        """)
    ],
    passes: [.handledEvents],
    check: .facts([.backgroundEvents]) { fact, code, _, context in
      guard fact["sceneDelegate"]?.bool == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code, "Nothing calls this method of a scene delegate",
        help: "move it to the app delegate")
    }
  )
}
