internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgContinuedEarliestBegin = Rule(
    "BGP223", "bg-continued-earliest-begin", .tasks, .warning, tags: .unnecessary,
    summary: "earliestBegin on a continued processing task, which ignores it",
    why: """
      A continued processing task begins when a person starts it. The system ignores earliestBeginDate in \
      its request.
      """,
    guide: RuleGuide(
      symptom: "No error: the system ignores the date.",
      related: ["bg-continued-not-user-initiated"]),
    citations: [.taskRequestHeader],
    triggers: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos, «earliestBegin»: 1h }
      """
    ],
    passes: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """
    ],
    check: .tasksOfType(.continuedProcessing) { task, policy, context in
      task.earliestBegin.map { earliest in
        context.diagnostic(
          at: .key(earliest.node),
          "earliestBegin has no effect on the continued processing task \(task.name.value)",
          fixes: [context.remove(earliest.node, "Remove earliestBegin", safety: .safe)])
      }
    }
  )
}
