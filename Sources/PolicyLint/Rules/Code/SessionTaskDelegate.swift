internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionTaskDelegate = Rule(
    "BGP743", "session-task-delegate", .code, .error,
    summary: "A delegate of a single task in a background session",
    why: """
      Delegates of tasks are not supported in background sessions: only the session's delegate is called.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSGenericException, “Task delegate is not supported on background session task” \
        (seen in 2022).
        """,
      seenIn: [.taskDelegateCrash],
      related: ["session-completion-handler-task"]),
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

          func send(_ file: URL, with request: URLRequest) {
            let task = session.uploadTask(with: request, fromFile: file)
            task.delegate = «self»
            task.resume()
          }
        }
        """)
    ],
    passes: [
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

          func send(_ file: URL, with request: URLRequest) {
            session.uploadTask(with: request, fromFile: file).resume()
          }
        }
        """)
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      guard let delegate = fact["delegate"], delegate.content != .null, let session = code.session(of: fact),
        session["type"]?.string == "background"
      else { return nil }
      return context.diagnostic(
        at: delegate.location, in: code, "A task of a background session has a delegate of its own",
        help: "implement the method in the session's delegate",
        related: [(session.location, "the background session")])
    }
  )
}
