internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionEarlyDataClassic = Rule(
    "BGP163", "session-early-data-classic", .sessions, .warning,
    summary: "Early data in the classic loading mode, which does not support it",
    why: "enablesEarlyData has no effect in the classic loading mode, and that mode is the default.",
    guide: RuleGuide(
      symptom: "No error: requests carry no early data.",
      swift: """
        configuration.usesClassicLoadingMode = false
        configuration.enablesEarlyData = true
        """,
      related: ["session-early-data-replay"]),
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        sessions:
          api: { type: default, «enablesEarlyData»: true‹→, usesClassicLoadingMode: false› }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
        sessions:
          api: { type: default, «enablesEarlyData»: true, usesClassicLoadingMode: true }
        """),
    ],
    check: .sessions { session, _, context in
      guard let early = session.enablesEarlyData.written, early.value, session.usesClassicLoadingMode.value
      else {
        return nil
      }
      let classic = session.usesClassicLoadingMode.written
      let fix =
        classic.map {
          context.replace(
            $0.node, withPlain: "false", "Set usesClassicLoadingMode to false", safety: .changesSwift)
        }
        ?? context.insert(
          "usesClassicLoadingMode", plain: "false", into: session.name.node,
          "Add usesClassicLoadingMode: false", safety: .changesSwift)
      return context.diagnostic(
        at: .key(early.node),
        "\(session.name.value) sends no early data: it uses the classic loading mode"
          + (classic == nil ? ", which is the default" : ""),
        help: "set usesClassicLoadingMode to false, or remove enablesEarlyData",
        related: classic.map { [(.value($0.node), "the classic loading mode")] } ?? [], fixes: [fix])
    }
  )
}
