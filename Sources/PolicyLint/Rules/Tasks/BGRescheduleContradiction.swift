internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgRescheduleContradiction = Rule(
    "BGP260", "bg-reschedule-contradiction", .tasks, .warning, .defined,
    summary: "A reschedule that submittedAt contradicts",
    why: """
      reschedule: true means that the handler submits the next request first, as handlerStart in submittedAt \
      does. If both are present and differ, submittedAt takes effect.
      """,
    guide: RuleGuide(
      related: ["bg-resubmitted-at-end"]),
    citations: [.policyLanguage],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, reschedule: «true», submittedAt: [launch] }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, reschedule: «false», submittedAt: [launch, handlerStart] }
      """,
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, reschedule: true, submittedAt: [launch, handlerStart] }
        cleanup: { type: processing, identifier: com.example.cleanup, reschedule: false, submittedAt: [enteringBackground] }
      """
    ],
    check: .tasks { task, _, context in
      guard let reschedule = task.reschedule.written, let moments = task.submittedAt,
        reschedule.value != task.isSubmitted(at: .handlerStart)
      else { return nil }
      return context.diagnostic(
        at: .value(reschedule.node),
        reschedule.value
          ? "reschedule is true, but submittedAt of \(task.name.value) does not list handlerStart"
          : "reschedule is false, but submittedAt of \(task.name.value) lists handlerStart",
        help: "remove reschedule; submittedAt is enough",
        related: [(.key(moments.node), "this takes effect")],
        fixes: [context.remove(reschedule.node, "Remove reschedule", safety: .safe)])
    }
  )
}
