internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let watchTransferInForeground = Rule(
    "BGP763", "watch-transfer-in-foreground", .code, .warning,
    summary: "A watch app's task that waits for a session that is not a background session",
    why: """
      A watch app in the background has seconds for its task and makes its requests through a background session: the \
      task starts the transfer and ends at once, and the session's events launch the app again.
      """,
    guide: RuleGuide(
      symptom: "The crash report contains “exhausted wall time allowance of 15 seconds” (reported).",
      seenIn: [.watchRefreshReport],
      swift: """
        session.downloadTask(with: request).resume()
        task.setTaskCompletedWithSnapshot(false)
        """,
      related: ["watch-default-session-background", "watch-task-not-completed"]),
    citations: [.wwdc22SwiftUI],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate {
          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              «URLSession.shared.dataTask»(with: URL(string: "https://example.com")!) { _, _, _ in
                task.setTaskCompletedWithSnapshot(true)
              }.resume()
            }
          }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import WatchKit

        final class Delegate: NSObject, WKApplicationDelegate, URLSessionDelegate {
          private lazy var session = URLSession(
            configuration: .background(withIdentifier: "com.example.library"), delegate: self, delegateQueue: nil)

          func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
            for task in backgroundTasks {
              session.downloadTask(with: URL(string: "https://example.com")!).resume()
              task.setTaskCompletedWithSnapshot(false)
            }
          }
        }
        """)
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      guard fact[.foreground] == true, !fact.moments.isEmpty,
        fact.moments.allSatisfy({ [.handlerStart, .handlerEnd].contains($0) }), code.mayBeOnWatch(fact),
        code.isOnWatch(fact)
          || code.facts(.watchRefresh).contains(where: { $0.location.file == fact.location.file })
      else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "A task of a watch app in the background waits for this transfer, whose session is not a background session",
        help: "start it in a background session, and complete the task at once")
    }
  )
}
