internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlLimit = Rule(
    "BGP004", .yamlLimit, .shape, .error, .defined,
    summary: "A file that is too large, nested too deeply, or expands too far",
    why: """
      A policy has a few levels and some kilobytes. Nested aliases can expand without bound, and a value \
      that contains itself never ends; bgpolicy stops reading either.
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
