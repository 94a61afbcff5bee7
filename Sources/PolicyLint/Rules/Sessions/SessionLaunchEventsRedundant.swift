internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionLaunchEventsRedundant = Rule(
    "BGP113", "session-launch-events-redundant", .sessions, .info, reporting: .oncePerFile,
    summary: "sessionSendsLaunchEvents written out as true, which it is anyway",
    why: """
      The default is true, whatever is said elsewhere. The generated code sets it all the same, so the \
      policy need not.
      """,
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
