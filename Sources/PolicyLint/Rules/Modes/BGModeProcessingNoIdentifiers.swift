internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeProcessingNoIdentifiers = Rule(
    "BGP215", "bg-mode-processing-no-identifiers", .modes, .error,
    summary: "The background mode processing without any permitted identifier",
    why: """
      App Store Connect refuses a build with the mode processing whose BGTaskSchedulerPermittedIdentifiers \
      is missing or empty.
      """,
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
          context.remove(entry.node, "Remove processing from backgroundModes", safety: .changesInfoPlist)
        ])
    }
  )
}
