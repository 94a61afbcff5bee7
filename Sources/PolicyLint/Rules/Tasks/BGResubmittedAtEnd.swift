internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgResubmittedAtEnd = Rule(
    "BGP261", "bg-resubmitted-at-end", .info,
    summary: "A task whose next request is submitted after its work",
    why: """
      Apple's advice is to submit the next request first. If the app is ended while it works, a handler that submits \
      last never gets to it, and the task does not come back until something else submits it.
      """,
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: [«handlerEnd»] }
      """
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: [handlerStart] }
        cleanup: { type: processing, identifier: com.example.cleanup, submittedAt: [launch, handlerEnd] }
      """
    ],
    check: .tasks { task, _, context in
      guard let moments = task.submittedAt?.value,
        let end = moments.first(where: { $0.value == .handlerEnd }), !task.isOfDependency,
        // Anything earlier submits it whatever becomes of the work.
        !moments.contains(where: { [.launch, .enteringBackground, .handlerStart].contains($0.value) })
      else { return nil }
      return context.diagnostic(
        at: .value(end.node), "\(task.name.value) submits its next request only after its work",
        help: "write handlerStart, which submits it first",
        fixes: [
          context.replace(end.node, withPlain: "handlerStart", "Write handlerStart", safety: .changesSwift)
        ])
    }
  )
}
