internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionTLSRange = Rule(
    "BGP160", "session-tls-range", .sessions, .warning, .assumed,
    summary: "A maximum TLS version below the minimum",
    why: """
      If tlsMinimumSupportedProtocolVersion is above tlsMaximumSupportedProtocolVersion, no version matches, \
      and every connection fails.
      """,
    citations: [.urlSessionHeader, .ourInference],
    triggers: [
      """
      sessions:
        api:
          type: default
          tlsMinimumSupportedProtocolVersion: ‹TLSv13→TLSv12›
          tlsMaximumSupportedProtocolVersion: «TLSv12→TLSv13»
      """
    ],
    check: .sessions { session, _, context in
      guard let minimum = session.tlsMinimumSupportedProtocolVersion,
        let maximum = session.tlsMaximumSupportedProtocolVersion, minimum.value > maximum.value
      else { return nil }
      let later = minimum.node.isBefore(maximum.node) ? maximum : minimum
      let earlier = minimum.node.isBefore(maximum.node) ? minimum : maximum
      return context.diagnostic(
        at: .value(later.node),
        "No TLS version is at least \(minimum.value.rawValue) and at most \(maximum.value.rawValue)",
        help: "remove the maximum, or set it to TLSv13",
        related: [(.value(earlier.node), "the other bound")],
        fixes: [
          context.remove(maximum.node, "Remove tlsMaximumSupportedProtocolVersion", safety: .changesSwift)
        ])
    }
  )
}
