internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDelegateBlocks = Rule(
    "BGP741", "session-delegate-blocks", .code, .warning,
    summary: "A call that blocks in a session's delegate",
    why: """
      The session calls its delegate one event after the other. While one call waits, all other transfers' events wait, too, and the time that the system grants passes.
      """,
    guide: RuleGuide(
      symptom: """
        In a report of 2015, a delegate that blocked was never called for the other downloads that had \
        ended.
        """,
      seenIn: [.blockedDelegateReport],
      ignoreWhen: "The call waits only for work that has already ended."),
    citations: [.urlSessionHeader, .downloadingInBackground],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Downloads: NSObject, URLSessionTaskDelegate {
          func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let semaphore = DispatchSemaphore(value: 0)
            save { semaphore.signal() }
            «semaphore.wait»()
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import Foundation

        final class Downloads: NSObject, URLSessionTaskDelegate {
          func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            save { }
          }
        }
        """)
    ],
    check: .facts([.sessionDelegate]) { fact, code, _, context in
      guard let call = fact["blocks"], let name = call.string else { return nil }
      return context.diagnostic(
        at: call.location, in: code, "The session's delegate blocks in \(name)",
        help: "start the work and return; a semaphore or a sleep holds up every other event")
    }
  )
}
