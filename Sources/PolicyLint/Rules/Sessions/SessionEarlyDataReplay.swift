internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionEarlyDataReplay = Rule(
    "BGP164", "session-early-data-replay", .sessions, .warning,
    summary: "Early data, which can be replayed",
    why: """
      TLS early data can be recorded and sent again, so its guarantees are weaker. It is for requests that \
      may arrive twice.
      """,
    guide: RuleGuide(
      ignoreWhen: "All requests of the session may arrive twice without harm."),
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
        at: .value(early.node), "Early data of \(session.name.value) can be replayed",
        help: "use it only for requests that may arrive twice, in their own session",
        fixes: [context.remove(early.node, "Remove enablesEarlyData", safety: .changesSwift)])
    }
  )
}
