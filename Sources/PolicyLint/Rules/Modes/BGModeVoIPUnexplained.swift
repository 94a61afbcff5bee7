internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeVoIPUnexplained = Rule(
    "BGP246", "bg-mode-voip-unexplained", .modes, .info,
    summary: "The background mode voip without a reason",
    why: """
      voip is for apps that take calls, which they have to report to CallKit, and App Review rejects modes \
      that an app does not use. A policy says in a word what it has the mode for.
      """,
    citations: [.wwdc19Background, .reviewGuidelines, .wildApps],
    triggers: [
      """
      backgroundModes: [audio, «voip»]
      """
    ],
    passes: [
      """
      backgroundModes: [{ mode: voip, because: takes calls through PushKit and reports them to CallKit }]
      """
    ],
    check: .backgroundModes { entry, _, context in
      guard let mode = entry.value.mode, mode.value == "voip", entry.value.owner.value == .app,
        entry.value.because == nil
      else { return nil }
      return context.diagnostic(
        at: .value(mode.node), "Nothing says what the background mode voip is for",
        help: "write { mode: voip, because: … }, or remove it if the app takes no calls")
    }
  )
}
