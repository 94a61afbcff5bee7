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
      """
    ],
    check: .tasksOfType(.appRefresh) { task, _, context in
      guard task.reschedule.value, !task.isOfDependency,
        task.earliestBegin.map({ $0.value <= PlatformFacts.refreshFloor.value }) ?? true
      else { return nil }
      return context.issue(
        at: task.earliestBegin.map { .value($0.place) } ?? .key(task.name.place),
        task.earliestBegin.map { "\(task.name.value) may come back after \($0.value)" }
          ?? "\(task.name.value) sets no earliestBegin",
        help: "set earliestBegin to the time in which there is something new, such as 15m or 1h")
    }
  )
}
