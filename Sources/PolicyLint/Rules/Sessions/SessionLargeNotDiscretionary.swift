internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let sessionLargeNotDiscretionary = Rule(
    "BGP117", "session-large-not-discretionary", .sessions, .info, .assumed,
    summary: "A large or daily background transfer that nobody waits for and that is not discretionary",
    why: """
      Apple encourages isDiscretionary for large transfers: the system then waits for Wi-Fi and power. Two \
      assumptions are ours, since Apple gives no number: the size of a large transfer, and that nobody waits \
      for work that recurs.
      """,
    guide: RuleGuide(
      ignoreWhen: "Someone waits for the transfer; its `deadline` declares that without a comment.",
      swift: """
        let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.library")
        configuration.isDiscretionary = true
        """,
      related: ["session-discretionary-false-in-background", "session-discretionary-on-constrained"]),
    citations: [.downloadingInBackground, .wwdc23Transfers, .ourAssumption],
    triggers: [
      """
      sessions:
        «library»: { identifier: com.example.library, timeoutIntervalForResource: 2d }
      transfers:
        photos: { session: library, direction: upload, count: 1000, size: 4MB, every: 6h, submit: { batch: 100 } }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 2d, isDiscretionary: «false» }
      transfers:
        nightly: { session: library, size: 200kB, every: 1d }
      """,
      """
      sessions:
        «library»: { identifier: com.example.library, timeoutIntervalForResource: 2d, allowsConstrainedNetworkAccess: false }
        archive:
          identifier: com.example.archive
          timeoutIntervalForResource: 2d
          isDiscretionary: «false»
          allowsConstrainedNetworkAccess: false
      transfers:
        photos: { session: library, direction: upload, count: 1000, size: 4MB, every: 6h, submit: { batch: 100 } }
        nightly: { session: archive, size: 200kB, every: 1d }
      """,
    ],
    passes: [
      """
      sessions:
        library:
          identifier: com.example.library
          isDiscretionary: true
          timeoutIntervalForResource: 2d
          allowsConstrainedNetworkAccess: false
        messages: { identifier: com.example.messages, timeoutIntervalForResource: 1h }
      transfers:
        photos: { session: library, direction: upload, count: 1000, size: 4MB, every: 6h, submit: { batch: 100 } }
        message: { session: messages, direction: upload, size: 20kB }
      """,
      """
      sessions:
        episodes: { identifier: com.example.episodes, timeoutIntervalForResource: 1d }
      transfers:
        tapped: { session: episodes, size: 60MB..900MB }
        backup: { session: episodes, size: 2GB, every: 1d, deadline: 1h }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
      tasks:
        sync: { type: processing, identifier: com.example.sync, startsTransfers: [photos] }
      transfers:
        photos: { session: library, count: 1000, size: 4MB, every: 1d }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      guard !session.isDiscretionary.value,
        let transfer = context.index.transfers(of: session).first(where: {
          $0.isLeftToItself && ($0.isLarge || $0.isDaily) && !policy.startsInBackground($0)
        })
      else { return nil }
      // A session that is discretionary and allows Low Data Mode would be worse.
      let fix =
        session.isDiscretionary.written.map {
          context.replace(
            $0.node, withPlain: "true", "Set isDiscretionary to true",
            safety: .reverses("isDiscretionary: false"))
        }
        ?? context.insert(
          "isDiscretionary", plain: "true", into: session.name.node, "Add isDiscretionary: true",
          safety: .unsafe(because: "lets the system wait for Wi-Fi and power"))
      return context.diagnostic(
        at: session.isDiscretionary.written.map { .value($0.node) } ?? .key(session.name.node),
        "\(session.name.value) transfers \(transfer.name.value) but is not discretionary"
          + (session.isDiscretionary.isDefault ? ", which is the default" : ""),
        help: "set isDiscretionary to true if nobody waits for it",
        related: [
          (
            .key(transfer.name.node),
            transfer.isLarge
              ? "it recurs, and is \(PlatformFacts.largeTransfer.value) or more in total"
              : "it recurs once a day or less often"
          )
        ], fixes: [session.allowsConstrainedNetworkAccess.value ? nil : fix])
    }
  )
}

extension Policy.Transfer {
  /// Whether the transfer recurs without a deadline. The rule assumes that no user waits for such a transfer.
  fileprivate var isLeftToItself: Bool { every.value != .once && deadline == nil }

  /// Whether the transfer's items are large in total.
  fileprivate var isLarge: Bool {
    guard let size, let count = itemCount else { return false }
    return size.value.upper * count >= PlatformFacts.largeTransfer.value
  }

  /// Whether the transfer recurs once a day or less often.
  fileprivate var isDaily: Bool {
    guard case .every(let period) = every.value else { return false }
    return period >= PlatformFacts.dailyTransfer.value
  }
}
