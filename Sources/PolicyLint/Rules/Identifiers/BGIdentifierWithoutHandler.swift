internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierWithoutHandler = Rule(
    "BGP202", "bg-identifier-without-handler", .identifiers, .warning,
    summary: "A permitted identifier without a task",
    why: """
      Every identifier in BGTaskSchedulerPermittedIdentifiers requires a handler. One that the app does not \
      register is left over, or belongs to a dependency.
      """,
    guide: RuleGuide(
      ignoreWhen: "A dependency registers it; `owner: sdk` declares that without a comment."),
    citations: [.taskSchedulerHeader, .wildApps],
    triggers: [
      """
      permittedIdentifiers: [com.example.refresh, «com.example.sync»]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """
    ],
    passes: [
      """
      permittedIdentifiers:
        - com.example.refresh
        - { identifier: org.dependency.refresh, owner: sdk }
        - com.transistorsoft.fetch
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      """,
      """
      permittedIdentifiers: [com.example.refresh, com.example.sync]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      retired: [{ identifier: com.example.sync, kind: task }]
      """,
      """
      permittedIdentifiers: [com.example.refresh, $(PREFIX).cleanup]
      tasks:
        refresh: { type: appRefresh, identifier: $(PREFIX).refresh, reschedule: true }
        cleanup: { type: processing, identifier: com.example.cleanup }
      """,
    ],
    check: .permittedIdentifiers { entry, policy, context in
      guard entry.value.owner.value == .app, let identifier = entry.value.identifier,
        !context.index.isForSomeTask(identifier.value),
        !context.index.retiresTask(identifier.value.text),
        !policy.otherWork.contains(where: { $0.identifier?.value == identifier.value }),
        // Another rule reports a permitted identifier that is a session's identifier.
        context.index.sessions(identified: identifier.value.text).isEmpty,
        // Other rules also report build settings without a value.
        !identifier.value.text.isUnresolved,
        !context.index.mayBecomeTask(identifier.value.text),
        !context.codeDecides(policy)
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node), "No task has the permitted identifier \(identifier.value.text)",
        help:
          "declare its task, or write { identifier: \(identifier.value.written), owner: sdk } if a dependency registers it",
        fixes: [
          context.remove(entry.node, "Remove it from permittedIdentifiers", safety: .removesFromDependencies)
        ]
      ).about(surplus: identifier.value.text)
    }
  )
}
