internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierRegisteredTwice = Rule(
    "BGP203", "bg-identifier-registered-twice", .identifiers, .error,
    summary: "Two tasks with the same identifier",
    why: """
      The system kills an app that registers a second handler for an identifier, and a request replaces the \
      pending one with the same identifier.
      """,
    guide: RuleGuide(
      symptom: """
        The app crashes at the second registration with NSInternalInconsistencyException, “Launch handler \
        for task with identifier com.example.refresh has already been registered” (seen in 2023).
        """,
      seenIn: [.secondRegistration],
      related: ["bg-identifier-two-types"]),
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
      guard context.index.repeatsTasks, let identifier = task.identifier,
        let index = context.index.task(identified: identifier.value.text),
        policy.tasks[index].name.node != task.name.node,
        case let first = policy.tasks[index], let firstIdentifier = first.identifier,
        // If the types differ, another rule reports the tasks.
        first.type == nil || task.type == nil || first.type?.value == task.type?.value
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The task \(first.name.value) already has the identifier \(identifier.value.text)",
        help: "give each task its own identifier, or do both in one handler",
        related: [(.value(firstIdentifier.node), "its identifier")])
    }
  )
}
