internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionExpensiveOffConstrainedOn = Rule(
    "BGP131", "session-expensive-off-constrained-on", .sessions, .info,
    summary: "A session that avoids expensive networks but not Low Data Mode",
    why: """
      The user has chosen Low Data Mode, but the system only guesses that a network is expensive. Apple asks \
      apps to prefer the constrained flag.
      """,
    guide: RuleGuide(
      ignoreWhen: "The transfers are small, and have to work in Low Data Mode."),
    citations: [.configurationReference, .wwdc19Networking],
    triggers: [
      """
      sessions:
        «library»: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsExpensiveNetworkAccess: false }
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
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, isDiscretionary: true, allowsExpensiveNetworkAccess: false }
      """,
      """
      sessions:
        api: { type: default, allowsExpensiveNetworkAccess: false, allowsConstrainedNetworkAccess: runtime,
               waitsForConnectivity: true }
      """,
    ],
    check: .sessions { session, policy, context in
      let constrained = session.allowsConstrainedNetworkAccess
      guard let expensive = session.allowsExpensiveNetworkAccess.written, !expensive.value, constrained.value,
        !session.isRuntime("allowsConstrainedNetworkAccess"),
        // Another rule reports a discretionary session in Low Data Mode.
        !(session.isBackground && session.isDiscretionary.value)
      else { return nil }
      return context.diagnostic(
        at: constrained.written.map { .value($0.node) } ?? .key(session.name.node),
        "\(session.name.value) avoids expensive networks but uses networks in Low Data Mode"
          + (constrained.isDefault ? ", which is the default" : ""),
        help: "set allowsConstrainedNetworkAccess to false as well",
        related: [(.value(expensive.node), "expensive networks are off here")],
        fixes: [
          context.set(
            "allowsConstrainedNetworkAccess", at: constrained.written?.node, to: "false",
            in: session.name.node,
            safety: .changesSwift)
        ])
    }
  )
}
