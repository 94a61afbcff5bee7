internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgTaskWaitsForTransfers = Rule(
    "BGP270", "bg-task-waits-for-transfers", .tasks, .info, .assumed,
    summary: "A task that seems to wait for the background transfers that it starts",
    why: """
      A background transfer that starts in the background is discretionary: the system may delay it for \
      hours, and the task has seconds or minutes. A handler should start such transfers and end; the session \
      reports them later. bgpolicy guesses that a task waits if its expectedRuntime is as long as its \
      transfers.
      """,
    guide: RuleGuide(
      ignoreWhen: "The task does other work in that time, and does not wait for its transfers.",
      swift: """
        func handle(_ task: BGProcessingTask) {
          submitTransfers()
          task.setTaskCompleted(success: true)
        }
        """),
    citations: [.downloadingInBackground, .wwdc13Multitasking, .ourInference],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: true, timeoutIntervalForResource: 2d, allowsConstrainedNetworkAccess: false }
      tasks:
        sync: { type: processing, identifier: com.example.sync, expectedRuntime: «5m», startsTransfers: [photos] }
      transfers:
        photos: { session: library, count: 20, duration: 10s }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, isDiscretionary: true, timeoutIntervalForResource: 2d, allowsConstrainedNetworkAccess: false }
        api: { type: default }
      tasks:
        sync: { type: processing, identifier: com.example.sync, expectedRuntime: 20s, startsTransfers: [photos] }
        feed: { type: processing, identifier: com.example.feed, startsTransfers: [photos] }
        index: { type: processing, identifier: com.example.index, expectedRuntime: 2m, startsTransfers: [terms], requiresNetworkConnectivity: true }
      transfers:
        photos: { session: library, count: 20, duration: 10s }
        terms: { session: api, duration: 10s }
      """
    ],
    check: .tasks { task, policy, context in
      guard let runtime = task.expectedRuntime, let names = task.startsTransfers?.value,
        task.type?.value != .continuedProcessing,
        let transfer = policy.transfers.first(where: { transfer in
          names.contains { $0.value == transfer.name.value } && transfer.takes(atMost: runtime.value)
            && policy.session(of: transfer)?.isBackground == true
        })
      else { return nil }
      return context.diagnostic(
        at: .value(runtime.node),
        "\(task.name.value) seems to wait for \(transfer.name.value), which the system may delay for hours",
        help: "start the transfers and end the task, or use a default session",
        related: [(.key(transfer.name.node), "a transfer of a background session")])
    }
  )
}

extension Policy.Transfer {
  /// Whether the transfer's items certainly finish within a time, one after the other.
  ///
  /// A size does not give the duration, because the duration depends on the network.
  fileprivate func takes(atMost time: TimeSpan) -> Bool {
    guard let duration, let count = itemCount else { return false }
    return duration.value * Int64(count) <= time
  }
}
