internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCellularInsteadOfExpensive = Rule(
    "BGP130", "session-cellular-instead-of-expensive", .sessions, .info, reporting: .oncePerFile,
    summary: "allowsCellularAccess false where allowsExpensiveNetworkAccess would say more",
    why: """
      Cellular is not the only network that costs money, and not every cellular network does. Apple \
      prefers the expensive and the constrained flag, which follow what the user and the carrier say.
      """,
    citations: [.wwdc19Networking],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsCellularAccess: «false» }
      """
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library
          timeoutIntervalForResource: 1d
          allowsExpensiveNetworkAccess: false
          allowsConstrainedNetworkAccess: false
      """,
      """
      sessions:
        api: { type: default, allowsCellularAccess: false, allowsExpensiveNetworkAccess: runtime }
      """,
    ],
    check: .sessions { session, policy, context in
      guard let cellular = session.allowsCellularAccess.written, !cellular.value,
        session.allowsExpensiveNetworkAccess.value, !session.isRuntime("allowsExpensiveNetworkAccess")
      else { return nil }
      return context.diagnostic(
        at: .value(cellular.node),
        "\(session.name.value) shuts out cellular networks and still uses a personal hotspot",
        help: "set allowsExpensiveNetworkAccess to false, which covers both",
        fixes: [
          context.set(
            "allowsExpensiveNetworkAccess", session.allowsExpensiveNetworkAccess.written?.node, to: "false",
            in: session.name.node, safety: .changesSwift)
        ])
    }
  )
}
