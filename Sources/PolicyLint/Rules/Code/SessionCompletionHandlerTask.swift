internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCompletionHandlerTask = Rule(
    "BGP735", "session-completion-handler-task", .code, .error,
    summary: "A task of a background session with a completion handler, or an awaited task",
    why: """
      A task with a completion handler would not outlive the app: a background session calls its delegate \
      only.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSGenericException, “Completion handler blocks are not supported in background \
        sessions. Use a delegate instead.” (seen in 2026).
        """,
      seenIn: [.completionHandlerCrash],
      swift: """
        let task = session.downloadTask(with: request)
        task.resume()
        """),
    citations: [.urlSessionHeader],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()

          func start(_ request: URLRequest) {
            «session.downloadTask»(with: request)‹ { url, response, error in }→›.resume()
          }
        }
        """)
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      guard fact["completionHandler"]?.bool == true, let session = code.session(of: fact),
        session["type"]?.string == "background"
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "A task of a background session has a completion handler, or is awaited or published",
        help: "receive its result in the delegate", related: [(session.location, "the background session")])
    }
  )
}
