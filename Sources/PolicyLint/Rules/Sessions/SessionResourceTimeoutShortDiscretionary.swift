internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionResourceTimeoutShortDiscretionary = Rule(
    "BGP120", "session-resource-timeout-short-discretionary", .sessions, .warning,
    summary: "A discretionary session that gives up within 12 hours",
    why: """
      The system waits for Wi-Fi and power first and relaxes as the resource timeout comes nearer. Apple \
      calls anything under 12 hours stress on the system, and a night on the charger may not fall into it.
      """,
    citations: [.wwdc14Energy, .downloadingInBackground],
    triggers: [
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          allowsConstrainedNetworkAccess: false
          timeoutIntervalForResource: «6h»
      """
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          allowsConstrainedNetworkAccess: false
          timeoutIntervalForResource: 12h
      """
    ],
    check: .backgroundSessions { session, policy, context in
      let least = PlatformFacts.discretionaryResourceTimeout.value
      guard let discretionary = session.isDiscretionary.written, discretionary.value,
        let timeout = session.timeoutIntervalForResource.written, timeout.value < least
      else { return nil }
      return context.diagnostic(
        at: .value(timeout.node),
        "\(session.name.value) is discretionary and gives up after \(timeout.value), before the system may have begun",
        help: "give it \(least) or more, better a day or two",
        related: [(.value(discretionary.node), "discretionary here")],
        fixes: [
          context.replace(
            timeout.node, withPlain: least.description, "Set timeoutIntervalForResource to \(least)",
            safety: .changesSwift)
        ])
    }
  )
}
