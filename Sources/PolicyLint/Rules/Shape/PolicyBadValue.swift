internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyBadValue = Rule(
    "BGP014", .policyBadValue, .shape, .error, .defined,
    summary: "A value that its key does not accept",
    why: """
      Durations, sizes, versions, clock windows and named values have a fixed format and documented limits, \
      so that a policy means the same everywhere.
      """,
    guide: RuleGuide(
      related: ["policy-wrong-type"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: «2 days→2d» }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      transfers:
        photos: { session: library, size: «4 mb» }
        videos: { session: library, size: «40Mb» }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: «99999999999999999999d» }
      """,
      "scenarios: { field: { wifi: [«7-19»] } }",
      "generate: { style: «swiftUI5» }",
    ]
  )
}
