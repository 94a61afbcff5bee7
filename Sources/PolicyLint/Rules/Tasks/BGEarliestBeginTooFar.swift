internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let bgEarliestBeginTooFar = Rule(
    "BGP222", "bg-earliest-begin-too-far", .tasks, .warning,
    summary: "A task whose earliestBegin is more than a week ahead",
    why: """
      Apple asks apps to keep earliestBeginDate within a week. The system may never launch a request that is \
      further ahead.
      """,
    guide: RuleGuide(
      symptom: "The system may never launch the task.",
      ignoreWhen: "The app submits the request again at each launch, long before the date.",
      swift: """
        request.earliestBeginDate = Date(timeIntervalSinceNow: 7 * 24 * 60 * 60)
        """,
      related: ["bg-earliest-begin-exact", "bg-processing-cadence"]),
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
        at: .value(node),
        "earliestBegin of \(task.name.value) is up to \(longest) ahead; Apple asks for \(most) or less",
        help: "use \(most) or less, and submit the request again at each launch",
        fixes: [
          context.replace(
            node, withPlain: most.description, "Set \(key) to \(most)",
            safety: .unsafe(because: "changes how soon the task may run"))
        ])
    }
  )
}
