internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsUnhandled = Rule(
    "BGP733", "session-launch-events-unhandled", .code, .error,
    summary: "A background session whose events the app does not handle",
    why: """
      The system launches the app for the session's events and waits for a completion handler that is never called. Later transfers start later and later. \
      A session's delegate gets the events only after the app has made the session again.
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
        """),
      .withApp(
        RuleExample.library,
        """
        import UIKit

        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            Library.shared.completionHandler = completionHandler
          }
        }

        class PageController: UIViewController {
          @IBAction func download(_ sender: Any) { Library.shared.download(URL(string: "https://example.com/page")!) }
        }

        class Library: NSObject, URLSessionDownloadDelegate {
          static let shared = Library()
          var completionHandler: (() -> Void)?
          private lazy var session = URLSession(
            configuration: «.background»(withIdentifier: "com.example.library"), delegate: self, delegateQueue: .main)

          func download(_ page: URL) { session.downloadTask(with: page).resume() }

          func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
          ) {
            keep(location)
          }

          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) { completionHandler?() }
        }
        """),
    ],
    passes: [.handledEvents],
    check: .code { code, policy, context in
      guard code.isComplete,
        !code.facts(.taskRegistration).contains(where: { $0["task"]?.string == "urlSession" })
      else { return [] }
      let isHandledOnWatch = code.facts(.watchRefresh).contains { $0[.handlesSessions] == true }
      let completion = code.facts(.watchRefresh).compactMap { $0.stated(.handlesSessions) }
        .first { $0.bool == false }?.location
      return code.facts(.session).compactMap { fact in
        guard fact["type"]?.string == "background", fact["sessionSendsLaunchEvents"]?.bool != false,
          !code.isInExtension(fact)
        else { return nil }
        let isOnWatch = code.isOnWatch(fact)
        if isOnWatch, !isHandledOnWatch, let place = completion {
          return context.diagnostic(
            at: place, in: code,
            "The task for a session's events is completed before the session has delivered the events",
            help:
              "make the session, and complete the task in urlSessionDidFinishEvents(forBackgroundURLSession:)",
            related: [(fact.location, "the session")], severity: .warning)
        }
        guard !(isHandledOnWatch && code.mayBeOnWatch(fact)) else { return nil }
        if !isOnWatch, let only = Self.accepted(code), let own = code.identifier(of: fact, in: policy),
          !only.contains(own)
        {
          return context.diagnostic(
            at: fact.location, in: code,
            "The app turns the events of this session away: it compares the identifier with \(only.sorted().joined(separator: " and "))",
            help: "compare with \(own), or make the session with the identifier that the method gets",
            severity: .warning)
        }
        guard isOnWatch || code.appEvents.isEmpty else {
          return isMadeForEvents(fact)
            ? nil
            : context.diagnostic(
              at: fact.location, in: code,
              "If the app is not running, the system launches it for this session's events, and nothing makes the session again",
              help:
                "use the session in application(_:handleEventsForBackgroundURLSession:completionHandler:), or make it at launch",
              severity: code.severityOfAbsence ?? .warning)
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

  /// The identifiers of the only sessions whose events the app takes; `nil` if it takes the events of other sessions, too.
  private static func accepted(_ code: ReleaseCode) -> Set<String>? {
    let accepted = code.appEvents.map { $0[.accepts] }
    return accepted.isEmpty || accepted.contains(nil) ? nil : Set(accepted.compactMap(\.self))
  }

  /// Whether the code may make a session in a launch of the app for the session's events.
  private static func isMadeForEvents(_ session: CodeFact) -> Bool {
    let others: Set<Moment> = [
      .userAction, .enteringBackground, .resigningActive, .push, .fetch, .handlerStart, .handlerEnd, .failure,
    ]
    return session[.knowsMoments] != true || session[.repeats] == true || session.moments.isEmpty
      || !session.moments.allSatisfy(others.contains)
  }
}
