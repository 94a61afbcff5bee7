internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyEmpty = Rule(
    "BGP010", .policyEmpty, .error, .defined,
    summary: "The file holds no policy",
    why:
      "A file without a mapping declares nothing. That is treated as a mistake, not as an app that does nothing.",
    citations: [.policyLanguage],
    triggers: [.whole("«»"), .whole("«»# schema: 1 is still to come\n"), .whole("«{}»\n")],
    passes: [.whole("schema: 1\n")]
  )
}
