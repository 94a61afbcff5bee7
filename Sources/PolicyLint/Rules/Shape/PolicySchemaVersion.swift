internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policySchemaVersion = Rule(
    "BGP011", .policySchemaVersion, .shape, .error, .defined,
    summary: "A language version that this version of bgpolicy does not support",
    why: "A later language version may give the same key another meaning, so bgpolicy does not guess.",
    citations: [.policyLanguage],
    triggers: [.whole("schema: «2»\n")],
    passes: [.whole("schema: 1\n")]
  )
}
