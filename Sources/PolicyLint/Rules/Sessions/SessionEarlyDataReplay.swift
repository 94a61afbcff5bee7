internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionEarlyDataReplay = Rule(
    "BGP164", "session-early-data-replay", .sessions, .warning,
    summary: "Early data, which somebody can send again",
    why: """
      TLS early data can be recorded and replayed, so its guarantees are weaker. It is for requests that \
      may arrive twice.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        sessions:
          api: { type: default, enablesEarlyData: «true», usesClassicLoadingMode: false }
        """)
    ],
    passes: [
      """
      sessions:
        api: { type: default }
      """
    ],
    check: .sessions { session, _, context in
      guard let early = session.enablesEarlyData.written, early.value else { return nil }
      return context.diagnostic(
        at: .value(early.node), "What \(session.name.value) sends as early data can be replayed",
        help: "keep it to requests that may arrive twice, in a session of their own",
        fixes: [context.remove(early.node, "Remove enablesEarlyData", safety: .changesSwift)])
    }
  )
}
