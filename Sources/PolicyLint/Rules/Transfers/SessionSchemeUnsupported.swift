internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionSchemeUnsupported = Rule(
    "BGP143", "session-scheme-unsupported", .error,
    summary: "A background transfer of another scheme than HTTP or HTTPS",
    why: "Background sessions speak HTTP and HTTPS, and no custom protocol.",
    citations: [.downloadingInBackground],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, endpoint: «"ftp://photos.example.com/all"» }
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
        scheme != "https", scheme != "http"
      else { return nil }
      return context.diagnostic(
        at: .value(endpoint.node),
        scheme.isEmpty
          ? "The endpoint of \(transfer.name.value) has no scheme"
          : "A background session has no \(scheme), which \(transfer.name.value) asks for",
        help: "write an https URL",
        related: [(.key(session.name.node), "the background session that carries it")],
        fixes: [
          scheme.isEmpty
            ? context.replace(
              endpoint.node, with: "https://" + endpoint.value, "Put https:// in front of it",
              safety: .guesses)
            : nil
        ],
        // What has no scheme may be meant for https.
        severity: scheme.isEmpty ? .warning : nil)
    }
  )
}
