internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskThousands = Rule(
    "BGP306", "task-thousands", .transfers, .warning,
    summary: "Thousands of background transfers",
    why: """
      The system processes the tasks of a background session a few at a time. Fewer and larger transfers, \
      such as an archive, finish sooner.
      """,
    guide: RuleGuide(
      ignoreWhen: "The app submits the items over a long time, so that thousands are never pending at once."),
    citations: [.downloadingInBackground, .resumeRateLimiter],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        thumbnails: { session: library, count: «20000», size: 3kB }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        thumbnails: { session: library, count: «800», size: 3kB }
        photos: { session: library, count: 700, size: 4MB }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, count: 1000, size: 4MB }
        media: { session: library, count: unknown, size: 4MB }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        videos: { identifier: com.example.videos, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, count: 800, size: 4MB }
        clips: { session: videos, count: 700, size: 4MB }
        thumbnails: { session: library, count: 300, size: 3kB, every: 6h }
      """,
    ],
    check: .backgroundSessions { session, policy, context in
      let most = PlatformFacts.transfers.value
      let counts = context.index.transfers(of: session).compactMap { transfer in
        transfer.count.written.flatMap { written in
          written.value.map {
            Items(name: transfer.name.value, count: $0, node: written.node, of: transfer, in: policy)
          }
        }
      }
      let crowds = Dictionary(grouping: counts, by: \.comesUp).values.filter { crowd in
        crowd.reduce(0.0) { $0 + Double($1.count) } > Double(most)
      }
      guard let largest = crowds.joined().max(by: { $0.isLess(than: $1) }) else { return nil }
      return context.diagnostic(
        at: .value(largest.node),
        largest.count > most
          ? "\(largest.name) has \(largest.count) transfers, more than \(most)"
          : "\(session.name.value) has more than \(most) transfers at a time",
        help: "combine items into larger transfers, for example an archive",
        related: counts.filter { $0.comesUp == largest.comesUp && $0.node != largest.node }.map {
          (.value($0.node), "\($0.name) counts too")
        })
    }
  )
}

/// The items of a transfer.
private struct Items {
  /// The times at which a transfer is submitted. Transfers with the same rhythm may be pending at the same
  /// time.
  enum Rhythm: Hashable {
    case own(Recurrence)
    case ofTasksAndPushes
  }

  let name: String
  let count: Int
  let node: PolicyNode
  let comesUp: Rhythm

  init(name: String, count: Int, node: PolicyNode, of transfer: Policy.Transfer, in policy: Policy) {
    self.name = name
    self.count = count
    self.node = node
    comesUp =
      policy.isStartedByTaskOrPush(transfer) && transfer.every.written == nil
      ? .ofTasksAndPushes : .own(transfer.every.value)
  }

  /// Whether the transfer has fewer items than another transfer. If both have the same number, the transfer
  /// that is later in the policy counts as the smaller transfer.
  func isLess(than other: Items) -> Bool {
    count == other.count ? other.node.isBefore(node) : count < other.count
  }
}
