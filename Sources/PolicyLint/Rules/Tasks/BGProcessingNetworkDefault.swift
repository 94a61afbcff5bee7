internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgProcessingNetworkDefault = Rule(
    "BGP233", "bg-processing-network-default", .tasks, .warning, reporting: .oncePerFile,
    summary: "A processing task that transfers data itself and does not require a network",
    why: "requiresNetworkConnectivity is false by default, so the task may run without a network.",
    guide: RuleGuide(
      symptom: """
        Without a network, the task's requests fail, for example with URLError.notConnectedToInternet \
        (-1009).
        """,
      ignoreWhen: "The task does other work, too, and skips its transfers if there is no network.",
      swift: """
        request.requiresNetworkConnectivity = true
        """,
      related: ["bg-processing-power-default", "bg-refresh-has-constraints"]),
    citations: [.taskRequestHeader, .wwdc19Background, .urlErrorReference],
    triggers: [
      """
      sessions:
        api: { type: default }
      tasks:
        «sync»: { type: processing, identifier: com.example.sync, startsTransfers: [changes] }
      transfers:
        changes: { session: api, size: 20kB }
      """,
      """
      sessions:
        api: { type: default }
      tasks:
        sync:
          type: processing
          identifier: com.example.sync
          startsTransfers: [changes]
          requiresNetworkConnectivity: «false»
      transfers:
        changes: { session: api, size: 20kB }
      """,
    ],
    passes: [
      """
      sessions:
        api: { type: default }
      tasks:
        sync: { type: processing, identifier: com.example.sync, startsTransfers: [changes], requiresNetworkConnectivity: true }
      transfers:
        changes: { session: api, size: 20kB }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      tasks:
        sync: { type: processing, identifier: com.example.sync, startsTransfers: [photos] }
      transfers:
        photos: { session: library, size: 4MB }
      """,
    ],
    check: .tasks { task, policy, context in
      guard task.isProcessing, !task.requiresNetworkConnectivity.value, let transfers = task.startsTransfers,
        // A background session waits for a network by itself.
        policy.transfers.contains(where: { transfer in
          transfers.value.contains { $0.value == transfer.name.value }
            && policy.session(of: transfer)?.isBackground == false
        })
      else { return nil }
      let written = task.requiresNetworkConnectivity.written
      let fix =
        written.map {
          context.replace(
            $0.node, withPlain: "true", "Set requiresNetworkConnectivity to true",
            safety: .reverses("requiresNetworkConnectivity: false"))
        }
        ?? context.insert(
          "requiresNetworkConnectivity", plain: "true", into: task.name.node,
          "Add requiresNetworkConnectivity: true",
          safety: .unsafe(because: "makes the task wait for a network"))
      return context.diagnostic(
        at: written.map { .value($0.node) } ?? .key(task.name.node),
        "\(task.name.value) starts transfers, but may run without a network"
          + (written == nil ? ": requiresNetworkConnectivity is false by default" : ""),
        related: [(.key(transfers.node), "the transfers that it starts")], fixes: [fix])
    }
  )
}
