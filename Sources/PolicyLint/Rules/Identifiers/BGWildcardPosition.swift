internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgWildcardPosition = Rule(
    "BGP205", "bg-wildcard-position", .identifiers, .error,
    summary: "A wildcard that is not the last component of its identifier",
    why: "Apple documents wildcard identifiers as the bundle identifier, a context, and .* at the end.",
    guide: RuleGuide(
      related: ["bg-wildcard-wrong-type"]),
    citations: [.taskRequestHeader],
    triggers: [
      """
      permittedIdentifiers: [«com.example.*.export»]
      """,
      """
      tasks:
        export: { type: continuedProcessing, identifier: «com.example.export*», title: Exporting, subtitle: Photos }
      """,
    ],
    passes: [
      """
      permittedIdentifiers: [com.example.export.*]
      tasks:
        export: { type: continuedProcessing, identifier: com.example.export.*, title: Exporting, subtitle: Photos }
      """
    ],
    check: .policy { policy, context in
      let permitted = (policy.permittedIdentifiers?.value ?? []).compactMap(\.value.identifier)
      let requested = policy.tasks(ofType: .continuedProcessing).compactMap(\.identifier)
      let wildcards = (permitted + requested).filter(\.value.isWildcard)
      return wildcards.compactMap { identifier in
        guard !identifier.value.isWellFormedWildcard else { return nil }
        return context.diagnostic(
          at: .value(identifier.node), "The wildcard in \(identifier.value.text) is not .* at its end",
          help: "write the bundle identifier, a context and .*, for example com.example.export.*",
          fixes: [
            wellFormed(identifier.value.written).map {
              context.replace(identifier.node, with: $0, "Write \($0)", safety: .guesses)
            }
          ])
      }
    }
  )
}

/// An identifier whose only wildcard is at its end, with the missing dot before the wildcard. `nil` for other
/// identifiers.
private func wellFormed(_ identifier: String) -> String? {
  let context = identifier.dropLast()
  guard identifier.hasSuffix("*"), !context.contains("*"), context.last?.isLetter ?? false else { return nil }
  return context + ".*"
}
