internal import PlatformFacts
package import PolicySyntax

// What a gate finds besides the rules: no policy is judged by it, and it is in no catalogue.

extension Rule {
  private static let budgetBroken = Rule(
    "BGP901", "budget-broken", .error, .assumed,
    summary: "A budget that the estimate does not keep",
    why: """
      The policy says what its transfers may cost, and a model of the device says that they cost more. Apple publishes \
      neither a schedule nor its budgets, so that this rests on the model's parameters.
      """,
    citations: [.ourAssumption], triggers: [], passes: [])

  private static let generatedOutOfDate = Rule(
    "BGP902", "generated-out-of-date", .error,
    summary: "Generated files that are not what the policy compiles to",
    why:
      "What the app is built from is what stands in the generated files, and not what the policy says now.",
    citations: [.policyLanguage], triggers: [], passes: [])

  /// Every rule of the kind.
  package static let ofGate = [budgetBroken, generatedOutOfDate]
}

extension Finding {
  /// A broken budget, at the text of its limit.
  package static func brokenBudget(
    at span: Span, path: String, _ message: String, help: String, _ severity: Severity
  )
    -> Finding
  {
    Finding(
      rule: Rule.ofGate[0], severity: severity,
      issue: Issue(rule: Rule.ofGate[0].name, span: span, path: path, message: message, help: help))
  }

  /// Generated files that are missing or out of date, at what decides where they are.
  package static func staleFiles(at span: Span, path: String, _ message: String, help: String) -> Finding {
    Finding(
      rule: Rule.ofGate[1], severity: .error,
      issue: Issue(rule: Rule.ofGate[1].name, span: span, path: path, message: message, help: help))
  }
}
