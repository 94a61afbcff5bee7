internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgRefreshFloor = Rule(
    "BGP237", "bg-refresh-floor", .tasks, .info, .reported,
    summary: "An app refresh task with no earliestBegin, or a very short one",
    why: """
      Without a lower bound, the system may use up the next request right after the last one, when there is \
      nothing new. Most published apps set 15 minutes or more.
      """,
    guide: RuleGuide(
      ignoreWhen: "The handler finds out at little cost that there is nothing new.",
      swift: """
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        """,
      related: ["bg-refresh-not-rescheduled"]),
    citations: [.wildApps, .wwdc19Background],
    triggers: [
      """
      tasks:
        «refresh»: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: «30s» }
      """,
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 15m }
        once: { type: appRefresh, identifier: com.example.once }
      """,
      """
      tasks:
        nightly: { type: appRefresh, identifier: com.example.nightly, reschedule: true, earliestBegin: { at: "03:00" } }
      """,
      """
      tasks:
        feed: { type: appRefresh, identifier: com.example.feed, submittedAt: [launch, enteringBackground] }
      """,
    ],
    check: .tasksOfType(.appRefresh) { task, _, context in
      guard task.isSubmitted(at: .handlerStart) || task.isSubmitted(at: .handlerEnd), !task.isOfDependency
      else { return nil }
      if let earliest = task.earliestBegin {
        // The rule can't compare a time of day, or a date that the app computes, with the minimum.
        guard let wait = earliest.value.shortest, wait <= PlatformFacts.refreshFloor.value else { return nil }
      }
      return context.diagnostic(
        at: task.earliestBegin.map { .value($0.node) } ?? .key(task.name.node),
        task.earliestBegin?.value.shortest.map { "\(task.name.value) may run again after \($0)" }
          ?? "\(task.name.value) sets no earliestBegin",
        help: "set earliestBegin to the time after which there is something new, for example 15m or 1h",
        fixes: ["15m", "1h"].map { wait in
          context.set(
            "earliestBegin", at: task.earliestBegin?.node, to: wait, in: task.name.node,
            safety: .displayOnly(because: "guesses how often there is something new"))
        })
    }
  )
}
