internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierListedTwice = Rule(
    "BGP244", "bg-identifier-listed-twice", .identifiers, .warning, tags: .unnecessary,
    summary: "A permitted identifier that is listed twice",
    why: "The second entry has no effect, and one of the two is easily forgotten when the task is renamed.",
    guide: RuleGuide(
      related: ["bg-mode-listed-twice"]),
    citations: [.bundleResources, .wildApps],
    triggers: [
      """
      permittedIdentifiers: [com.example.refresh, «com.example.refresh»]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """
    ],
    passes: [
      """
      permittedIdentifiers: [com.example.refresh]
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """
    ],
    check: .permittedIdentifiers { entry, policy, context in
      guard context.index.repeatsPermitted, let identifier = entry.value.identifier,
        let list = policy.permittedIdentifiers?.value,
        let index = context.index.permitted(identifier.value.text),
        let first = list[index].value.identifier, first.node != identifier.node
      else { return nil }
      return context.diagnostic(
        at: .value(identifier.node), "permittedIdentifiers lists \(identifier.value.text) twice",
        related: [(.value(first.node), "the first entry")],
        fixes: [context.remove(entry.node, "Remove it", safety: .safe)])
    }
  )
}
