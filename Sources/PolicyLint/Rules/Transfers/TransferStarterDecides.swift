internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let transferStarterDecides = Rule(
    "BGP309", "transfer-starter-decides", .transfers, .warning, .defined, tags: .unnecessary,
    summary: "startedIn on a transfer that a task or push starts",
    why: """
      The handler of a task or push submits the transfers in its startsTransfers when the system runs it. \
      The task or push therefore decides whether the app is in the background. every still says how often the work comes up: \
      the first run after that submits it.
      """,
    guide: RuleGuide(
      related: ["bg-task-waits-for-transfers"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      tasks:
        refresh:
          type: appRefresh
          identifier: com.example.refresh
          earliestBegin: 1h
          reschedule: true
          startsTransfers: [thumbnails]
      transfers:
        thumbnails: { session: library, count: 40, size: 30kB, «startedIn»: background, every: 6h }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      tasks:
        refresh:
          type: appRefresh
          identifier: com.example.refresh
          earliestBegin: 1h
          reschedule: true
          startsTransfers: [thumbnails]
      transfers:
        thumbnails: { session: library, count: 40, size: 30kB, every: 6h }
        photos: { session: library, direction: upload, size: 4MB, startedIn: background, every: 1d }
      """
    ],
    check: .policy { policy, context in
      guard policy.startsSomeTransfer else { return [] }
      return policy.transfers.flatMap { transfer -> [Diagnostic] in
        guard let written = transfer.startedIn.written, let starter = context.index.starter(of: transfer)
        else {
          return []
        }
        let agrees = (written.value == .background) == policy.startsInBackground(transfer)
        return [
          context.diagnostic(
            at: .key(written.node),
            "startedIn of \(transfer.name.value) has no effect: \(starter.value) starts it",
            help: "remove it; \(starter.value) decides",
            related: [(.key(starter.node), "it starts the transfer")],
            fixes: [context.remove(written.node, "Remove startedIn", safety: .safe)],
            // The transfer repeats the setting of the task or push without contradicting it.
            severity: agrees ? .info : nil)
        ]
      }
    }
  )
}

extension Policy {
  /// Whether any task or push starts a transfer.
  fileprivate var startsSomeTransfer: Bool {
    tasks.contains { $0.startsTransfers != nil } || pushes.contains { $0.startsTransfers != nil }
  }
}
