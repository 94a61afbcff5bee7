internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgWildcardPosition = Rule(
    "BGP205", "bg-wildcard-position", .error,
    summary: "A wildcard that is not the last component of its identifier",
    why: """
      A wildcard identifier is the bundle identifier, a context and a final .* and the system takes no \
      other form.
      """,
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
    ]
  ) { policy, context in
    let listed = (policy.permittedIdentifiers?.value ?? []).compactMap(\.value.identifier)
    let declared = policy.tasks(ofType: .continuedProcessing).compactMap(\.identifier)
    return (listed + declared).compactMap { identifier in
      let text = identifier.value.text
      guard text.contains("*"), !(text.hasSuffix(".*") && text.dropLast().allSatisfy { $0 != "*" }) else {
        return nil
      }
      return context.issue(
        at: .value(identifier.place), "The wildcard of \(text) is not a final .*",
        help: "write the bundle identifier, a context, and .* at the end")
    }
  }
}
