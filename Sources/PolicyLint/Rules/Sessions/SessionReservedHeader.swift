internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionReservedHeader = Rule(
    "BGP162", "session-reserved-header", .warning,
    summary: "A header that is the system's own",
    why: """
      Authorization, Connection, Content-Length, Host, Proxy-Authenticate, Proxy-Authorization and \
      WWW-Authenticate are the system's own. Apple asks apps not to set them: it may ignore or overwrite them.
      """,
    citations: [.urlSessionHeader, .urlRequestHeader],
    triggers: [
      """
      sessions:
        api: { type: default, httpAdditionalHeaders: { «Authorization»: Bearer token, X-Client: example } }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default, httpAdditionalHeaders: { X-Client: example } }
      """
    ],
    check: .policy { policy, context in
      var diagnostics: [Diagnostic] = []
      for session in policy.sessions {
        for header in session.httpAdditionalHeaders?.value ?? []
        where PlatformFacts.reservedHeaders.value.contains(header.name.lowercased()) {
          diagnostics.append(
            context.diagnostic(
              at: .key(header.value.node), "The header \(header.name) is the system's own",
              help: header.name.lowercased().hasSuffix("authorization")
                ? "answer the authentication challenge, or set the header on each request"
                : "leave it to the system",
              fixes: [context.remove(header.value.node, "Remove \(header.name)", safety: .changesSwift)]))
        }
      }
      return diagnostics
    }
  )
}
