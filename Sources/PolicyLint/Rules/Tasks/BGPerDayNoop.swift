internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgPerDayNoop = Rule(
    "BGP249", "bg-per-day-noop", .warning, .defined,
    summary: "perDay on a task whose launches the system decides",
    why: """
      perDay is how often a person starts a continued processing task. App refresh, processing and health research \
      tasks are launched when the system finds time for them, and perDay of one of them is ignored.
      """,
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
          help: "remove it; earliestBegin says how long it waits at least",
          fixes: [context.remove(perDay.node, "Remove perDay", safety: .safe)])
      }
    }
  )
}
