internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierDuplicate = Rule(
    "BGP102", "session-identifier-duplicate", .sessions, .error,
    summary: "Two background sessions of one target with the same identifier",
    why: """
      The identifier of a background session has to be unique in the app. Apple calls it unsafe to make a \
      second session with it before the first one is invalidated.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        thumbnails: { identifier: «com.example.library», timeoutIntervalForResource: 1d }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        thumbnails: { identifier: com.example.thumbnails, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        relaunched: { identifier: com.example.library, timeoutIntervalForResource: 2d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard policy.sessions.count > 1, let identifier = session.identifier,
        let first = policy.sessions.first(where: { other in
          other.isBackground && other.identifier?.value.text == identifier.value.text
            && other.target.value == session.target.value
        }), first.name.node != session.name.node, let firstIdentifier = first.identifier,
        // Two configurations of one session have a rule of their own.
        SessionDifference.first(of: session, from: first, but: []) == nil
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The identifier \(identifier.value.text) is taken by the session \(first.name.value)",
        help: "give each session its own identifier, or let one session carry both kinds of transfers",
        related: [(.value(firstIdentifier.node), "its identifier")])
    }
  )
}
