internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionConnectionsMultiply = Rule(
    "BGP108", "session-connections-multiply", .sessions, .info, reporting: .oncePerFile,
    summary: "Several sessions with transfers to one host",
    why: """
      httpMaximumConnectionsPerHost applies to each session. Several sessions together open several times as \
      many connections to the host, and share none.
      """,
    guide: RuleGuide(
      ignoreWhen: "The host accepts that many connections, and the sessions can't be one.",
      related: ["session-too-many-background"]),
    citations: [.downloadingInBackground],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        thumbnails: { type: default }
      transfers:
        photos: { session: library, direction: upload, size: 4MB, endpoint: "https://photos.example.com/upload" }
        previews: { session: thumbnails, size: 30kB, endpoint: «"https://photos.example.com/thumbnails"» }
      """,
      """
      sessions:
        library:
          identifier: com.example.library.{account}
          instances: { per: account, atMost: 3 }
          timeoutIntervalForResource: 1d
      transfers:
        photos: { session: library, direction: upload, size: 4MB, endpoint: «"https://photos.example.com/upload"» }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        thumbnails: { type: default }
      transfers:
        photos: { session: library, direction: upload, size: 4MB, endpoint: "https://photos.example.com/upload" }
        previews: { session: thumbnails, size: 30kB, endpoint: "https://cdn.example.com/thumbnails" }
      """
    ],
    check: .transfers { transfer, session, policy, context in
      guard policy.sessions.count > 1 || session.mostInstances > 1, let endpoint = transfer.endpoint,
        case let host = Endpoint(endpoint.value).host,
        !host.isEmpty
      else { return nil }
      let earlier = policy.transfers.prefix { $0.name.node != transfer.name.node }.filter { other in
        other.endpoint.map { Endpoint($0.value).host == host } ?? false
      }
      let own = session.httpMaximumConnectionsPerHost.value * session.mostInstances
      if earlier.isEmpty, session.mostInstances > 1 {
        return context.diagnostic(
          at: .value(endpoint.node),
          "\(host) gets up to \(own) connections, from up to \(session.mostInstances) sessions of \(session.name.value)",
          help: "use one session for all of them, or lower httpMaximumConnectionsPerHost")
      }
      // Each session after the first gets a finding.
      guard let first = earlier.first, let firstEndpoint = first.endpoint,
        let firstSession = policy.session(of: first),
        !earlier.contains(where: { $0.session?.value == session.name.value })
      else { return nil }
      let isOfOneProcess = session.target.value == firstSession.target.value
      let connections =
        own + firstSession.httpMaximumConnectionsPerHost.value * firstSession.mostInstances
      return context.diagnostic(
        at: .value(endpoint.node),
        "\(host) gets up to \(connections) connections, from \(firstSession.name.value) and \(session.name.value)",
        help: (isOfOneProcess ? "use one session for both, or " : "") + "lower httpMaximumConnectionsPerHost",
        related: [(.value(firstEndpoint.node), "the same host")])
    }
  )
}
