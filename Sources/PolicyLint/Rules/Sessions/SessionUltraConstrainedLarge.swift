internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionUltraConstrainedLarge = Rule(
    "BGP134", "session-ultra-constrained-large", .sessions, .warning,
    summary: "Large background transfers over a satellite network",
    why: """
      Apple asks apps to minimize large background transfers on ultra-constrained networks, such as a \
      carrier's satellites.
      """,
    guide: RuleGuide(
      ignoreWhen: "People start the transfers themselves, and know that they use such a network."),
    citations: [.ultraConstrainedNetworks],
    triggers: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.1" }, sdk: "26.1" }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsUltraConstrainedNetworkAccess: «true» }
        """)
    ],
    passes: [
      .whole(
        """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.1" }, sdk: "26.1" }
        sessions:
          messages: { identifier: com.example.messages, timeoutIntervalForResource: 1d, allowsUltraConstrainedNetworkAccess: true }
          api: { type: default, allowsUltraConstrainedNetworkAccess: true }
        transfers:
          message: { session: messages, direction: upload, size: 2kB }
          reply: { session: messages, direction: upload, size: unknown }
        """)
    ],
    check: .backgroundSessions { session, policy, context in
      guard let allowed = session.allowsUltraConstrainedNetworkAccess, allowed.value else { return nil }
      let transfers = context.index.transfers(of: session)
      // Ultra-constrained networks are for small messages.
      let isSmall =
        !transfers.isEmpty && !session.isDiscretionary.value
        && transfers.allSatisfy { transfer in
          // Unknown sizes are not reported.
          guard let size = transfer.size, let count = transfer.itemCount else { return true }
          return size.value.upper * count < PlatformFacts.largeTransfer.value
        }
      guard !isSmall else { return nil }
      return context.diagnostic(
        at: .value(allowed.node), "\(session.name.value) may use a satellite for background transfers",
        help: "set it to false here, and allow it in another session for small, urgent transfers",
        fixes: [
          context.replace(
            allowed.node, withPlain: "false", "Set allowsUltraConstrainedNetworkAccess to false",
            safety: .reverses("allowsUltraConstrainedNetworkAccess: true"))
        ])
    }
  )
}
