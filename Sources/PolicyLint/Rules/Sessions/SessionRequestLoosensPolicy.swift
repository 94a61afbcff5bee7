internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionRequestLoosensPolicy = Rule(
    "BGP133", "session-request-loosens-policy", .warning,
    summary: "A request that allows a network which its session forbids",
    why: """
      A request can only be stricter than its session. Where the session forbids cellular, expensive or \
      constrained networks, the request cannot allow them.
      """,
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsExpensiveNetworkAccess: false }
      transfers:
        message: { session: library, size: 20kB, allowsExpensiveNetworkAccess: «true» }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, allowsCellularAccess: false }
      """
    ],
    check: .transfers { transfer, session, _, context in
      let pairs = [
        ("allowsCellularAccess", transfer.allowsCellularAccess, session.allowsCellularAccess),
        (
          "allowsExpensiveNetworkAccess", transfer.allowsExpensiveNetworkAccess,
          session.allowsExpensiveNetworkAccess
        ),
        (
          "allowsConstrainedNetworkAccess", transfer.allowsConstrainedNetworkAccess,
          session.allowsConstrainedNetworkAccess
        ),
      ]
      for (key, request, session) in pairs {
        guard let request, request.value, let forbidden = session.written, !forbidden.value else { continue }
        return context.issue(
          at: .value(request.place), "\(key) of \(transfer.name.value) has no effect: its session forbids it",
          help: "allow it in the session, and forbid it in the other requests",
          related: [(.value(forbidden.place), "forbidden here")],
          fixes: [context.remove(request.place, "Remove \(key)")])
      }
      return nil
    }
  )
}
