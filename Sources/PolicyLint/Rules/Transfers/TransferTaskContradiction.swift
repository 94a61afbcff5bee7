internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let transferTaskContradiction = Rule(
    "BGP311", "transfer-task-contradiction", .transfers, .warning, .defined,
    summary: "A transfer whose task contradicts its direction",
    why: """
      An upload task sends a body and a download task writes a file. The generated code and the estimate use \
      direction, so the app does not get the task that the policy names.
      """,
    guide: RuleGuide(
      related: ["transfer-source-noop", "session-data-task"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, direction: download, task: «upload», size: 4MB }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        api: { type: default }
      transfers:
        photos: { session: library, direction: upload, task: upload, size: 4MB }
        status: { session: api, direction: upload, task: data, size: 1kB }
      """
    ],
    check: .transfers { transfer, _, _, context in
      guard let task = transfer.task else { return nil }
      let isUpload = transfer.direction.value == .upload
      guard task.value == (isUpload ? .download : .upload) else { return nil }
      let direction = transfer.direction.value.rawValue
      return context.diagnostic(
        at: .value(task.node),
        "\(transfer.name.value) has \(isUpload ? "a" : "an") \(task.value.rawValue) task, but its direction is \(direction)"
          + (transfer.direction.isDefault ? " by default" : ""),
        help: "write `direction: \(task.value.rawValue)`, or remove task",
        fixes: [context.remove(task.node, "Remove task", safety: .guesses)])
    }
  )
}
