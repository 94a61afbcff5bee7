internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionReservedHeader = Rule(
    "BGP162", "session-reserved-header", .sessions, .warning,
    summary: "A header that is reserved for the system",
    why: """
      Authorization, Connection, Content-Length, Host, Proxy-Authenticate, Proxy-Authorization and \
      WWW-Authenticate are reserved for the system. Apple asks apps not to set them: it may ignore or \
      overwrite them.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The server requires Authorization on every request, and the app works if the system ignores the \
        header.
        """),
    citations: [.urlSessionHeader, .urlRequestHeader],
    triggers: [
      """
      sessions:
        api: { type: default, httpAdditionalHeaders: { «Authorization»: Bearer token, X-Client: example } }
      """,
      """
      sessions:
        api: { type: default, httpAdditionalHeaders: { «Authorization»: runtime } }
      transfers:
        status: { session: api, size: 1kB, runtimeHeaders: [X-Client, «Content-Length»] }
      """,
    ],
    passes: [
      """
      sessions:
        api: { type: default, httpAdditionalHeaders: { X-Client: example, User-Agent: runtime } }
      transfers:
        status: { session: api, size: 1kB, runtimeHeaders: [Authorization] }
      """
    ],
    check: .policy { policy, context in
      var diagnostics: [Diagnostic] = []
      for session in policy.sessions {
        for header in session.httpAdditionalHeaders?.value ?? []
        where PlatformFacts.reservedHeaders.value.contains(header.name.lowercased()) {
          diagnostics.append(
            context.diagnostic(
              at: .key(header.value.node), "The header \(header.name) is reserved for the system",
              help: header.name.lowercased().hasSuffix("authorization")
                ? "answer the authentication challenge, or set the header on each request"
                : "leave it to the system",
              fixes: [context.remove(header.value.node, "Remove \(header.name)", safety: .changesSwift)]))
        }
      }
      for transfer in policy.transfers {
        // A token that is sent without a challenge belongs in the request.
        for header in transfer.runtimeHeaders?.value ?? []
        where PlatformFacts.reservedHeaders.value.contains(header.value.lowercased())
          && header.value.lowercased() != "authorization"
        {
          // Generated code does not make the requests of other sessions.
          let isGenerated = policy.session(of: transfer)?.isBackground == true
          diagnostics.append(
            context.diagnostic(
              at: .value(header.node), "The header \(header.value) is reserved for the system",
              help: "leave it to the system",
              fixes: [
                context.remove(
                  header.node, "Remove \(header.value)", safety: isGenerated ? .changesSwift : .safe)
              ]))
        }
      }
      return diagnostics
    }
  )
}
