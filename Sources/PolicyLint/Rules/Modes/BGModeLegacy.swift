internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeLegacy = Rule(
    "BGP216", "bg-mode-legacy", .modes, .warning,
    summary: "A background mode of old that Xcode no longer offers",
    why: """
      newsstand-content and network-authentication stand in Apple's list of values and no longer in \
      Xcode's table of background modes.
      """,
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
