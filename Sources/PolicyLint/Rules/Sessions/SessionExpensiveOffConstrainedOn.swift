internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionExpensiveOffConstrainedOn = Rule(
    "BGP131", "session-expensive-off-constrained-on", .sessions, .info,
    summary: "A session that avoids expensive networks and goes on in Low Data Mode",
    why: """
      Low Data Mode is what the user chose, expensive is what the system guessed. Apple asks to honour the \
      first before the second.
      """,
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
        // A discretionary session in Low Data Mode has a rule of its own.
        !(session.isBackground && session.isDiscretionary.value)
      else { return nil }
      return context.diagnostic(
        at: constrained.written.map { .value($0.node) } ?? .key(session.name.node),
        "\(session.name.value) avoids expensive networks and allows Low Data Mode"
          + (constrained.isDefault ? ", which is the default" : ""),
        help: "set allowsConstrainedNetworkAccess to false as well",
        related: [(.value(expensive.node), "expensive networks are off here")],
        fixes: [
          context.set(
            "allowsConstrainedNetworkAccess", constrained.written?.node, to: "false", in: session.name.node,
            safety: .changesSwift)
        ])
    }
  )
}
