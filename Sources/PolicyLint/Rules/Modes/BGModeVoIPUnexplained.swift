internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeVoIPUnexplained = Rule(
    "BGP246", "bg-mode-voip-unexplained", .info,
    summary: "The background mode voip without a reason",
    why: """
      voip is for apps that take calls through PushKit and report each one to CallKit; an app that does \
      not is ended, and App Review rejects it. A policy says so in a word.
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
      return context.issue(
        at: .value(mode.place), "The background mode voip needs PushKit and CallKit",
        help: "write { mode: voip, because: … }, or remove it where the app takes no calls")
    }
  )
}
