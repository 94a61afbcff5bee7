internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierCase = Rule(
    "BGP207", "bg-identifier-case", .identifiers, .error,
    summary: "Identifiers that differ only in case",
    why: """
      Identifiers are compared letter for letter. A task whose identifier the list has in another case \
      is not permitted, and two that differ only in case are two tasks.
      """,
    citations: [.taskSchedulerHeader, .wildApps],
    triggers: [
      """
      permittedIdentifiers: [com.example.Refresh]
      tasks:
        refresh: { type: appRefresh, identifier: «com.example.refresh», reschedule: true, earliestBegin: 1h }
      """,
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup }
        tidy: { type: processing, identifier: «com.example.cleanUp» }
      """,
    ],
    passes: [
      """
      permittedIdentifiers: [com.example.refresh]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """
    ],
    check: .tasks { task, policy, context in
      guard let identifier = task.identifier else { return nil }
      let text = identifier.value.text
      if let entry = policy.permittedIdentifier(likeBut: text), !policy.permits(task) {
        return context.diagnostic(
          at: .value(identifier.node),
          "permittedIdentifiers has \(entry.value.text), which is not \(text): case counts",
          help: "write both the same way", related: [(.value(entry.node), "the permitted identifier")],
          fixes: [
            context.replace(
              identifier.node, with: entry.value.written, "Write \(entry.value.written)", safety: .guesses)
          ])
      }
      let tasks = policy.tasks
      let index = tasks.indices.first { tasks[$0].identifier?.value.text.isLike(text) ?? false }
      guard let first = index.flatMap({ tasks[$0].identifier }), first.value.text != text,
        first.node.isBefore(identifier.node)
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "\(text) and \(first.value.text) differ only in case, and are two identifiers",
        help: "tell them apart by more than case", related: [(.value(first.node), "the other one")],
        // Two tasks are what the policy says.
        severity: .warning)
    }
  )
}
