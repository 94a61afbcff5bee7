internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let sessionDiscretionaryOnConstrained = Rule(
    "BGP116", "session-discretionary-on-constrained", .sessions, .warning, reporting: .oncePerFile,
    summary: "A discretionary session that uses the network in Low Data Mode",
    why: """
      Low Data Mode defers transfers that can wait, and a discretionary transfer can wait. Apple's \
      example sets allowsConstrainedNetworkAccess to false together with isDiscretionary.
      """,
    guide: RuleGuide(
      ignoreWhen: "People expect the transfer in Low Data Mode, too.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
        configuration.isDiscretionary = true
        configuration.allowsConstrainedNetworkAccess = false
        """,
      related: ["session-expensive-off-constrained-on"]),
    citations: [.configurationReference, .wwdc23Transfers],
    triggers: [
      """
      sessions:
        «library»: { identifier: com.example.library, isDiscretionary: true, timeoutIntervalForResource: 2d }
      """,
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          timeoutIntervalForResource: 2d
          allowsConstrainedNetworkAccess: «true→false»
      """,
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library
          timeoutIntervalForResource: 2d
          isDiscretionary: true
          allowsConstrainedNetworkAccess: runtime
      """
    ],
    check: .backgroundSessions { session, policy, context in
      let access = session.allowsConstrainedNetworkAccess
      guard let discretionary = session.isDiscretionary.written, discretionary.value, access.value,
        !session.isRuntime("allowsConstrainedNetworkAccess")
      else { return nil }
      let fix =
        access.written.map {
          context.replace(
            $0.node, withPlain: "false", "Set allowsConstrainedNetworkAccess to false",
            safety: .reverses("allowsConstrainedNetworkAccess: true"))
        }
        ?? context.insert(
          "allowsConstrainedNetworkAccess", plain: "false", into: session.name.node,
          "Add allowsConstrainedNetworkAccess: false",
          safety: .unsafe(because: "keeps the session's transfers off networks in Low Data Mode"))
      return context.diagnostic(
        at: access.written.map { .value($0.node) } ?? .key(session.name.node),
        "\(session.name.value) is discretionary but uses networks in Low Data Mode"
          + (access.isDefault ? ", which is the default" : ""),
        related: [(.value(discretionary.node), "discretionary here")], fixes: [fix],
        // The policy does not set the property explicitly.
        severity: access.isDefault ? .info : nil)
    }
  )
}
