internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionUsedAfterInvalidation = Rule(
    "BGP769", "session-used-after-invalidation", .code, .warning,
    summary: "A session that is invalidated, and then used again",
    why: """
      An invalidated session makes no new tasks: asking it for one raises an exception. A session that the app keeps while \
      it runs need not be invalidated.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes with NSGenericException, “Task created in a session that has been invalidated”.
        """,
      seenIn: [.invalidatedSession],
      ignoreWhen: "Nothing uses the session after the place that invalidates it.",
      swift: """
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
          tasks[task.taskIdentifier] = nil  // the session stays for the next transfer
        }
        """,
      related: ["session-made-twice"]),
    citations: [.urlSessionHeader],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          private lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)

          func upload(_ request: URLRequest, from file: URL) {
            session.uploadTask(with: request, fromFile: file).resume()
          }

          func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
            «session.finishTasksAndInvalidate»()
          }
        }

        public func share(_ request: URLRequest, from file: URL) { Uploads.shared.upload(request, from: file) }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Uploads: NSObject, URLSessionTaskDelegate {
          static let shared = Uploads()
          private var current: URLSession?

          func upload(_ request: URLRequest, from file: URL) {
            let session = current ?? URLSession(configuration: .default, delegate: self, delegateQueue: nil)
            current = session
            session.uploadTask(with: request, fromFile: file).resume()
          }

          func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
            session.finishTasksAndInvalidate()
            current = nil
          }
        }

        public func share(_ request: URLRequest, from file: URL) { Uploads.shared.upload(request, from: file) }
        """)
    ],
    check: .facts([.session]) { fact, code, _, context in
      guard let place = fact.stated(.invalidated)?.location else { return nil }
      return context.diagnostic(
        at: place, in: code, "After this call, the session makes no tasks, and other code uses it again",
        help: "keep the session while the app runs, or make a new one for the next task",
        related: [(fact.location, "made here")])
    }
  )
}
