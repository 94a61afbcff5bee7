internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionTLSLegacyProperty = Rule(
    "BGP155", "session-tls-legacy-property", .warning,
    summary: "A TLS version set by the property that was replaced",
    why: """
      tlsMinimumSupportedProtocolVersion and tlsMaximumSupportedProtocolVersion replace \
      tlsMinimumSupportedProtocol and tlsMaximumSupportedProtocol since iOS 13.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        api: { type: default, «tlsMinimumSupportedProtocol»: tlsProtocol12 }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default, tlsMinimumSupportedProtocolVersion: TLSv12 }
      """
    ],
    check: .sessions { session, _, context in
      guard let legacy = session.tlsMinimumSupportedProtocol ?? session.tlsMaximumSupportedProtocol else {
        return nil
      }
      let isMinimum = session.tlsMinimumSupportedProtocol != nil
      let old = isMinimum ? "tlsMinimumSupportedProtocol" : "tlsMaximumSupportedProtocol"
      let isReplaced =
        isMinimum
        ? session.hasKey("tlsMinimumSupportedProtocolVersion")
        : session.hasKey("tlsMaximumSupportedProtocolVersion")
      let fix =
        isReplaced
        ? context.remove(legacy.place, "Remove \(old)")
        : legacy.value.version.flatMap {
          context.rename(
            legacy.place, to: old + "Version", value: $0.rawValue, "Write \(old)Version: \($0.rawValue)")
        }
      return context.issue(
        at: .key(legacy.place), "\(old) is replaced by \(old)Version",
        help: "write \(old)Version"
          + (legacy.value.version.map { ": \($0.rawValue)" } ?? ", with TLSv12 or TLSv13"),
        fixes: [fix])
    }
  )
}

extension LegacyTLSProtocol {
  /// The same version as the new property has it; `nil` for SSL, which it does not have.
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
