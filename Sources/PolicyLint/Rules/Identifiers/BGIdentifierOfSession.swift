internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierOfSession = Rule(
    "BGP208", "bg-identifier-of-session", .identifiers, .warning,
    summary: "The identifier of a session among the permitted identifiers",
    why: """
      BGTaskSchedulerPermittedIdentifiers is for BGTaskScheduler. A URLSession needs no entry there, and \
      every entry requires a handler, which a session does not have.
      """,
    guide: RuleGuide(
      related: ["bg-identifier-without-handler"]),
    citations: [.taskSchedulerHeader, .wildApps],
    triggers: [
      """
      permittedIdentifiers: [com.example.refresh, «com.example.library»]
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """
    ],
    passes: [
      """
      permittedIdentifiers: [com.example.refresh]
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """
    ],
    check: .permittedIdentifiers { entry, policy, context in
      guard let identifier = entry.value.identifier, entry.value.owner.value == .app,
        let session = context.index.sessions(identified: identifier.value.text).first,
        context.index.task(identified: identifier.value.text) == nil
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node),
        "\(identifier.value.text) is the identifier of the session \(session.name.value), which needs no entry here",
        help: "remove it", related: [(.key(session.name.node), "the session")],
        fixes: [context.remove(entry.node, "Remove it from permittedIdentifiers", safety: .changesInfoPlist)]
      )
    }
  )
}
