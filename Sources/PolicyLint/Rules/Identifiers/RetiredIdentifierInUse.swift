internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let retiredIdentifierInUse = Rule(
    "BGP273", "retired-identifier-in-use", .identifiers, .warning, .defined,
    summary: "A retired identifier that a task or session still has",
    why: """
      `retired` lists identifiers of earlier versions, for which the policy declares nothing else. One that a \
      task or session has is in use, so that the two contradict each other.
      """,
    citations: [.policyLanguage],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true }
      retired: [{ identifier: «com.example.refresh», kind: task }]
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 2d }
      retired: [{ identifier: «com.example.library→com.example.uploads», kind: session }]
      """,
    ],
    check: .policy { policy, context in
      policy.retired.compactMap { entry in
        guard let kind = entry.kind?.value, let identifier = entry.identifier else { return nil }
        let user: Located<String>? =
          switch kind {
          case .task: context.index.task(identified: identifier.value.text).map { policy.tasks[$0].name }
          case .session: context.index.sessions(identified: identifier.value.text).first?.name
          }
        guard let user else { return nil }
        return context.diagnostic(
          at: .value(identifier.node), "\(identifier.value.text) is retired, but \(user.value) has it",
          help: "remove it from retired, or give the \(kind.rawValue) an identifier of its own",
          related: [(.key(user.node), "the \(kind.rawValue) that has it")])
      }
    }
  )
}
