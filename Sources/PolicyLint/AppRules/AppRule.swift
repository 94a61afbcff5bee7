package import PlatformFacts
package import PolicySyntax

/// A rule of Apple that can't be checked without the app, because a policy does not contain its subject.
///
/// Lint reports nothing about such a rule. This does not mean that the app follows the rule.
package struct AppRule: Sendable {
  /// The source of the decision whether the app follows the rule.
  package enum Need: String, CaseIterable, Sendable {
    /// The app's code.
    case code
    /// The intent of the app's developers, for which the language has no key.
    case intent = "statement of intent"
  }

  /// The name, which reads well after the word "ignore", like the names of all rules.
  package let name: RuleName
  /// The severity that a finding would have.
  package let severity: Severity
  /// The confidence in the fact that the rule depends on.
  package let confidence: Confidence
  /// A noun phrase for the mistake, in one line without a full stop.
  package let summary: String
  /// The consequence, in a sentence or two.
  package let why: String
  /// The source of the decision whether the app follows the rule.
  package let need: Need
  /// The exact place to look at: a phrase without a full stop.
  package let look: String
  /// How bgpolicy prevents the mistake, in a sentence. `nil` if bgpolicy does not prevent it.
  package let prevention: String?
  /// The sources of the fact.
  package let citations: [Citation]

  init(
    _ name: RuleName, _ severity: Severity, _ confidence: Confidence = .documented, summary: String,
    why: String, needs need: Need, _ look: String, prevention: String? = nil, citations: [Citation]
  ) {
    self.name = name
    self.severity = severity
    self.confidence = confidence
    self.summary = summary
    self.why = why
    self.need = need
    self.look = look
    self.prevention = prevention
    self.citations = citations
  }
}

extension Catalog {
  /// The rules that can't be checked without the app, by their need.
  package static let needsApp: [AppRule] =
    AppRule.sessionCode + AppRule.handlerCode + AppRule.taskCode
    + AppRule.swiftUICode + AppRule.applicationTaskCode + AppRule.intent

  /// The rule with this name, as users type it.
  package static func needsApp(_ text: String) -> AppRule? {
    needsApp.first { $0.name.text == text }
  }
}
