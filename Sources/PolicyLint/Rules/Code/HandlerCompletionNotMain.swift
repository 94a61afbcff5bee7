internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerCompletionNotMain = Rule(
    "BGP739", "handler-completion-not-main", .code, .warning,
    summary: "The completion handler of a session's events called off the main thread",
    why: """
      The handler is a part of UIKit and has to be called on the main thread. The delegate may be called on another one.
      """,
    guide: RuleGuide(
      related: ["handler-completion-missing"]),
    citations: [.downloadingInBackground],
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

          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            completionHandler?()
            completionHandler = nil
          }
        }
        """)
    ],
    passes: [.handledEvents],
    check: .facts([.backgroundEvents]) { fact, code, _, context in
      guard fact["onMain"]?.bool == false, fact["called"]?.bool == true,
        !(code.facts(.session) + code.facts(.assetDownloadSession)).contains(where: {
          $0["delegateQueue"]?.string == "main"
        })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "The completion handler that is stored here is called outside of the main queue",
        help: "call it in DispatchQueue.main.async, or on the main actor")
    }
  )
}
