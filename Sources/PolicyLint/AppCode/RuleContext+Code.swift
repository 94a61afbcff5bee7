internal import AppFacts
internal import PolicyModel
internal import PolicySyntax

extension RuleContext {
  /// A diagnostic of the rule at a location in the app. `declared` is the part of the policy that the code
  /// contradicts.
  func diagnostic(
    at location: FactLocation, in code: ReleaseCode, _ message: String, help: String? = nil,
    related: [(location: FactLocation, message: String)] = [],
    declared: (location: DiagnosticLocation, message: String)? = nil, severity: Severity? = nil
  ) -> Diagnostic? {
    guard let span = code.reading.span(of: location) else { return nil }
    var others = related.compactMap { other in
      code.reading.span(of: other.location).map { Related(span: $0, message: other.message) }
    }
    if let declared {
      others.append(Related(span: nodes.span(at: declared.location), message: declared.message))
    }
    return Diagnostic(
      rule: rule, span: span, message: message, help: help, related: others, severity: severity)
  }

  /// A diagnostic of the rule at a part of the policy, with locations in the app.
  func diagnostic(
    at location: DiagnosticLocation, in code: ReleaseCode, _ message: String, help: String? = nil,
    found: [(location: FactLocation, message: String)], severity: Severity? = nil
  ) -> Diagnostic {
    var diagnostic = diagnostic(at: location, message, help: help, severity: severity)
    diagnostic.related += found.compactMap { other in
      code.reading.span(of: other.location).map { Related(span: $0, message: other.message) }
    }
    return diagnostic
  }
}
