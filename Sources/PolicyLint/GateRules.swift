internal import PlatformFacts
package import PolicySyntax

// The rules that `gate` has in addition to those of `lint`.

extension Rule {
  fileprivate static let budgetBroken = Rule(
    "BGP901", "budget-broken", .error, .assumed,
    summary: "A budget that the estimate does not keep",
    why: """
      The policy says what its transfers may cost, and a model of the device says that they cost more. Apple publishes \
      neither a schedule nor its budgets, so that this rests on the model's parameters.
      """,
    citations: [.ourAssumption], triggers: [], passes: [])

  fileprivate static let generatedOutOfDate = Rule(
    "BGP902", "generated-out-of-date", .error, .defined,
    summary: "Generated files that are not what the policy compiles to",
    why:
      "What the app is built from is what stands in the generated files, and not what the policy says now.",
    citations: [.policyLanguage], triggers: [], passes: [])

  fileprivate static let generatedLeftOver = Rule(
    "BGP505", "generated-left-over", .error,
    summary: "Generated files that the policy no longer makes",
    why: """
      The app is built from the files in the folder. A file that the policy no longer makes calls for code that is gone, or \
      keeps code alive that nobody decides on.
      """,
    citations: [.policyLanguage], triggers: [], passes: [])
}

extension Catalog {
  /// What `bgpolicy gate` finds besides what the rules do.
  package static let gateRules: [Rule] = [.budgetBroken, .generatedLeftOver, .generatedOutOfDate]

  /// The rule of a name or a code among those of gates.
  package static func gateRule(_ text: String) -> Rule? {
    gateRules.first { $0.name.text == text || $0.code == text.uppercased() }
  }
}

extension Finding {
  /// A broken budget, at the text of its limit.
  package static func brokenBudget(
    at span: Span, path: String, _ message: String, help: String, _ severity: Severity
  ) -> Finding {
    Finding(
      rule: .budgetBroken, severity: severity,
      diagnostic: Diagnostic(
        rule: Rule.budgetBroken.name, span: span, path: path, message: message, help: help))
  }

  /// Generated files that are missing or out of date, at what decides where they are.
  package static func staleFiles(at span: Span, path: String, _ message: String, help: String) -> Finding {
    Finding(
      rule: .generatedOutOfDate, severity: .error,
      diagnostic: Diagnostic(
        rule: Rule.generatedOutOfDate.name, span: span, path: path, message: message, help: help))
  }

  /// Generated files that the policy no longer makes, at what decides where they are.
  package static func leftoverFiles(at span: Span, path: String, _ message: String, help: String) -> Finding {
    Finding(
      rule: .generatedLeftOver, severity: .error,
      diagnostic: Diagnostic(
        rule: Rule.generatedLeftOver.name, span: span, path: path, message: message, help: help))
  }
}
