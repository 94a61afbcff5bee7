internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlDuplicateKey = Rule(
    "BGP002", .yamlDuplicateKey, .error, .defined,
    summary: "A mapping has the same key twice",
    why:
      "YAML allows a key once. Readers differ in which of the two values they take, and none of them tells.",
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
