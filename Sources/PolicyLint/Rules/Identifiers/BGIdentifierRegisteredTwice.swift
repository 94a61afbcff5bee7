internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierRegisteredTwice = Rule(
    "BGP203", "bg-identifier-registered-twice", .identifiers, .error,
    summary: "Two tasks with the same identifier",
    why: """
      The system kills an app that registers a second handler for an identifier, and a request replaces \
      the pending one of the same identifier.
      """,
    citations: [.taskSchedulerHeader],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        again: { type: appRefresh, identifier: «com.example.refresh» }
      """
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
        cleanup: { type: processing, identifier: com.example.cleanup }
      """,
      """
      tasks:
        export: { type: processing, identifier: com.example.export }
        exportNow: { type: continuedProcessing, identifier: com.example.export, title: Exporting, subtitle: Photos }
      """,
    ],
    check: .tasks { task, policy, context in
      guard policy.tasks.count > 1, let identifier = task.identifier,
        let first = policy.tasks.first(where: { $0.identifier?.value.text == identifier.value.text }),
        first.name.node != task.name.node, let firstIdentifier = first.identifier,
        // Two types have a rule of their own.
        first.type == nil || task.type == nil || first.type?.value == task.type?.value
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The identifier \(identifier.value.text) is taken by the task \(first.name.value)",
        help: "give each task its own identifier, or let one handler do both",
        related: [(.value(firstIdentifier.node), "its identifier")])
    }
  )
}
