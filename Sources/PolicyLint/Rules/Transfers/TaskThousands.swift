internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskThousands = Rule(
    "BGP306", "task-thousands", .warning,
    summary: "Thousands of background transfers",
    why: """
      The system works through a background session a few transfers at a time. Fewer and larger ones, \
      such as an archive, are done sooner.
      """,
    citations: [.downloadingInBackground, .resumeRateLimiter],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        thumbnails: { session: library, count: «20000», size: 3kB }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, count: 1000, size: 4MB }
        media: { session: library, count: unknown, size: 4MB }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard session.isBackground, let written = transfer.count.written,
        let count = written.value, count > PlatformFacts.transfers.value
      else { return nil }
      return context.issue(
        at: .value(written.place),
        "\(transfer.name.value) is \(count) transfers, more than \(PlatformFacts.transfers.value)",
        help: "put many items into one transfer, such as an archive")
    }
  )
}
