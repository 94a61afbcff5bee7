internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let suppressionUnused = Rule(
    "BGP020", .suppressionUnused, .suppressions, .warning, .defined, tags: .unnecessary,
    summary: "A suppression comment that suppresses nothing",
    why: """
      The finding was fixed, has moved or no longer exists. If the comment stays, it hides the next finding \
      of that rule.
      """,
    guide: RuleGuide(
      related: ["suppression-malformed"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        # bgpolicy:ignore «session-resource-timeout-implicit» -- a week is what we want
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library: { identifier: com.example.library } # bgpolicy:ignore session-resource-timeout-implicit, «session-data-task» -- both are meant
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library } # bgpolicy:ignore session-resource-timeout-implicit -- a week is what we want
      """
    ],
    check: .suppressions
  )
}

extension RuleName {
  /// The rule about a suppression comment that suppresses nothing.
  static let suppressionUnused: RuleName = "suppression-unused"
}
