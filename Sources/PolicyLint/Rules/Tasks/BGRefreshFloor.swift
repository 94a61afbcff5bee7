internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgRefreshFloor = Rule(
    "BGP237", "bg-refresh-floor", .info, .reported,
    summary: "An app refresh task without an earliestBegin worth the name",
    why: """
      Without a floor the next request may be used up right after the last, when there is nothing new. \
      Apps in the wild set a quarter of an hour or more.
      """,
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
        // A time of the day and a date of the app's own are no floor that is known here.
        guard let wait = earliest.value.shortest, wait <= PlatformFacts.refreshFloor.value else { return nil }
      }
      return context.diagnostic(
        at: task.earliestBegin.map { .value($0.node) } ?? .key(task.name.node),
        task.earliestBegin?.value.shortest.map { "\(task.name.value) may come back after \($0)" }
          ?? "\(task.name.value) sets no earliestBegin",
        help: "set earliestBegin to the time in which there is something new, such as 15m or 1h")
    }
  )
}
