internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgEarliestBeginTooFar = Rule(
    "BGP222", "bg-earliest-begin-too-far", .warning,
    summary: "A task that may not begin within a week",
    why: """
      Apple asks to keep earliestBeginDate within a week. A request further ahead may never be launched.
      """,
    citations: [.wwdc19Background],
    triggers: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: «30d» }
      """,
      """
      tasks:
        sync: { type: processing, identifier: com.example.sync, reschedule: true, earliestBegin: { backoff: { from: 1d, atMost: «10d» } } }
      """,
    ],
    passes: [
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: 7d }
        sync: { type: processing, identifier: com.example.sync, earliestBegin: { backoff: { from: 1d, factor: 2, atMost: 7d } } }
        rotation: { type: processing, identifier: com.example.rotation, earliestBegin: runtime }
      """
    ],
    check: .tasks { task, _, context in
      let most = PlatformFacts.earliestBeginMaximum.value
      guard let earliest = task.earliestBegin, let longest = earliest.value.longest, longest > most,
        task.type?.value != .continuedProcessing
      else { return nil }
      let atMost =
        if case .backoff(let backoff) = earliest.value { backoff.atMost } else { nil as Located<TimeSpan>? }
      let (key, node) = atMost.map { ("atMost", $0.node) } ?? ("earliestBegin", earliest.node)
      return context.diagnostic(
        at: .value(node), "\(task.name.value) may not begin for \(longest), more than \(most) ahead",
        help: "submit it again at each launch, with \(most) or less",
        fixes: [
          context.replace(
            node, withPlain: most.description, "Set \(key) to \(most)",
            safety: .unsafe(because: "changes how soon the task may run"))
        ])
    }
  )
}
