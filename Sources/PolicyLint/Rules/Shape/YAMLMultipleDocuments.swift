internal import PlatformFacts
internal import PolicySyntax

extension Rule {
  static let yamlMultipleDocuments = Rule(
    "BGP003", .yamlMultipleDocuments, .shape, .error, .defined,
    summary: "A file with more than one YAML document",
    why: "A policy is one document. Everything after a second `---` would be ignored.",
    guide: RuleGuide(
      related: ["policy-extends"]),
    citations: [.policyLanguage],
    triggers: [.whole("schema: 1\n«---»\nschema: 1\n")],
    passes: [.whole("---\nschema: 1\n...\n")]
  )
}
