internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let uitaskCoversTransfers = Rule(
    "BGP764", "uitask-covers-transfers", .code, .info,
    summary: "Many transfers of a session in the foreground under a background task",
    why: """
      A background task keeps the app running for some 30 s. Transfers of a session that is not a background session stop \
      when the system then suspends the app; a background session carries them on.
      """,
    guide: RuleGuide(
      symptom:
        "No error: the transfers that are left stop when the app has been in the background for half a minute.",
      seenIn: [.uploadsUnderBackgroundTask],
      ignoreWhen: "The transfers are few and small, or may be lost.",
      related: ["uitask-over-30s"]),
    citations: [.beginBackgroundTask, .downloadingInBackground],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func upload(_ requests: [URLRequest]) {
          let session = URLSession(configuration: .default)
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Upload") {
            UIApplication.shared.endBackgroundTask(task)
          }
          for request in requests { «session.uploadTask»(with: request, from: body(of: request)).resume() }
          whenDone { UIApplication.shared.endBackgroundTask(task) }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        public func upload(_ request: URLRequest, from file: URL) {
          let session = URLSession(configuration: .default)
          var task = UIBackgroundTaskIdentifier.invalid
          task = UIApplication.shared.beginBackgroundTask(withName: "Upload") {
            UIApplication.shared.endBackgroundTask(task)
          }
          session.uploadTask(with: request, fromFile: file) { _, _, _ in
            UIApplication.shared.endBackgroundTask(task)
          }.resume()
        }
        """)
    ],
    check: .facts([.transfer]) { fact, code, _, context in
      guard fact[.underBackgroundTask] == true, fact[.foreground] == true else { return nil }
      return context.diagnostic(
        at: fact.location, in: code,
        "These transfers stop some 30 s after the app has entered the background: their session is not a background session",
        help: "start them in a background session")
    }
  )
}
