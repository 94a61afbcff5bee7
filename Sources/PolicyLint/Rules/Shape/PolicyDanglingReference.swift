internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let policyDanglingReference = Rule(
    "BGP016", .policyDanglingReference, .shape, .error, .defined,
    summary: "A reference to something that the policy does not declare",
    why: """
      A transfer without its session, or a task whose transfers do not exist, is work that nothing carries \
      out.
      """,
    citations: [.policyLanguage],
    triggers: [
      "transfers: { photos: { session: «libary», size: 4MB } }",
      "scenarios: { field: { extends: «comuter→commuter» } }",
      "budgets: { «photos»: { completion: { p95: 1d } } }",
    ]
  )
}
