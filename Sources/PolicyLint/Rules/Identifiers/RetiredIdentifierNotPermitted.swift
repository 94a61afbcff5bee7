internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let retiredIdentifierNotPermitted = Rule(
    "BGP272", "retired-identifier-not-permitted", .identifiers, .error,
    summary: "A retired task whose identifier is not permitted",
    why: """
      register(forTaskWithIdentifier:using:launchHandler:) returns false for an identifier that is not in \
      BGTaskSchedulerPermittedIdentifiers, so the app has no handler for the requests that devices still have.
      """,
    guide: RuleGuide(
      symptom: "BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:) returns false.",
      related: ["bg-identifier-not-permitted"]),
    citations: [.taskSchedulerHeader],
    triggers: [
      """
      permittedIdentifiers: [com.example.update‹→, com.example.refresh›]
      tasks:
        update: { type: appRefresh, identifier: com.example.update, reschedule: true }
      retired: [{ identifier: «com.example.refresh», kind: task }]
      """
    ],
    passes: [
      // If the list of permitted identifiers is derived, it contains the retired identifier.
      """
      tasks:
        update: { type: appRefresh, identifier: com.example.update, reschedule: true }
      retired: [{ identifier: com.example.refresh, kind: task }]
      """
    ],
    check: .policy { policy, context in
      guard let list = policy.permittedIdentifiers else { return [] }
      return policy.retired.compactMap { entry in
        guard entry.kind?.value == .task, let identifier = entry.identifier,
          !identifier.value.text.isUnresolved,
          !context.index.mayBecomePermitted(identifier.value.text)
        else { return nil }
        return context.diagnostic(
          at: .value(identifier.node), "The retired task \(identifier.value.text) is not permitted",
          related: [(.key(list.node), "the list to add it to")],
          fixes: [
            context.append(
              identifier.value.written, to: list.node,
              "Add \(identifier.value.written) to permittedIdentifiers",
              safety: .changesInfoPlist)
          ])
      }
    }
  )
}
