internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionRelaunchDrift = Rule(
    "BGP106", "session-relaunch-drift", .sessions, .error,
    summary: "One session identifier declared with two configurations",
    why: """
      When the system relaunches the app for a session, the app has to configure it as it did before. Two \
      different declarations of one identifier can't both match.
      """,
    citations: [.applicationReference, .urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        relaunched: { identifier: com.example.library, timeoutIntervalForResource: 1d, «allowsCellularAccess»: false }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsCellularAccess: false }
        «relaunched»: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        thumbnails: { identifier: com.example.thumbnails, timeoutIntervalForResource: 2d }
      """,
      """
      sessions:
        uploads: { identifier: { runtime: "{value}" }, timeoutIntervalForResource: 1d }
        downloads: { identifier: { runtime: "{value}" }, timeoutIntervalForResource: 2d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard policy.sessions.count > 1, let identifier = session.identifier,
        let first = context.index.backgroundSession(identified: identifier.value, like: session),
        first.name.node != session.name.node,
        let difference = SessionDifference.first(of: session, from: first, but: [])
      else { return nil }
      return context.diagnostic(
        at: .key(difference.node),
        "\(session.name.value) and \(first.name.value) are the same session, but differ in \(difference.key)",
        help: "declare the session once",
        related: [(.key(first.name.node), "the other declaration")])
    }
  )
}
