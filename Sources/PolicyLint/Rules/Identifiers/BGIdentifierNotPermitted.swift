internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierNotPermitted = Rule(
    "BGP201", "bg-identifier-not-permitted", .identifiers, .error,
    summary: "A task whose identifier is not among the permitted ones",
    why: """
      For an identifier that BGTaskSchedulerPermittedIdentifiers does not list, register returns false and \
      submit fails with notPermitted: the task never runs.
      """,
    citations: [.taskSchedulerHeader],
    triggers: [
      """
      permittedIdentifiers: [com.example.cleanup]
      tasks:
        refresh: { type: appRefresh, identifier: «com.example.refresh», reschedule: true }
        cleanup: { type: processing, identifier: com.example.cleanup }
      """
    ],
    passes: [
      """
      permittedIdentifiers: [com.example.refresh, com.example.export.*]
      tasks:
        refresh: { type: appRefresh, identifier: $(PRODUCT_BUNDLE_IDENTIFIER).refresh, reschedule: true }
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """,
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """,
    ],
    check: .tasks { task, policy, context in
      guard let list = policy.permittedIdentifiers, let identifier = task.identifier, !policy.permits(task),
        // One that is listed in another case has a rule of its own.
        policy.permittedIdentifier(likeBut: identifier.value.text) == nil
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node), "permittedIdentifiers does not list \(identifier.value.text)",
        related: [(.key(list.node), "the list that it belongs to")],
        fixes: [
          context.append(
            identifier.value.written, to: list.node, "Add it to permittedIdentifiers",
            safety: .changesInfoPlist)
        ])
    }
  )
}
