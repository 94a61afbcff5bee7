internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyDanglingReference = Rule(
    "BGP016", .policyDanglingReference, .error, .defined,
    summary: "A name that nothing is called",
    why:
      "A transfer without its session, or a task whose transfers do not exist, is work that nobody carries.",
    citations: [.policyLanguage],
    triggers: [
      "transfers: { photos: { session: «libary», size: 4MB } }",
      "scenarios: { field: { extends: «comuter» } }",
      "budgets: { «photos»: { completion: { p95: 1d } } }",
    ],
    passes: ["scenarios: { field: { extends: commuter } }"]
  )
}
