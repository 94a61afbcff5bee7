internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let transferDeadlineDiscretionary = Rule(
    "BGP330", "transfer-deadline-discretionary", .transfers, .warning,
    summary: "A transfer with a deadline of hours in a discretionary session",
    why: """
      The system may keep a discretionary transfer until the device is on Wi-Fi and power, which can take until the night. \
      A person who waits for the transfer sees it stand still.
      """,
    guide: RuleGuide(
      symptom: "The transfer starts when the device is connected to power.",
      ignoreWhen: "The deadline is a wish, and a night on the charger is soon enough.",
      related: ["session-resource-timeout-short-discretionary", "session-large-not-discretionary"]),
    citations: [.downloadingInBackground, .wwdc14Energy],
    triggers: [
      """
      sessions:
        video: { identifier: com.example.video, ‹isDiscretionary: true, →›timeoutIntervalForResource: 7d }
      transfers:
        lesson: { session: video, direction: download, size: 300MB, startedIn: foreground, deadline: «30m» }
      """
    ],
    passes: [
      """
      sessions:
        video: { identifier: com.example.video, isDiscretionary: true, timeoutIntervalForResource: 7d }
      transfers:
        lesson: { session: video, direction: download, size: 300MB, startedIn: foreground, deadline: 2d }
      """
    ],
    check: .transfers { transfer, session, _, context in
      // The shortest time that Apple wants discretionary transfers to have.
      guard let deadline = transfer.deadline, session.isBackground,
        let discretionary = session.isDiscretionary.written, discretionary.value,
        deadline.value < PlatformFacts.discretionaryResourceTimeout.value
      else { return nil }
      return context.diagnostic(
        at: .value(deadline.node),
        "\(transfer.name.value) has a deadline of \(deadline.value), but its session waits for Wi-Fi and power",
        help: "let a session without isDiscretionary carry it, or give it a longer deadline",
        related: [(.value(discretionary.node), "discretionary here")])
    }
  )
}
