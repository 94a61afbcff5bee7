internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCustomProtocolClasses = Rule(
    "BGP144", "session-custom-protocol-classes", .sessions, .error,
    summary: "Protocol classes in a background session",
    why: """
      A background session works in another process, which cannot load the app's URLProtocol classes. It \
      speaks HTTP and HTTPS.
      """,
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
        help: "remove them, or carry these requests in a default session",
        fixes: [context.remove(classes.node, "Remove protocolClasses", safety: .changesPolicyOnly)])
    }
  )
}
