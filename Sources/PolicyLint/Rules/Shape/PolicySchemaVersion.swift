internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policySchemaVersion = Rule(
    "BGP011", .policySchemaVersion, .error, .defined,
    summary: "The policy is of a language version that this tool does not read",
    why:
      "A later version may give the same key another meaning, so nothing is guessed from one that is unknown.",
    citations: [.policyLanguage],
    triggers: [.whole("schema: «2»\n")],
    passes: [.whole("schema: 1\n")]
  )
}
