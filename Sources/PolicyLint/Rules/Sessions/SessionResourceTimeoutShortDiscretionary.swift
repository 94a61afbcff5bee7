internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionResourceTimeoutShortDiscretionary = Rule(
    "BGP120", "session-resource-timeout-short-discretionary", .sessions, .warning,
    summary: "A discretionary session that gives up within 12 hours",
    why: """
      The system first waits for Wi-Fi and power, and relaxes as the resource timeout comes nearer. Apple \
      says that less than 12 hours puts stress on the system, and it may not include a night on the charger.
      """,
    guide: RuleGuide(
      symptom: "The transfer fails with URLError.timedOut (-1001), possibly before it has started.",
      ignoreWhen: "The transfer is of no use after that time.",
      related: ["session-discretionary-on-constrained"]),
    citations: [.wwdc14Energy, .downloadingInBackground, .urlErrorReference],
    triggers: [
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          allowsConstrainedNetworkAccess: false
          timeoutIntervalForResource: «6h→12h»
      """
    ],
    check: .backgroundSessions { session, policy, context in
      let least = PlatformFacts.discretionaryResourceTimeout.value
      guard let discretionary = session.isDiscretionary.written, discretionary.value,
        let timeout = session.timeoutIntervalForResource.written, timeout.value < least
      else { return nil }
      return context.diagnostic(
        at: .value(timeout.node),
        "\(session.name.value) is discretionary but gives up after \(timeout.value), possibly before it starts",
        help: "set it to \(least) or more, better a day or two",
        related: [(.value(discretionary.node), "discretionary here")],
        fixes: [
          context.replace(
            timeout.node, withPlain: least.description, "Set timeoutIntervalForResource to \(least)",
            safety: .changesSwift)
        ])
    }
  )
}
