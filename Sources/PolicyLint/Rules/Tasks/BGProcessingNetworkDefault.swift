internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgProcessingNetworkDefault = Rule(
    "BGP233", "bg-processing-network-default", .warning,
    summary: "A processing task that transfers and does not ask for a network",
    why: "requiresNetworkConnectivity is false by default, and the task may then run without a network.",
    citations: [.taskRequestHeader, .wwdc19Background],
    triggers: [
      """
      sessions:
        api: { type: default }
      tasks:
        «sync»: { type: processing, identifier: com.example.sync, startsTransfers: [changes] }
      transfers:
        changes: { session: api, size: 20kB }
      """
    ],
    passes: [
      """
      sessions:
        api: { type: default }
      tasks:
        sync: { type: processing, identifier: com.example.sync, startsTransfers: [changes], requiresNetworkConnectivity: true }
      transfers:
        changes: { session: api, size: 20kB }
      """
    ],
    check: .tasks { task, _, context in
      guard task.isProcessing, let transfers = task.startsTransfers, !transfers.value.isEmpty,
        !task.requiresNetworkConnectivity.value
      else { return nil }
      let written = task.requiresNetworkConnectivity.written
      let fix =
        written.map {
          context.replace(
            $0.place, withPlain: "true", "Set requiresNetworkConnectivity to true",
            safety: .reverses("requiresNetworkConnectivity: false"))
        }
        ?? context.insert(
          "requiresNetworkConnectivity", plain: "true", into: task.name.place,
          "Add requiresNetworkConnectivity: true",
          safety: .unsafe(because: "makes the task wait for a network"))
      return context.issue(
        at: written.map { .value($0.place) } ?? .key(task.name.place),
        "\(task.name.value) starts transfers and may run without a network"
          + (written == nil ? ": requiresNetworkConnectivity is false by default" : ""),
        related: [(.key(transfers.place), "what it starts")], fixes: [fix])
    }
  )
}
