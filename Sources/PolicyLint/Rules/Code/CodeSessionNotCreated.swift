internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codeSessionNotCreated = Rule(
    "BGP731", "code-session-not-created", .code, .error,
    summary: "A declared background session that the app's code never makes",
    why: """
      Transfers of a session continue, and their events arrive, only if the app makes the session again with the same identifier.
      """,
    guide: RuleGuide(
      symptom: "No error: the delegate is not called for the transfers that an earlier launch started.",
      related: ["session-identifier-unstable"]),
    citations: [.downloadingInBackground],
    triggers: [
      .withApp(
        """
        sessions:
          library: { identifier: «com.example.library», timeoutIntervalForResource: 2d }
        """,
        """
        import Foundation

        final class Uploader: NSObject, URLSessionDelegate {
          lazy var session: URLSession = {
            let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.uploads")
            configuration.timeoutIntervalForResource = 2 * 24 * 60 * 60
            return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
          }()
        }
        """)
    ],
    passes: [.madeSession],
    check: .code { code, policy, context in
      guard code.knowsIdentifiers(.session) else { return [] }
      return policy.sessions.compactMap { session in
        guard session.isBackground, session.instances == nil, let identifier = session.identifier,
          code.facts(.session, identified: identifier.value.text).isEmpty
        else { return nil }
        return context.diagnostic(
          at: .value(identifier.node),
          "The app's code makes no session with the identifier \(identifier.value.text)",
          help: "make it, or remove the session", severity: code.severityOfAbsence)
      }
    }
  )
}
