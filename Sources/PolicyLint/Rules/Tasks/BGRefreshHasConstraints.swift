internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRefreshHasConstraints = Rule(
    "BGP232", "bg-refresh-has-constraints", .tasks, .error, tags: .unnecessary,
    summary: "Power or network constraints on an app refresh task",
    why: "requiresExternalPower and requiresNetworkConnectivity exist on processing requests only.",
    guide: RuleGuide(
      symptom: """
        The Swift compiler reports “value of type 'BGAppRefreshTaskRequest' has no member \
        'requiresExternalPower'”.
        """,
      seenIn: [.swiftDiagnostics],
      swift: """
        let request = BGProcessingTaskRequest(identifier: "com.example.cleanup")
        request.requiresExternalPower = true
        """,
      related: ["task-key-noop"]),
    citations: [.taskRequestHeader],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h, «requiresExternalPower»: true,
                   «requiresNetworkConnectivity»: true }
      """
    ],
    passes: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, requiresExternalPower: true }
      """
    ],
    check: .policy { policy, context in
      var diagnostics: [Diagnostic] = []
      for task in policy.tasks(ofType: .appRefresh) {
        for (key, constraint) in [
          ("requiresExternalPower", task.requiresExternalPower.written),
          ("requiresNetworkConnectivity", task.requiresNetworkConnectivity.written),
        ] {
          guard let constraint else { continue }
          diagnostics.append(
            context.diagnostic(
              at: .key(constraint.node),
              "\(task.name.value) sets \(key), which an app refresh request does not have",
              help: "remove it, or make it a processing task",
              fixes: [context.remove(constraint.node, "Remove \(key)", safety: .safe)]))
        }
      }
      return diagnostics
    }
  )
}
