internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionIdentifierDuplicate = Rule(
    "BGP102", "session-identifier-duplicate", .sessions, .error,
    summary: "Two background sessions of one target with the same identifier",
    why: """
      The identifier of a background session has to be unique in the app. Apple calls it unsafe to create a \
      second session with the same identifier before the first one is invalidated.
      """,
    guide: RuleGuide(
      symptom: """
        CFNetwork is reported, but not documented, to log “A background URLSession with identifier … already \
        exists!” and to return the first session with its delegate.
        """,
      seenIn: [.secondSessionLog, .secondSessionDelegate],
      related: ["session-relaunch-drift", "session-identifier-shared-across-targets"]),
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
      """
      sessions:
        uploads: { identifier: { runtime: "{value}" }, timeoutIntervalForResource: 1d }
        relaunched: { identifier: { runtime: "{value}" }, timeoutIntervalForResource: 1d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard policy.sessions.count > 1, let identifier = session.identifier,
        let first = context.index.backgroundSession(identified: identifier.value, like: session),
        first.name.node != session.name.node, let firstIdentifier = first.identifier,
        // Another rule reports sessions with the same identifier and different configurations.
        SessionDifference.first(of: session, from: first, but: []) == nil
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The session \(first.name.value) already has the identifier \(identifier.value.text)",
        help: "give each session its own identifier, or use one session for both kinds of transfers",
        related: [(.value(firstIdentifier.node), "its identifier")])
    }
  )
}
