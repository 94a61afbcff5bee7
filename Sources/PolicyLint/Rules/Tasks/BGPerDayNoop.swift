internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgPerDayNoop = Rule(
    "BGP249", "bg-per-day-noop", .tasks, .warning, .defined, tags: .unnecessary,
    summary: "perDay on a task whose launches the system decides",
    why: """
      perDay is how often a person starts a continued processing task. The system decides when it launches \
      app refresh, processing and health research tasks, and bgpolicy ignores perDay on them.
      """,
    guide: RuleGuide(
      related: ["task-key-noop"]),
    citations: [.policyLanguage],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h, «perDay»: 4 }
      """
    ],
    passes: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos, perDay: 4 }
      """
    ],
    check: .policy { policy, context in
      policy.tasks.compactMap { task in
        guard let perDay = task.perDay, let type = task.type?.value, type != .continuedProcessing else {
          return nil
        }
        return context.diagnostic(
          at: .key(perDay.node),
          "perDay has no effect on \(task.name.value): the system decides when it runs",
          help: "remove it; earliestBegin is the shortest wait",
          fixes: [context.remove(perDay.node, "Remove perDay", safety: .safe)])
      }
    }
  )
}
