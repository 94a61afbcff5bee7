internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDiscretionaryNoop = Rule(
    "BGP111", "session-discretionary-noop", .sessions, .warning, tags: .unnecessary,
    summary: "isDiscretionary on a session that is not a background session, which ignores it",
    why: """
      Only background sessions leave the time of a transfer to the system. The transfers of all others start \
      at once.
      """,
    guide: RuleGuide(
      symptom: "No error: the transfer starts at once."),
    citations: [.downloadingInBackground, .urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, «isDiscretionary»: true }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: true, allowsConstrainedNetworkAccess: false,
                   timeoutIntervalForResource: 2d }
      """
    ],
    check: .foregroundSessions { session, policy, context in
      session.isDiscretionary.written.map { written in
        context.diagnostic(
          at: .key(written.node),
          "isDiscretionary has no effect on the \(session.type.value.rawValue) session \(session.name.value)",
          fixes: [context.remove(written.node, "Remove isDiscretionary", safety: .changesSwift)])
      }
    }
  )
}
