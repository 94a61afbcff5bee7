internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsNoop = Rule(
    "BGP112", "session-launch-events-noop", .sessions, .warning, tags: .unnecessary,
    summary: "sessionSendsLaunchEvents on a session that is not a background session, which ignores it",
    why: "Only background sessions wake or launch the app. All others end with the app's process.",
    guide: RuleGuide(
      symptom: "No error: the system does not launch the app for the session's transfers."),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: ephemeral, «sessionSendsLaunchEvents»: true }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, sessionSendsLaunchEvents: false, timeoutIntervalForResource: 1d }
      """
    ],
    check: .foregroundSessions { session, policy, context in
      session.sessionSendsLaunchEvents.written.map { written in
        context.diagnostic(
          at: .key(written.node),
          "sessionSendsLaunchEvents has no effect on the \(session.type.value.rawValue) session \(session.name.value)",
          fixes: [context.remove(written.node, "Remove sessionSendsLaunchEvents", safety: .changesSwift)])
      }
    }
  )
}
