package import PlatformFacts
package import PolicySyntax

/// Advice on a rule for people, which `explain` and the page of rules show.
///
/// A lint never makes it, so that it costs nothing there.
package struct RuleGuide: Sendable {
  /// The crash, the log line, the review mail or the silence that people see at run time, as a source describes it, in
  /// sentences; `nil` if no source does.
  package let symptom: String?
  /// The sources of the symptom alone: reports of people who saw it, and compilers. Findings don't show them.
  package let seenIn: [Citation]
  /// The cases in which a finding can be ignored with good reason, in sentences; `nil` if there are none.
  package let ignoreWhen: String?
  /// The Swift that the app should have, in Apple's API; `nil` if the policy's text is enough.
  package let swift: String?
  /// Related rules, which also show this one.
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
  /// The rules that a rule names as related and those that name it, in the order of the catalog; those that need the app
  /// come last.
  package static func related(to name: RuleName) -> [RuleName] {
    let named = Set(rule(named: name)?.guide.related ?? [])
    return (rules.map(\.name) + needsApp.map(\.name)).filter { other in
      other != name && (named.contains(other) || rule(named: other)?.guide.related.contains(name) == true)
    }
  }
}
