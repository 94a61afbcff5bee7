internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierTwoTypes = Rule(
    "BGP209", "bg-identifier-two-types", .identifiers, .error,
    summary: "One identifier for tasks of two types",
    why: """
      A request replaces the pending one with the same identifier, whatever its type, and the one handler \
      gets tasks of both types.
      """,
    guide: RuleGuide(
      symptom: "No error: the later request replaces the pending one."),
    citations: [.taskSchedulerHeader, .wildApps],
    triggers: [
      """
      tasks:
        export: { type: processing, identifier: com.example.export }
        exportNow: { type: «continuedProcessing», identifier: com.example.export, title: Exporting, subtitle: Photos }
      """
    ],
    passes: [
      """
      tasks:
        export: { type: processing, identifier: com.example.export }
        exportNow: { type: continuedProcessing, identifier: com.example.export.now, title: Exporting, subtitle: Photos }
      """
    ],
    check: .tasks { task, policy, context in
      guard context.index.repeatsTasks, let identifier = task.identifier, let type = task.type,
        let index = context.index.task(identified: identifier.value.text),
        let firstType = policy.tasks[index].type, firstType.value != type.value
      else { return nil }
      return context.diagnostic(
        at: .value(type.node),
        "\(identifier.value.text) is submitted as \(type.value.rawValue) and as \(firstType.value.rawValue)",
        help: "give each type its own identifier",
        related: [(.value(firstType.node), "the other type")])
    }
  )
}
