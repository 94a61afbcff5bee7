internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsRedundant = Rule(
    "BGP113", "session-launch-events-redundant", .sessions, .info, reporting: .oncePerFile,
    tags: .unnecessary,
    summary: "sessionSendsLaunchEvents: true, which is the default",
    why: "The default is true, although some guides say false. The generated code sets it in any case.",
    guide: RuleGuide(
      related: ["session-launch-events-disabled"]),
    citations: [.urlSessionHeader, .wildApps],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, «sessionSendsLaunchEvents»: true, timeoutIntervalForResource: 1d }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """
    ],
    check: .backgroundSessions { session, policy, context in
      guard let written = session.sessionSendsLaunchEvents.written, written.value else { return nil }
      return context.diagnostic(
        at: .key(written.node), "sessionSendsLaunchEvents is true by default",
        fixes: [context.remove(written.node, "Remove sessionSendsLaunchEvents", safety: .safe)])
    }
  )
}
