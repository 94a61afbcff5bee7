internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCustomProtocolClasses = Rule(
    "BGP144", "session-custom-protocol-classes", .sessions, .error, tags: .unnecessary,
    summary: "Protocol classes in a background session",
    why: """
      A background session runs in another process, which can't load the app's URLProtocol classes. It \
      supports HTTP and HTTPS only.
      """,
    guide: RuleGuide(
      symptom: "No error: the session never asks the classes, and its requests bypass them.",
      related: ["session-scheme-unsupported", "session-property-not-generated"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «protocolClasses»: [LoggingProtocol] }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default, protocolClasses: [LoggingProtocol] }
      """
    ],
    check: .backgroundSessions { session, _, context in
      guard let classes = session.protocolClasses, !classes.value.isEmpty else { return nil }
      return context.diagnostic(
        at: .key(classes.node), "The background session \(session.name.value) can't use protocolClasses",
        help: "remove them, or use a default session for these requests",
        fixes: [context.remove(classes.node, "Remove protocolClasses", safety: .changesPolicyOnly)])
    }
  )
}
