package import PlatformFacts
package import PolicySyntax

/// A rule of Apple's that no policy keeps or breaks, because what it is about is written elsewhere.
///
/// Lint is silent about it, and that silence is no pass.
package struct AppRule: Sendable {
  /// Where that is written which decides the rule.
  package enum Need: String, CaseIterable, Sendable {
    /// In the app's code.
    case code
    /// Nowhere but in what the app's makers expect: the language has no key for it.
    case intent = "statement of intent"
  }

  /// Names what is found, as the names of the other rules do.
  package let name: RuleName
  /// What it would count as.
  package let severity: Severity
  /// How sure we are of the fact that it rests on.
  package let confidence: Confidence
  /// What it finds, in one line without a full stop.
  package let summary: String
  /// What goes wrong, in a sentence or two.
  package let why: String
  /// Where that is written which decides it.
  package let need: Need
  /// What exactly would have to be looked at: a phrase without a full stop.
  package let look: String
  /// What keeps it from happening all the same, in a sentence; `nil` where nothing does.
  package let prevention: String?
  /// Where the fact is written.
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
  /// The rules that can't be decided from a policy, by what they need.
  package static let needsApp: [AppRule] =
    AppRule.sessionCode + AppRule.handlerCode + AppRule.taskCode
    + AppRule.swiftUICode + AppRule.applicationTaskCode + AppRule.intent

  /// The rule with this name, as people type it.
  package static func needsApp(_ text: String) -> AppRule? {
    needsApp.first { $0.name.text == text }
  }
}
