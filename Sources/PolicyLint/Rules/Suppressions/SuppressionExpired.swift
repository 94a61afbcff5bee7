internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let suppressionExpired = Rule(
    "BGP021", .suppressionExpired, .suppressions, .warning, .defined,
    summary: "A suppression whose last day has passed",
    why: "After the date in `until=`, the findings count again: they were to be fixed by then.",
    guide: RuleGuide(
      related: ["suppression-unused", "suppression-malformed"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        # bgpolicy:ignore session-resource-timeout-implicit «until=2026-12-31» -- until the server cleans up
        library: { identifier: com.example.library }
      """
    ],
    passes: [
      """
      sessions:
        # bgpolicy:ignore session-resource-timeout-implicit until=2027-01-01 -- until the server cleans up
        library: { identifier: com.example.library }
      """
    ],
    check: .suppressions
  )
}

extension RuleName {
  /// The rule about a suppression whose last day has passed.
  static let suppressionExpired: RuleName = "suppression-expired"
}
