internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierCase = Rule(
    "BGP207", "bg-identifier-case", .identifiers, .error,
    summary: "Task identifiers that differ only in case",
    why: """
      Identifiers are compared letter for letter. A task whose identifier is permitted in another case only \
      is not permitted, and identifiers that differ only in case belong to two tasks.
      """,
    guide: RuleGuide(
      symptom: """
        BGTaskScheduler's register(forTaskWithIdentifier:using:launchHandler:) returns false, its submit(_:) \
        throws BGTaskScheduler.Error.notPermitted, and the task never runs.
        """,
      ignoreWhen: "Both identifiers are intended.",
      related: ["bg-identifier-not-permitted"]),
    citations: [.taskSchedulerHeader, .wildApps],
    triggers: [
      """
      permittedIdentifiers: [com.example.‹Refresh→refresh›]
      tasks:
        refresh: { type: appRefresh, identifier: «com.example.refresh», reschedule: true, earliestBegin: 1h }
      """,
      """
      tasks:
        cleanup: { type: processing, identifier: com.example.cleanup }
        tidy: { type: processing, identifier: «com.example.cleanUp» }
      """,
    ],
    check: .tasks { task, policy, context in
      guard let identifier = task.identifier else { return nil }
      let text = identifier.value.text
      if !context.index.permits(task), let entry = context.index.permittedIdentifier(likeBut: text) {
        return context.diagnostic(
          at: .value(identifier.node),
          "permittedIdentifiers lists \(entry.value.text), which differs from \(text) in case",
          help: "write both the same way", related: [(.value(entry.node), "the permitted identifier")],
          fixes: [
            context.replace(
              identifier.node, with: entry.value.written, "Write \(entry.value.written)", safety: .guesses)
          ])
      }
      guard context.index.repeatsTasks,
        let first = context.index.task(like: text).flatMap({ policy.tasks[$0].identifier }),
        first.value.text != text,
        first.node.isBefore(identifier.node)
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "\(text) and \(first.value.text) differ only in case, but are two identifiers",
        help: "make them differ in more than case", related: [(.value(first.node), "the other one")],
        // The policy may describe two different tasks.
        severity: .warning)
    }
  )
}
