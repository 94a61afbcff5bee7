internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCleartextHTTP = Rule(
    "BGP618", "session-cleartext-http", .appFiles, .warning,
    summary: "A transfer over plain HTTP that App Transport Security blocks",
    why: """
      App Transport Security also applies to background sessions, and blocks plain HTTP to public hosts. \
      NSAllowsArbitraryLoads allows it to all hosts but those in NSExceptionDomains, each of which needs \
      NSExceptionAllowsInsecureHTTPLoads.
      """,
    guide: RuleGuide(
      symptom: "The transfer fails with URLError.appTransportSecurityRequiresSecureConnection (-1022).",
      related: ["session-scheme-unsupported"]),
    citations: [.urlSessionHeader, .bundleResources, .urlErrorReference],
    triggers: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        transfers:
          photos: { session: library, size: 4MB, endpoint: "http://photos.example.com/all" }
        """, in: "App/Info.plist", "«<dict/>»"),
      // The exception for the domain overrides the exception for all hosts.
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        transfers:
          photos: { session: library, size: 4MB, endpoint: "http://photos.example.com/all" }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>«NSAppTransportSecurity»</key>
          <dict>
            <key>NSAllowsArbitraryLoads</key>
            <true/>
            <key>NSExceptionDomains</key>
            <dict>
              <key>example.com</key>
              <dict>
                <key>NSIncludesSubdomains</key>
                <true/>
              </dict>
            </dict>
          </dict>
        </dict>
        """),
    ],
    passes: [
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        transfers:
          photos: { session: library, size: 4MB, endpoint: "http://photos.example.com/all" }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>NSAppTransportSecurity</key>
          <dict>
            <key>NSAllowsArbitraryLoads</key>
            <true/>
          </dict>
        </dict>
        """),
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        transfers:
          photos: { session: library, size: 4MB, endpoint: "http://photos.example.com/all" }
        """, in: "App/Info.plist",
        """
        <dict>
          <key>NSAppTransportSecurity</key>
          <dict>
            <key>NSExceptionDomains</key>
            <dict>
              <key>photos.example.com</key>
              <dict>
                <key>NSExceptionAllowsInsecureHTTPLoads</key>
                <true/>
              </dict>
            </dict>
          </dict>
        </dict>
        """),
      // App Transport Security does not protect connections to IP addresses and local hosts.
      .withPropertyList(
        """
        app: { name: Example, bundleIdentifier: com.example, infoPlist: App/Info.plist }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        transfers:
          photos: { session: library, size: 4MB, endpoint: "https://photos.example.com/all" }
          scans: { session: library, size: 4MB, endpoint: "http://192.0.2.1:8080/scans" }
          faxes: { session: library, size: 4MB, endpoint: "http://printer.local/faxes" }
        """, in: "App/Info.plist", "<dict/>"),
    ],
    check: .appFiles { file, policy, context in
      guard file.kind == .infoPlist else { return [] }
      let endpoints = policy.transfers.compactMap { transfer -> (host: String, node: PolicyNode)? in
        guard let written = transfer.endpoint, let session = policy.session(of: transfer),
          file.processes.contains(session.target.value)
        else { return nil }
        let endpoint = Endpoint(written.value)
        return endpoint.isPublicCleartext ? (endpoint.host, written.node) : nil
      }
      guard !endpoints.isEmpty else { return [] }
      let security = TransportSecurity(in: file)
      let blocked = endpoints.filter { security.blocksHTTP(to: $0.host) }
      guard let first = blocked.first else { return [] }
      return [
        file.diagnostic(
          at: .key(TransportSecurity.key), path: [TransportSecurity.key],
          message:
            "App Transport Security blocks http to \(first.host), for which Info.plist has no exception",
          help:
            "write an https URL in the policy, or add an exception for the host to \(TransportSecurity.key)",
          related: blocked.map { (.value($0.node), "an endpoint over http") }, in: context)
      ]
    }
  )
}

extension Endpoint {
  /// Whether the endpoint is plain HTTP to a known public host name.
  fileprivate var isPublicCleartext: Bool {
    guard scheme == "http", host.contains("."), !host.hasSuffix(".local"), let last = host.utf8.last,
      Self.isLetterOrDigit(last)
    else { return false }
    // Build settings and templates are not host names. An IP address has no letters or is in brackets.
    return host.utf8.allSatisfy { Self.isLetterOrDigit($0) || ".-_".utf8.contains($0) }
      && !host.allSatisfy { $0.isNumber || $0 == "." }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
