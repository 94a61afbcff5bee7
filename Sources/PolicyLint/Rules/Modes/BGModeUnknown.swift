internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let bgModeUnknown = Rule(
    "BGP214", "bg-mode-unknown", .modes, .error,
    summary: "A background mode that does not exist",
    why: """
      A misspelled value of UIBackgroundModes is not a background mode: the work that needs the mode does not \
      run.
      """,
    guide: RuleGuide(
      symptom: """
        App Store Connect rejects the upload with error 90112, “UIBackgroundModes contains an invalid value: \
        'picture-in-picture'” (seen in 2026).
        """,
      seenIn: [.invalidModeRejection],
      ignoreWhen: "The mode is newer than this version of bgpolicy."),
    citations: [.bundleResources, .executionModes],
    triggers: [
      """
      backgroundModes: [audio, «remote-notifications»]
      """,
      """
      backgroundModes: [«holodeck→audio, { mode: location, because: records the route of a run }»]
      """,
    ],
    check: .backgroundModes { entry, _, context in
      guard let mode = entry.value.mode, PlatformFacts.backgroundMode(mode.value) == nil else { return nil }
      let names = PlatformFacts.backgroundModes.value.map(\.name)
      let suggestion = Suggestion.nearest(to: mode.value, among: names)
      return context.diagnostic(
        at: .value(mode.node),
        "UIBackgroundModes has no value \(mode.value)\(suggestion.question)",
        help: "write one of " + names.joined(separator: ", "),
        fixes: [suggestion.map { context.replace(mode.node, with: $0) }],
        // A value that resembles no known mode may be a newer mode.
        severity: suggestion == nil ? .warning : nil)
    }
  )
}
