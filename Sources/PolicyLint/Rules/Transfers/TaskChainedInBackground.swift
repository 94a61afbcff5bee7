internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskChainedInBackground = Rule(
    "BGP305", "task-chained-in-background", .transfers, .warning,
    summary: "Background transfers that are submitted one after the other",
    why: """
      Each transfer that ends resumes the app to start the next one, and each resume doubles the delay \
      before the next may start. Transfers that are submitted together need one resume. A batch of at most \
      httpMaximumConnectionsPerHost gains nothing either, because the session never opens more connections \
      to a host.
      """,
    guide: RuleGuide(
      symptom: """
        In the background, each transfer starts later than the one before, until a person opens the app.
        """,
      ignoreWhen: "Each request needs the response to the one before.",
      swift: """
        for file in files {
          session.uploadTask(with: request(for: file), fromFile: file).resume()
        }
        """,
      related: ["task-thousands", "bg-task-waits-for-transfers"]),
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
      """
      sessions:
        books: { identifier: com.example.books, timeoutIntervalForResource: 7d }
      transfers:
        chapters: { session: books, count: unknown, submit: «{ batch: 3 }» }
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
      """,
      """
      sessions:
        books: { identifier: com.example.books, timeoutIntervalForResource: 7d, httpMaximumConnectionsPerHost: 2 }
      transfers:
        chapters: { session: books, count: unknown, submit: { batch: 3 } }
        covers: { session: books, count: 2, submit: { batch: 2 } }
      """,
    ],
    check: .transfers { transfer, session, _, context in
      guard session.isBackground, let submit = transfer.submit.written, case .batch(let size) = submit.value,
        size < transfer.itemCount ?? .max, size <= session.httpMaximumConnectionsPerHost.value
      else { return nil }
      let transfers = transfer.itemCount.map { "\($0) transfers" } ?? "transfers"
      let pace = size == 1 ? "one after the other" : "\(size) at a time"
      return context.diagnostic(
        at: .value(submit.node),
        "\(transfer.name.value) submits \(transfers) \(pace), and each resume doubles the delay",
        help: "submit all of them at once, or in larger batches, for example `submit: { batch: 100 }`",
        fixes: [
          context.remove(
            submit.node, "Submit all at once",
            safety: .unsafe(because: "submits all transfers at once instead of \(pace)"))
        ], severity: size == 1 ? nil : .info)
    }
  )
}
