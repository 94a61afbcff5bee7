internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCleartextHTTP = Rule(
    "BGP618", "session-cleartext-http", .appFiles, .warning,
    summary: "A transfer over plain HTTP in an app without an exception from App Transport Security",
    why: """
      App Transport Security also applies to background sessions, and blocks plain HTTP to public hosts. \
      Lint assumes that an NSAppTransportSecurity in the Info.plist covers the host.
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
        """, in: "App/Info.plist", "«<dict/>»")
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
      // App Transport Security protects no connections to addresses and local hosts.
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
      let key = "NSAppTransportSecurity"
      guard file.kind == .infoPlist, case .success(nil) = file.value(of: key) else { return [] }
      let refused = policy.transfers.compactMap { transfer -> (host: String, node: PolicyNode)? in
        guard let written = transfer.endpoint, let session = policy.session(of: transfer),
          file.processes.contains(session.target.value)
        else { return nil }
        let endpoint = Endpoint(written.value)
        return endpoint.isRefusedAsCleartext ? (endpoint.host, written.node) : nil
      }
      guard let first = refused.first else { return [] }
      return [
        file.diagnostic(
          at: .key(key), path: [key],
          message: "App Transport Security blocks http to \(first.host), and Info.plist has no exception",
          help: "write an https URL in the policy, or add an exception for the host to \(key)",
          related: refused.map { (.value($0.node), "an endpoint over http") }, in: context)
      ]
    }
  )
}

extension Endpoint {
  /// Whether App Transport Security blocks it: it is plain HTTP to a public host name.
  fileprivate var isRefusedAsCleartext: Bool {
    let isAddress = host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
    return scheme == "http" && host.contains(".") && !isAddress && !host.hasSuffix(".local")
      && !host.contains("$")
  }
}
