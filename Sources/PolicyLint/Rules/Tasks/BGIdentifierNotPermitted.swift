internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierNotPermitted = Rule(
    "BGP201", "bg-identifier-not-permitted", .error,
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
    ]
  ) { policy, context in
    guard let list = policy.permittedIdentifiers else { return [] }
    return policy.tasks.compactMap { task in
      guard let identifier = task.identifier else { return nil }
      let isContinued = task.type?.value == .continuedProcessing
      let isPermitted = list.value.compactMap(\.value.identifier?.value).contains { entry in
        isContinued ? entry.permits(identifier.value.text) : entry.text == identifier.value.text
      }
      guard !isPermitted else { return nil }
      return context.issue(
        at: .value(identifier.place), "permittedIdentifiers does not list \(identifier.value.text)",
        related: [(.key(list.place), "the list that it belongs to")],
        fixes: [context.append(identifier.value.written, to: list.place, "Add it to permittedIdentifiers")])
    }
  }
}
