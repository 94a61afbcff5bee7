internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsAppKit = Rule(
    "BGP118", "session-launch-events-appkit", .sessions, .warning,
    summary: "A background session of a Mac app that should launch it",
    why: """
      The system does not launch AppKit apps in the background. A Mac app gets the events of its transfers \
      while it runs. A session that is also for other systems has to keep its launch events for them.
      """,
    guide: RuleGuide(
      symptom: "No error: the end of a transfer does not launch the app.",
      ignoreWhen: "The app needs the results only while it runs.",
      related: ["session-launch-events-disabled"]),
    citations: [.urlSessionHeader],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        sessions:
          «library»: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, sessionSendsLaunchEvents: false }
        """),
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        """),
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard session.sessionSendsLaunchEvents.value, session.target.value == Policy.Target.app,
        let macOS = policy.app?.value.deploymentTarget[.macOS],
        policy.systems(of: session).platforms == [.macOS]
      else { return nil }
      let written = session.sessionSendsLaunchEvents.written
      return context.diagnostic(
        at: written.map { .value($0.node) } ?? .key(session.name.node),
        "macOS does not launch the app for \(session.name.value)"
          + (written == nil ? "; sessionSendsLaunchEvents is true by default" : ""),
        help: "set sessionSendsLaunchEvents to false, and collect the transfers at the next launch",
        related: [(.key(macOS.node), "built for macOS")],
        fixes: [
          context.set(
            "sessionSendsLaunchEvents", at: written?.node, to: "false", in: session.name.node,
            safety: .changesSwift)
        ])
    }
  )
}
