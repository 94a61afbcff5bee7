internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionTLSLegacyProperty = Rule(
    "BGP155", "session-tls-legacy-property", .sessions, .warning, tags: .deprecated,
    summary: "A TLS version in a property that has been replaced",
    why: """
      Since iOS 13, tlsMinimumSupportedProtocolVersion and tlsMaximumSupportedProtocolVersion replace \
      tlsMinimumSupportedProtocol and tlsMaximumSupportedProtocol.
      """,
    guide: RuleGuide(
      swift: "configuration.tlsMinimumSupportedProtocolVersion = .TLSv12",
      related: ["session-tls-range"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, «tlsMinimumSupportedProtocol»: tlsProtocol12, «tlsMaximumSupportedProtocol»: tlsProtocol13 }
      """,
      """
      sessions:
        api: { type: default, «tlsMinimumSupportedProtocol»: tlsProtocol1, tlsMinimumSupportedProtocolVersion: TLSv12 }
      """,
    ],
    passes: [
      """
      sessions:
        api: { type: default, tlsMinimumSupportedProtocolVersion: TLSv12 }
      """
    ],
    check: .policy { policy, context in
      policy.sessions.flatMap { session -> [Diagnostic] in
        guard session.tlsMinimumSupportedProtocol != nil || session.tlsMaximumSupportedProtocol != nil else {
          return []
        }
        return [
          diagnostic(
            at: session.tlsMinimumSupportedProtocol, "tlsMinimumSupportedProtocol",
            isReplaced: session.hasKey("tlsMinimumSupportedProtocolVersion"), context),
          diagnostic(
            at: session.tlsMaximumSupportedProtocol, "tlsMaximumSupportedProtocol",
            isReplaced: session.hasKey("tlsMaximumSupportedProtocolVersion"), context),
        ].compactMap { $0 }
      }
    }
  )
}

private func diagnostic(
  at legacy: Located<LegacyTLSProtocol>?, _ old: String, isReplaced: Bool, _ context: RuleContext
) -> Diagnostic? {
  guard let legacy else { return nil }
  let version = legacy.value.version?.rawValue
  let fix =
    isReplaced
    ? context.remove(legacy.node, "Remove \(old)", safety: .changesSwift)
    : version.flatMap {
      context.rename(
        legacy.node, to: old + "Version", value: $0, "Write \(old)Version: \($0)", safety: .changesSwift)
    }
  return context.diagnostic(
    at: .key(legacy.node), "\(old) is replaced by \(old)Version",
    help: "write \(old)Version" + (version.map { ": \($0)" } ?? ", with TLSv12 or TLSv13"), fixes: [fix])
}

extension LegacyTLSProtocol {
  /// The version as a value of the newer property. `nil` for SSL, which the newer property does not support.
  fileprivate var version: TLSVersion? {
    switch self {
    case .sslProtocol3: nil
    case .tlsProtocol1: .TLSv10
    case .tlsProtocol11: .TLSv11
    case .tlsProtocol12: .TLSv12
    case .tlsProtocol13: .TLSv13
    }
  }
}
