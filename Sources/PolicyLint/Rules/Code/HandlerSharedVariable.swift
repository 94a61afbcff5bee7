internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let handlerSharedVariable = Rule(
    "BGP738", "handler-shared-variable", .code, .warning,
    summary: "One variable for the completion handlers of several background sessions",
    why: """
      If the system delivers the events of two sessions, the second handler replaces the first, which is then never called.
      """,
    guide: RuleGuide(
      ignoreWhen: "Only one of the sessions can have transfers at a time.",
      swift: RuleGuide.sessionEventsHandlers,
      related: ["handler-completion-missing"]),
    citations: [.applicationReference, .ourInference],
    triggers: [
      .withApp(
        """
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
          other: { identifier: com.example.other, timeoutIntervalForResource: 2d }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate, URLSessionDelegate {
          lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)
          lazy var other = URLSession(
            configuration: .background(withIdentifier: "com.example.other"), delegate: self, delegateQueue: nil)

          var completionHandler: (() -> Void)?

          «func» application(
            _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
            completionHandler: @escaping () -> Void
          ) {
            self.completionHandler = completionHandler
          }

          func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            DispatchQueue.main.async {
              self.completionHandler?()
              self.completionHandler = nil
            }
          }
        }
        """)
    ],
    passes: [.handledEvents],
    check: .facts([.backgroundEvents]) { fact, code, _, context in
      guard fact["handler"]?.string == "stored", let storage = fact["storage"]?.string,
        fact["dictionary"]?.bool != true,
        fact["matches"]?.bool == false
      else { return nil }
      let sessions = code.facts(.session).filter {
        $0["type"]?.string == "background" && !code.isInExtension($0)
      }
      guard Set(sessions.compactMap { $0["identifier"]?.string }).count > 1 else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "\(storage) keeps the completion handler of one session, and the app has \(sessions.count)",
        help: "keep one for each identifier, in a dictionary")
    }
  )
}
