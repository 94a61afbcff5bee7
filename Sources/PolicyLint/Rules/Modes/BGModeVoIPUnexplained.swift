internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeVoIPUnexplained = Rule(
    "BGP246", "bg-mode-voip-unexplained", .modes, .info,
    summary: "The background mode voip without a reason",
    why: """
      voip is for apps that take calls and report them to CallKit, and App Review rejects background modes \
      that an app does not use. `because` gives the reason for the mode.
      """,
    guide: RuleGuide(
      symptom: """
        App Review may reject the app under guideline 2.5.4: “Your app declares support for VoIP in the \
        UIBackgroundModes key in your Info.plist, but it does not include any Voice over IP services.” (seen \
        in 2020).
        """,
      seenIn: [.voIPRejection],
      related: ["session-service-voip-deprecated"]),
    citations: [.wwdc19Background, .reviewGuidelines, .wildApps],
    triggers: [
      """
      backgroundModes: [audio, «voip»]
      """,
      """
      backgroundModes: [{ mode: «voip» }]
      """,
    ],
    passes: [
      """
      backgroundModes: [{ mode: voip, because: takes calls through PushKit and reports them to CallKit }]
      """
    ],
    check: .backgroundModes { entry, policy, context in
      guard let mode = entry.value.mode, mode.value == "voip", entry.value.owner.value == .app,
        // The code, if it was read, shows whether the app takes calls.
        entry.value.because == nil, !context.codeDecides(policy)
      else { return nil }
      return context.diagnostic(
        at: .value(mode.node), "The background mode voip has no reason",
        help: "write { mode: voip, because: takes calls }, or remove it if the app takes none",
        fixes: [
          mode.node == entry.node
            ? context.replace(
              mode.node, withPlain: "{ mode: voip, because: takes calls }",
              "Write { mode: voip, because: takes calls }", safety: isUnknown)
            : context.insert(
              "because", text: "takes calls", into: entry.node, "Add because: takes calls", safety: isUnknown),
          context.remove(entry.node, "Remove voip from backgroundModes", safety: isUnknown),
        ])
    }
  )

  private static let isUnknown = Fix.Safety.displayOnly(because: "depends on whether the app takes calls")
}
