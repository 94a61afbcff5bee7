internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionCellularInsteadOfExpensive = Rule(
    "BGP130", "session-cellular-instead-of-expensive", .sessions, .info, reporting: .oncePerFile,
    summary: "allowsCellularAccess: false although allowsExpensiveNetworkAccess would cover more",
    why: """
      Networks other than cellular can cost money, and some cellular networks don't. Apple prefers the \
      expensive and the constrained flag, which follow the settings of the user and the carrier.
      """,
    guide: RuleGuide(
      ignoreWhen: "The transfers must stay off cellular networks that cost nothing, too.",
      swift: """
        configuration.allowsExpensiveNetworkAccess = false
        configuration.allowsConstrainedNetworkAccess = false
        """,
      related: ["session-expensive-off-constrained-on", "session-split-by-cellular"]),
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
        "\(session.name.value) excludes cellular networks but still uses personal hotspots",
        help: "set allowsExpensiveNetworkAccess to false, which covers both",
        fixes: [
          context.set(
            "allowsExpensiveNetworkAccess", at: session.allowsExpensiveNetworkAccess.written?.node,
            to: "false",
            in: session.name.node, safety: .changesSwift)
        ])
    }
  )
}
