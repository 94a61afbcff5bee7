internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let taskKeyNoop = Rule(
    "BGP262", "task-key-noop", .tasks, .warning, tags: .unnecessary,
    summary: "A key that belongs to another type of task",
    why: """
      Each type of request has its own properties: only continued processing tasks have a title and a \
      strategy, and they have no constraints and are submitted when a person starts them. A key of another \
      type has no effect.
      """,
    citations: [.taskRequestHeader, .policyLanguage],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h, «title»: Refreshing }
      """,
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, «strategy»: fail, «requiredResources»: [gpu] }
      """,
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos, «reschedule»: true,
                  «requiresExternalPower»: true }
      """,
    ],
    passes: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, reschedule: true, requiresExternalPower: true, cpuIntensive: true }
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos, strategy: fail }
      """
    ],
    check: .policy { policy, context in
      var diagnostics: [Diagnostic] = []
      for task in policy.tasks {
        guard let type = task.type?.value else { continue }
        for key in task.writtenKeys where type.ignores(key.name) {
          diagnostics.append(
            context.diagnostic(
              at: .key(key.node),
              "\(key.name) has no effect on the \(type.noun) \(task.name.value)",
              help: "remove it", fixes: [context.remove(key.node, "Remove \(key.name)", safety: .safe)]))
        }
      }
      return diagnostics
    }
  )
}

extension TaskType {
  /// Whether tasks of the type ignore a key, and no other rule reports the key.
  fileprivate func ignores(_ key: StaticString) -> Bool {
    switch self {
    case .appRefresh:
      Self.continuedKeys.contains(where: key.isEqual) || Self.processingKeys.contains(where: key.isEqual)
    case .processing, .healthResearch: Self.continuedKeys.contains(where: key.isEqual)
    case .continuedProcessing: Self.systemKeys.contains(where: key.isEqual)
    }
  }

  /// Keys of tasks that users start.
  private static let continuedKeys: [StaticString] = [
    "title", "subtitle", "strategy", "requiredResources", "trigger",
  ]
  /// Keys of processing tasks.
  private static let processingKeys: [StaticString] = ["cpuIntensive", "protectionTypeOfRequiredData"]
  /// Keys of tasks that the system launches.
  private static let systemKeys: [StaticString] = [
    "reschedule", "submittedAt", "unlessPending", "conditional", "cpuIntensive", "requiresExternalPower",
    "requiresNetworkConnectivity", "protectionTypeOfRequiredData",
  ]

  fileprivate var noun: String {
    switch self {
    case .appRefresh: "app refresh task"
    case .processing: "processing task"
    case .continuedProcessing: "continued processing task"
    case .healthResearch: "health research task"
    }
  }
}
