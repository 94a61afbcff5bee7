internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeListedTwice = Rule(
    "BGP219", "bg-mode-listed-twice", .warning,
    summary: "A background mode that is listed twice",
    why: "The second entry has no effect.",
    citations: [.bundleResources],
    triggers: [
      """
      backgroundModes: [audio, «audio»]
      """
    ],
    passes: [
      """
      backgroundModes: [audio, location]
      """
    ],
    check: .backgroundModes { entry, policy, context in
      guard let mode = entry.value.mode, let first = policy.backgroundMode(mode.value)?.value.mode,
        first.place != mode.place
      else { return nil }
      return context.issue(
        at: .value(mode.place), "\(mode.value) is listed already",
        related: [(.value(first.place), "the first one")],
        fixes: [context.remove(entry.place, "Remove it", safety: .safe)])
    }
  )
}
