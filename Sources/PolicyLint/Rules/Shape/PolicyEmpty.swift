internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyEmpty = Rule(
    "BGP010", .policyEmpty, .shape, .error, .defined,
    summary: "A file without a policy",
    why: """
      A file without a mapping declares nothing. bgpolicy reports that as a mistake instead of reading it as \
      an app that does nothing.
      """,
    citations: [.policyLanguage],
    triggers: [.whole("«»"), .whole("«»# schema: 1 is still to come\n"), .whole("«{}»\n")],
    passes: [.whole("schema: 1\n")]
  )
}
