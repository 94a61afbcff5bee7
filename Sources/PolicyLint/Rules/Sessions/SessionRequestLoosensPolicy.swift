internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionRequestLoosensPolicy = Rule(
    "BGP133", "session-request-loosens-policy", .sessions, .warning,
    summary: "A request that allows a network that its session forbids",
    why: """
      A request can only be stricter than its session. If the session forbids cellular, expensive or \
      constrained networks, the request can't allow them.
      """,
    guide: RuleGuide(
      symptom: "No error: the request does not use the network that its session forbids.",
      swift: """
        var request = URLRequest(url: url)
        request.allowsCellularAccess = false  // stricter than its session
        """,
      related: ["session-split-by-cellular"]),
    citations: [.urlSessionHeader],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d,
                   allowsCellularAccess: false, allowsExpensiveNetworkAccess: false }
      transfers:
        message: { session: library, size: 20kB, allowsCellularAccess: «true», allowsExpensiveNetworkAccess: «true» }
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
    check: .policy { policy, context in
      policy.transfers.flatMap { transfer -> [Diagnostic] in
        guard transfer.allowsSomeNetwork, let session = policy.session(of: transfer) else { return [] }
        return NetworkSwitch.all.compactMap { network in
          guard let request = network.value(of: transfer), request.value,
            let forbidden = network.setting(of: session).written, !forbidden.value
          else { return nil }
          return context.diagnostic(
            at: .value(request.node),
            "\(network.name) of \(transfer.name.value) has no effect: its session forbids it",
            help: "allow it in the session, and forbid it in the other requests",
            related: [(.value(forbidden.node), "forbidden here")],
            fixes: [context.remove(request.node, "Remove \(network.name)", safety: .changesSwift)])
        }
      }
    }
  )
}

extension Policy.Transfer {
  /// Whether the transfer's requests explicitly allow a kind of network, which is rare.
  fileprivate var allowsSomeNetwork: Bool {
    allowsCellularAccess?.value == true || allowsExpensiveNetworkAccess?.value == true
      || allowsConstrainedNetworkAccess?.value == true
  }
}
