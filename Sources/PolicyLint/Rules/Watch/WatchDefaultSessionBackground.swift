internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let watchDefaultSessionBackground = Rule(
    "BGP180", "watch-default-session-background", .watch, .warning,
    summary: "A watch app's background transfer in a session that is not a background session",
    why: "A watch app in the background must make every network request through a background session.",
    guide: RuleGuide(
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.forecast")
        """,
      related: ["watch-session-spacing"]),
    citations: [.wwdc22SwiftUI],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        sessions:
          api: { type: default }
        transfers:
          forecast: { session: «api», size: 20kB, startedIn: background }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { watchOS: "9.0" } }
        sessions:
          forecast: { identifier: com.example.forecast, timeoutIntervalForResource: 1h }
        transfers:
          forecast: { session: forecast, size: 20kB, startedIn: background }
        """)
    ],
    check: .transfers { transfer, session, policy, context in
      guard let name = transfer.session, !session.isBackground, transfer.startedIn.value == .background,
        policy.isForWatch(session)
      else { return nil }
      return context.diagnostic(
        at: .value(name.node),
        "\(transfer.name.value) starts in the background of a watch app, but \(session.name.value) is not a background session",
        help: "use a background session", related: [(.key(session.name.node), "its session")])
    }
  )
}
