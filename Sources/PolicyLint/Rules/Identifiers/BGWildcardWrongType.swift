internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgWildcardWrongType = Rule(
    "BGP204", "bg-wildcard-wrong-type", .identifiers, .error,
    summary: "A wildcard in the identifier of a task that is not a continued processing task",
    why: """
      Only continued processing tasks can be registered and submitted under identifiers that a wildcard \
      permits.
      """,
    guide: RuleGuide(
      related: ["bg-continued-submits-wildcard", "bg-continued-static-id"]),
    citations: [.wwdc25Background, .taskRequestHeader],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: «com.example.refresh.*», reschedule: true }
      """
    ],
    passes: [
      """
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """
    ],
    check: .tasks { task, policy, context in
      guard let type = task.type, type.value != .continuedProcessing, let identifier = task.identifier,
        identifier.value.isWildcard
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "The \(type.value.rawValue) task \(task.name.value) can't have a wildcard identifier",
        help: "write one identifier for each task", related: [(.value(type.node), "its type")],
        fixes: [
          // If the policy lists the permitted identifiers, that list would have to change, too.
          policy.permittedIdentifiers == nil && identifier.value.written.hasSuffix(".*")
            ? context.replace(
              identifier.node, with: String(identifier.value.written.dropLast(2)), "Remove the wildcard",
              safety: .changesIdentifiers) : nil
        ])
    }
  )
}
