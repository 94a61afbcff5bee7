internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsDisabled = Rule(
    "BGP114", "session-launch-events-disabled", .sessions, .warning,
    summary: "A background session that does not wake the app",
    why: """
      With sessionSendsLaunchEvents: false, the system neither wakes the app when transfers end nor asks it \
      for credentials. The app learns of both when the user next opens it.
      """,
    guide: RuleGuide(
      symptom: "No error: the delegate is called only after a person has opened the app.",
      ignoreWhen: "The app needs the results only after the user opens it.",
      related: ["session-launch-events-unhandled"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, sessionSendsLaunchEvents: «false», timeoutIntervalForResource: 1d }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """,
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { macOS: "13.0" } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, sessionSendsLaunchEvents: false }
        """),
    ],
    check: .backgroundSessions { session, policy, context in
      guard let written = session.sessionSendsLaunchEvents.written, !written.value,
        // The system never launches a Mac app for its sessions.
        policy.systems(of: session).platforms != [.macOS]
      else { return nil }
      return context.diagnostic(
        at: .value(written.node), "The app is not woken when transfers of \(session.name.value) end",
        help: "remove sessionSendsLaunchEvents, unless the app needs the results only when the user opens it",
        fixes: [
          context.remove(
            written.node, "Remove sessionSendsLaunchEvents",
            safety: .reverses("sessionSendsLaunchEvents: false"))
        ])
    }
  )
}
