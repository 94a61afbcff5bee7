internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let transferPriorityNotGenerated = Rule(
    "BGP312", "transfer-priority-not-generated", .transfers, .info, .defined,
    summary: "A priority that the app must set itself",
    why: """
      Generated code creates the tasks of background sessions only. The app creates the tasks of other \
      sessions and sets their priority; the estimate uses the priority in both cases.
      """,
    guide: RuleGuide(
      ignoreWhen: "The app sets the priority of its tasks, and the policy records it for the estimate.",
      swift: """
        task.priority = 0.8
        """),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        api: { type: default }
      transfers:
        status: { session: api, size: 1kB, «priority»: 0.8 }
      """
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: 4MB, priority: 0.8 }
      """
    ],
    check: .transfers { transfer, session, _, context in
      guard let priority = transfer.priority.written, !session.isBackground else { return nil }
      return context.diagnostic(
        at: .key(priority.node),
        "priority of \(transfer.name.value) is not generated, because \(session.name.value) is not a background session",
        help: "set URLSessionTask.priority in the app",
        related: [(.key(session.name.node), "its session")])
    }
  )
}
