internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeListedTwice = Rule(
    "BGP219", "bg-mode-listed-twice", .modes, .warning, tags: .unnecessary,
    summary: "A background mode that is listed twice",
    why: "The second entry has no effect.",
    citations: [.bundleResources],
    triggers: [
      """
      backgroundModes: [audio, «audio→location»]
      """
    ],
    check: .backgroundModes { entry, _, context in
      guard let mode = entry.value.mode, let first = context.index.backgroundMode(mode.value)?.value.mode,
        first.node != mode.node
      else { return nil }
      return context.diagnostic(
        at: .value(mode.node), "backgroundModes lists \(mode.value) twice",
        related: [(.value(first.node), "the first entry")],
        fixes: [context.remove(entry.node, "Remove it", safety: .safe)])
    }
  )
}
