internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgIdentifierNotReverseDNS = Rule(
    "BGP206", "bg-identifier-not-reverse-dns", .warning,
    summary: "A task identifier that is not in reverse DNS notation",
    why: """
      Apple documents task identifiers in reverse DNS notation, which keeps them apart from those of \
      frameworks.
      """,
    citations: [.bundleResources, .wwdc19Background],
    triggers: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: «updateSituation», reschedule: true, earliestBegin: 1h }
      """
    ],
    passes: [
      """
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, earliestBegin: 1h }
      """,
      """
      tasks:
        sync: { type: appRefresh, identifier: backgroundSync, owner: sdk }
      """,
    ],
    check: .tasks { task, policy, context in
      // An app can't change what its dependency is called.
      guard let identifier = task.identifier, !identifier.value.text.isEmpty, !task.isOfDependency,
        !identifier.value.text.utf8.contains(UInt8(ascii: "."))
      else { return nil }
      return context.issue(
        at: .value(identifier.place),
        "The identifier \(identifier.value.text) is not in reverse DNS notation",
        help: "begin it with the bundle identifier and a dot",
        fixes: [
          policy.app?.value.bundleIdentifier.map { bundle in
            context.replace(
              identifier.place, with: "\(bundle.value).\(identifier.value.written)",
              "Write \(bundle.value).\(identifier.value.written)", safety: .guesses)
          }
        ])
    }
  )
}
