internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsUnhandled = Rule(
    "BGP733", "session-launch-events-unhandled", .code, .error,
    summary: "A background session whose events the app does not handle",
    why: """
      The system launches the app for the session's events and waits for a completion handler that is never called. Later transfers start later and later.
      """,
    guide: RuleGuide(
      symptom: """
        No error: the results of transfers wait until the app makes the session again, and transfers that it \
        starts in the background begin later and later.
        """,
      swift: RuleGuide.sessionEventsHandlers,
      related: ["handler-completion-missing"]),
    citations: [.downloadingInBackground, .resumeRateLimiter],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: «.background»(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)

        }
        """)
    ],
    passes: [.handledEvents],
    check: .code { code, policy, context in
      guard code.isComplete,
        !code.facts(.taskRegistration).contains(where: { $0["task"]?.string == "urlSession" })
      else { return [] }
      let isHandledOnWatch = code.facts(.watchRefresh).contains { $0[.handlesSessions] == true }
      return code.facts(.session).compactMap { fact in
        guard fact["type"]?.string == "background", fact["sessionSendsLaunchEvents"]?.bool != false,
          !code.isInExtension(fact)
        else { return nil }
        let isOnWatch = code.isOnWatch(fact)
        guard !(isHandledOnWatch && code.mayBeOnWatch(fact)), isOnWatch || code.appEvents.isEmpty else {
          return nil
        }
        return context.diagnostic(
          at: fact.location, in: code, "Nothing in the app handles the events of this background session",
          help:
            isOnWatch
            ? "handle WKURLSessionRefreshBackgroundTask in handle(_:), or use backgroundTask(.urlSession)"
            : "implement application(_:handleEventsForBackgroundURLSession:completionHandler:), or use backgroundTask(.urlSession)",
          severity: code.severityOfAbsence)
      }
    }
  )
}
