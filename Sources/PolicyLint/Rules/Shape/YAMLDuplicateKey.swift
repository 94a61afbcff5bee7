internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlDuplicateKey = Rule(
    "BGP002", .yamlDuplicateKey, .shape, .error, .defined,
    summary: "A key that occurs twice in the same mapping",
    why: """
      YAML allows each key once. Parsers differ in which of the two values they use, often without a \
      warning.
      """,
    guide: RuleGuide(
      related: ["yaml-syntax"]),
    citations: [.yaml],
    triggers: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
        «library»: { identifier: com.example.other, timeoutIntervalForResource: 1d }
      """,
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d, «identifier»: com.example.library }
      """,
    ],
    passes: [
      """
      sessions:
        library: { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """
    ]
  )
}
