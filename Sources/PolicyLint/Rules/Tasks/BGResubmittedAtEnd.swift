internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgResubmittedAtEnd = Rule(
    "BGP261", "bg-resubmitted-at-end", .tasks, .info,
    summary: "A task whose next request is submitted after its work",
    why: """
      Apple recommends submitting the next request first. If the app is terminated while it works, a handler \
      that submits last never does, and the task does not run again until something else submits it.
      """,
    guide: RuleGuide(
      ignoreWhen: """
        The date of the next request depends on the result of the work, and the app also submits one \
        elsewhere.
        """,
      swift: """
        func handle(_ task: BGAppRefreshTask) {
          submitNextRequest()
          refresh { success in task.setTaskCompleted(success: success) }
        }
        """,
      related: ["bg-rescheduled-last"]),
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: [userAction, «handlerEnd»] }
      """
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: [launch, handlerStart] }
        cleanup: { type: processing, identifier: com.example.cleanup, submittedAt: [launch, handlerEnd] }
      """
    ],
    check: .tasks { task, _, context in
      guard let moments = task.submittedAt?.value,
        let end = moments.first(where: { $0.value == .handlerEnd }), !task.isOfDependency,
        // A submission at an earlier moment happens whether or not the work ends.
        !moments.contains(where: { [.launch, .enteringBackground, .handlerStart].contains($0.value) })
      else { return nil }
      return context.diagnostic(
        at: .value(end.node), "\(task.name.value) submits its next request only after its work",
        help: "use handlerStart, which submits it first",
        fixes: [
          context.replace(
            end.node, withPlain: "handlerStart", "Set it to handlerStart", safety: .changesSwift)
        ])
    }
  )
}
