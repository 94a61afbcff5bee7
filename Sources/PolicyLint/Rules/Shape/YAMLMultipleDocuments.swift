internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlMultipleDocuments = Rule(
    "BGP003", .yamlMultipleDocuments, .error, .defined,
    summary: "The file holds more than one document",
    why: "A policy is one document. What stands behind a second `---` would count for nothing.",
    citations: [.policyLanguage],
    triggers: [.whole("schema: 1\n«---»\nschema: 1\n")],
    passes: [.whole("---\nschema: 1\n...\n")]
  )
}
