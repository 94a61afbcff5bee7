internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierNotPermitted = Rule(
    "BGP201", "bg-identifier-not-permitted", .identifiers, .error,
    summary: "A task whose identifier is not permitted",
    why: """
      The system runs a task only if BGTaskSchedulerPermittedIdentifiers in the Info.plist lists its \
      identifier: submitting any other fails with notPermitted.
      """,
    guide: RuleGuide(
      symptom: """
        BGTaskScheduler's register(forTaskWithIdentifier:using:launchHandler:) returns false, its submit(_:) \
        throws BGTaskScheduler.Error.notPermitted, and the task never runs. The log contains “Registration \
        rejected; com.example.refresh is not advertised in the application's Info.plist” (seen in 2025).
        """,
      seenIn: [.rejectedRegistration],
      swift: """
        let isPermitted = BGTaskScheduler.shared.register(
          forTaskWithIdentifier: "com.example.refresh", using: nil
        ) { task in handle(task) }
        assert(isPermitted)
        """),
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
      """
      permittedIdentifiers: [com.example.refresh, $(PREFIX).cleanup]
      tasks:
        refresh: { type: appRefresh, identifier: $(PREFIX).refresh, reschedule: true }
        cleanup: { type: processing, identifier: com.example.cleanup }
      """,
    ],
    check: .tasks { task, policy, context in
      guard let list = policy.permittedIdentifiers, let identifier = task.identifier,
        !context.index.permits(task),
        // Other rules report an identifier that is listed with a different case, and build settings without a
        // value.
        context.index.permittedIdentifier(likeBut: identifier.value.text) == nil,
        !identifier.value.text.isUnresolved,
        !context.index.mayBecomePermitted(identifier.value.text)
      else { return nil }
      let meant = context.index.probablePermission(of: identifier.value.text)
      return context.diagnostic(
        at: .value(identifier.node),
        "permittedIdentifiers does not list \(identifier.value.text)" + meant.question,
        related: [(.key(list.node), "the list to add it to")],
        fixes: [
          context.append(
            identifier.value.written, to: list.node, "Add it to permittedIdentifiers",
            safety: .changesInfoPlist)
        ]
      ).about(absent: identifier.value.text)
    }
  )
}
