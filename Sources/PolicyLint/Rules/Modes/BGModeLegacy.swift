internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeLegacy = Rule(
    "BGP216", "bg-mode-legacy", .modes, .warning, tags: .deprecated,
    summary: "An old background mode that Xcode no longer offers",
    why: """
      newsstand-content and network-authentication are in Apple's list of values, but no longer in Xcode's \
      table of background modes.
      """,
    guide: RuleGuide(
      ignoreWhen: "App Review has asked for the mode.",
      related: ["bg-mode-unknown"]),
    citations: [.executionModes, .bundleResources],
    triggers: [
      """
      backgroundModes: [audio, «newsstand-content»]
      """
    ],
    passes: [
      """
      backgroundModes: [audio]
      """
    ],
    check: .backgroundModes { entry, _, context in
      guard let mode = entry.value.mode, let fact = PlatformFacts.backgroundMode(mode.value),
        fact.platforms.isEmpty
      else { return nil }
      return context.diagnostic(
        at: .value(mode.node), "Xcode no longer offers the background mode \(mode.value)",
        help: "remove it, unless App Review has asked for it",
        fixes: [
          context.remove(entry.node, "Remove \(mode.value) from backgroundModes", safety: .changesInfoPlist)
        ])
    }
  )
}
