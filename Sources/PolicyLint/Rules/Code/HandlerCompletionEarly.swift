internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerCompletionEarly = Rule(
    "BGP749", "handler-completion-early", .code, .warning,
    summary: "The completion handler of a session's events called before the events arrive",
    why: """
      The handler tells the system that the app has processed all events and may be suspended. It belongs in \
      urlSessionDidFinishEvents(forBackgroundURLSession:), which is called after the last one.
      """,
    guide: RuleGuide(
      symptom: "No error: the system may suspend the app before its delegate has all events.",
      related: ["handler-completion-missing"]),
    citations: [.downloadingInBackground, .applicationReference],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        final class AppDelegate: UIResponder, UIApplicationDelegate {
          var completionHandler: (() -> Void)?

          «func» application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            completionHandler()
          }

          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            DispatchQueue.main.async { self.completionHandler?() }
          }
        }
        """)
    ],
    passes: [.handledEvents],
    check: .facts([.backgroundEvents]) { fact, code, _, context in
      guard fact["handler"]?.string == "called", fact["callsAtOnce"]?.bool == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "The completion handler is called before the session has delivered its events",
        help: "keep it, and call it in urlSessionDidFinishEvents(forBackgroundURLSession:)")
    }
  )
}
