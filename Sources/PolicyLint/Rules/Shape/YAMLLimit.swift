internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlLimit = Rule(
    "BGP004", .yamlLimit, .error, .defined,
    summary: "The file is too large, too deep, or expands too far",
    why: """
      A policy has a handful of levels and some kilobytes. Aliases within aliases grow without bound, and a value that \
      holds itself never ends: neither is read any further.
      """,
    citations: [.policyLanguage],
    triggers: [.whole("schema: 1\nsessions: &all\n  library: «*all»\n")],
    passes: [
      """
      sessions:
        library: &base { identifier: com.example.library, timeoutIntervalForResource: 1d }
      """
    ]
  )
}
