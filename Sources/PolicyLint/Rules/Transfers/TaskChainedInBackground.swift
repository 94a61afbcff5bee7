internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskChainedInBackground = Rule(
    "BGP305", "task-chained-in-background", .warning,
    summary: "Background transfers that start one after the other",
    why: """
      Each one that ends resumes the app to start the next, and each resume doubles the delay before the \
      next may start. Started together they need one resume.
      """,
    citations: [.downloadingInBackground, .resumeRateLimiter],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, direction: upload, count: 200, size: 4MB, submit: «oneAtATime» }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, direction: upload, count: unknown, submit: «oneAtATime» }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        api: { type: default }
      transfers:
        photos: { session: library, direction: upload, count: 200, size: 4MB, submit: { batch: 100 } }
        status: { session: api, count: 10, size: 1kB, submit: oneAtATime }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard session.isBackground, let submit = transfer.submit.written, submit.value == .oneAtATime,
        transfer.itemCount != 0, transfer.itemCount != 1
      else { return nil }
      let transfers = transfer.itemCount.map { "\($0) transfers" } ?? "transfers"
      return context.issue(
        at: .value(submit.place),
        "\(transfer.name.value) starts \(transfers) one after the other, and each resume doubles the delay",
        help: "submit all of them at once, or many in a batch",
        fixes: [
          context.remove(
            submit.place, "Submit all at once",
            safety: .unsafe(because: "submits all transfers at once instead of one after the other"))
        ])
    }
  )
}
