internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let taskChainedInBackground = Rule(
    "BGP305", "task-chained-in-background", .transfers, .warning,
    summary: "Background transfers that are submitted one after the other",
    why: """
      Each transfer that ends resumes the app to start the next one, and each resume doubles the delay \
      before the next may start. Transfers that are submitted together need one resume. A batch of at most \
      httpMaximumConnectionsPerHost gains nothing either, because the session never opens more connections \
      to a host; and with many larger batches, the delays of the later ones add up to hours.
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
      """
      sessions:
        books: { identifier: com.example.books, timeoutIntervalForResource: 7d }
      transfers:
        chapters: { session: books, count: 1000, size: 1MB, submit: «{ batch: 50 }» }
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
        size < transfer.itemCount ?? .max
      else { return nil }
      let isSerial = size <= session.httpMaximumConnectionsPerHost.value
      // The first batch is not delayed.
      let refills = transfer.itemCount.map { ($0 + size - 1) / size - 1 } ?? 0
      guard isSerial || delay(ofRefills: refills) > mostDelay else { return nil }
      let transfers = transfer.itemCount.map { "\($0) transfers" } ?? "transfers"
      let pace = size == 1 ? "one after the other" : "\(size) at a time"
      return context.diagnostic(
        at: .value(submit.node),
        "\(transfer.name.value) submits \(transfers) \(pace), and each resume doubles the delay",
        help: isSerial
          ? "submit all of them at once, or in larger batches, for example `submit: { batch: 100 }`"
          : "submit all of them at once, or in batches so large that few of the \(refills) delayed ones are left",
        fixes: [
          context.remove(
            submit.node, "Submit all at once",
            safety: .unsafe(because: "submits all transfers at once instead of \(pace)"))
        ], severity: size == 1 ? nil : .info)
    }
  )
}

/// The sum of delays from which the rule reports batches. Shorter delays are seldom noticed.
private let mostDelay = TimeSpan.hours(1)

/// The least sum of the delays of some batches that are started in the background. The resume limiter causes these delays, and the model's
/// parameters have their default values.
private func delay(ofRefills count: Int) -> TimeSpan {
  let factor = Int64(PlatformFacts.limiterFactor.value)
  var sum = TimeSpan.zero
  var delay = ParameterKey<TimeSpan>.resumeBase.usual
  for _ in 0..<count where sum <= mostDelay {
    sum = sum + delay
    delay = delay * factor
  }
  return sum
}
