package import PlatformFacts
package import PolicySyntax

/// Advice on a rule for people, which `explain` and the page of rules show.
///
/// A guide is created only on demand, so that lint does not pay for it.
package struct RuleGuide: Sendable {
  /// The crash, the log line, the review mail or the silence that people notice at run time, in sentences
  /// from a source. `nil` if no source describes a symptom.
  package let symptom: String?
  /// The sources of the symptom: reports of people who noticed it, and compilers. Findings don't show these
  /// sources.
  package let seenIn: [Citation]
  /// The cases in which ignoring a finding is right, in sentences. `nil` if no such case is known.
  package let ignoreWhen: String?
  /// The Swift code that the app should have, in Apple's API. `nil` if the policy's text is enough.
  package let swift: String?
  /// The related rules. Each related rule shows this rule as related, too.
  package let related: [RuleName]

  init(
    symptom: String? = nil, seenIn: [Citation] = [], ignoreWhen: String? = nil, swift: String? = nil,
    related: [RuleName] = []
  ) {
    self.symptom = symptom
    self.seenIn = seenIn
    self.ignoreWhen = ignoreWhen
    self.swift = swift
    self.related = related
  }
}

extension Catalog {
  /// The rules that are related to a rule, because the guide of either rule names the other rule. The rules are in the order of the
  /// catalog; rules that need the app come last.
  package static func related(to name: RuleName) -> [RuleName] {
    let named = Set(rule(named: name)?.guide.related ?? [])
    return (rules.map(\.name) + needsApp.map(\.name)).filter { other in
      other != name && (named.contains(other) || rule(named: other)?.guide.related.contains(name) == true)
    }
  }
}
