internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyUnknownKey = Rule(
    "BGP012", .policyUnknownKey, .shape, .error, .defined,
    summary: "A key that the policy language does not have",
    why: "If a misspelled key were ignored, its default would silently stay in effect.",
    guide: RuleGuide(
      related: ["task-key-noop", "policy-missing-key"]),
    citations: [.policyLanguage],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «isDiscretionry»: true,
                   allowsConstrainedNetworkAccess: false }
      """,
      "rules: { «bg-identifier-not-permited»: off }",
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, isDiscretionary: true,
                   allowsConstrainedNetworkAccess: false }
      """
    ]
  )
}
