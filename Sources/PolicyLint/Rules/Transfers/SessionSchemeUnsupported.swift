internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionSchemeUnsupported = Rule(
    "BGP143", "session-scheme-unsupported", .transfers, .error,
    summary: "A background transfer over a scheme other than HTTP or HTTPS",
    why: "Background sessions support HTTP and HTTPS only, no custom protocols.",
    guide: RuleGuide(
      symptom: """
        Creating the task fails with “Invalid URL scheme for background downloads: ftp. Valid schemes are \
        http or https” (seen in 2016).
        """,
      seenIn: [.invalidScheme],
      related: ["session-custom-protocol-classes", "session-cleartext-http"]),
    citations: [.downloadingInBackground],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, endpoint: «"ftp://photos.example.com/all"→$(SERVER)/all» }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, endpoint: «photos.example.com/all» }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, endpoint: "https://photos.example.com/all" }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard session.isBackground, let endpoint = transfer.endpoint,
        case let scheme = Endpoint(endpoint.value).scheme,
        scheme != "https", scheme != "http", !(scheme.isEmpty && endpoint.value.isUnresolved)
      else { return nil }
      let address = endpoint.value.dropFirst(scheme.count)
      return context.diagnostic(
        at: .value(endpoint.node),
        scheme.isEmpty
          ? "The endpoint of \(transfer.name.value) has no scheme, such as https"
          : "The endpoint of \(transfer.name.value) uses \(scheme), which a background session does not support",
        help: "use an https URL, for example https://example.com/photos",
        related: [(.key(session.name.node), "the background session that carries it")],
        fixes: [
          scheme.isEmpty
            ? context.replace(
              endpoint.node, with: "https://" + endpoint.value, "Add https://",
              safety: .guesses)
            : address.hasPrefix("://")
              ? context.replace(
                endpoint.node, with: "https" + address, "Write https\(address)",
                safety: .displayOnly(because: "requires a server that answers https")) : nil
        ],
        // An endpoint without a scheme may be meant as an `https` endpoint.
        severity: scheme.isEmpty ? .warning : nil)
    }
  )
}
