internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let transferQueueNotGenerated = Rule(
    "BGP313", "transfer-queue-not-generated", .transfers, .warning, .defined,
    summary: "A queue on a session that is not a background session",
    why: """
      The generated code keeps the items of background sessions only. The app submits the transfers of \
      other sessions, and an item that has not arrived when the app ends is lost unless the app keeps it.
      """,
    guide: RuleGuide(related: ["transfer-priority-not-generated"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        api: { type: default }
      transfers:
        notes: { session: api, direction: upload, size: 1kB, «queue»: ‹true→false› }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, direction: upload, size: 4MB, queue: true }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard let queue = transfer.queue.written, queue.value, !session.isBackground else { return nil }
      return context.diagnostic(
        at: .key(queue.node),
        "items of \(transfer.name.value) are not kept: \(session.name.value) is not a background session",
        help: "transfer them in a background session, or keep them in the app and remove queue",
        related: [(.key(session.name.node), "its session")])
    }
  )
}
