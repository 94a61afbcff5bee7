internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let suppressionMalformed = Rule(
    "BGP019", .suppressionMalformed, .suppressions, .warning, .defined,
    summary: "A suppression comment that can't be read",
    why: """
      Such a comment looks as if it suppressed findings, but suppresses none. It lists rules by name and \
      gives the reason after `--`. The former name of a rule that was renamed still works, and is a note.
      """,
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library } «# bgpolicy:ignore session-resource-timeout-implicit»
      """,
      """
      sessions:
        # bgpolicy:ignore «session-resource-timeout-implict» -- a week is what we want
        library: { identifier: com.example.library }
      """,
      """
      sessions:
        # bgpolicy:ignore session-resource-timeout-implicit «until=2026-02-30» -- a week is what we want
        library: { identifier: com.example.library }
      """,
      """
      # «bgpolicy:disable» session-resource-timeout-implicit -- a week is what we want
      sessions:
        library: { identifier: com.example.library }
      """,
    ],
    passes: [
      """
      sessions:
        # bgpolicy:ignore session-resource-timeout-implicit -- a week is what we want
        library: { identifier: com.example.library }
      """
    ],
    check: .suppressions
  )
}

extension RuleName {
  /// The rule about a suppression comment that can't be read.
  static let suppressionMalformed: RuleName = "suppression-malformed"
}
