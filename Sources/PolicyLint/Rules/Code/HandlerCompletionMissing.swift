internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerCompletionMissing = Rule(
    "BGP737", "handler-completion-missing", .code, .error,
    summary: "The completion handler of a session's events never called",
    why: """
      The system keeps the app awake until its time is up, and starts its next transfers later and later.
      """,
    guide: RuleGuide(
      symptom: """
        UIKit logs “Warning: Application delegate received call to \
        -application:handleEventsForBackgroundURLSession:completionHandler: but the completion handler was \
        never called.” (seen on iOS 13).
        """,
      seenIn: [.eventsHandlerLog],
      swift: RuleGuide.sessionEventsHandlers),
    citations: [.downloadingInBackground, .resumeRateLimiter],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)

          var completionHandler: (() -> Void)?

          «func» application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            self.completionHandler = completionHandler
          }
        }
        """)
    ],
    passes: [.handledEvents],
    check: .facts([.backgroundEvents]) { fact, code, _, context in
      switch fact["handler"]?.string {
      case "dropped":
        return context.diagnostic(
          at: fact.location, in: code,
          "The completion handler of the session's events is neither called nor kept",
          help: "keep it, and call it in urlSessionDidFinishEvents(forBackgroundURLSession:)")
      case "stored" where fact["called"]?.bool == false:
        let caller = fact.stated(.idleCaller)?.location
        return context.diagnostic(
          at: fact.location, in: code, "Nothing calls the completion handler that is stored here",
          help: caller == nil
            ? "call it in urlSessionDidFinishEvents(forBackgroundURLSession:), on the main queue"
            : "call it in urlSessionDidFinishEvents(forBackgroundURLSession:) of the session's delegate, on the main queue",
          related: caller.map { [($0, "no session calls this method, because its type is not the delegate")] }
            ?? [])
      default: return nil
      }
    }
  )
}
