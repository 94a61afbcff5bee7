internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeProcessingNoIdentifiers = Rule(
    "BGP215", "bg-mode-processing-no-identifiers", .modes, .error,
    summary: "The background mode processing without a permitted identifier",
    why: """
      App Store Connect rejects a build with the mode processing if its BGTaskSchedulerPermittedIdentifiers \
      is missing or empty.
      """,
    guide: RuleGuide(
      symptom: """
        App Store Connect rejects the upload with ITMS-90771: “The Info.plist key \
        'BGTaskSchedulerPermittedIdentifiers' must contain a list of identifiers used to submit and handle \
        tasks when 'UIBackgroundModes' has a value of 'processing'.” (seen in 2020).
        """,
      seenIn: [.missingIdentifiersRejection],
      related: ["bg-mode-processing-unused"]),
    citations: [.uploadValidation],
    triggers: [
      """
      backgroundModes: [{ mode: «processing», owner: sdk }]
      """
    ],
    passes: [
      """
      backgroundModes: [{ mode: processing, owner: sdk }]
      permittedIdentifiers: [{ identifier: org.dependency.cleanup, owner: sdk }]
      """
    ],
    check: .backgroundModes { entry, policy, context in
      guard let mode = entry.value.mode, mode.value == "processing",
        !policy.permitsSomeIdentifier
      else {
        return nil
      }
      return context.diagnostic(
        at: .value(mode.node), "The mode processing needs at least one permitted identifier",
        help: "declare the task or list its identifier in permittedIdentifiers, or remove the mode",
        related: policy.permittedIdentifiers.map { [(.key($0.node), "the list is empty")] } ?? [],
        fixes: [
          context.remove(
            entry.node, "Remove processing from backgroundModes", safety: .removesFromDependencies)
        ])
    }
  )
}
