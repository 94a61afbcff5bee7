package import PlatformFacts
internal import PolicyModel
package import PolicySyntax
package import Quantities

/// A rule: a mistake in a policy, the reason, the sources, and the check that finds it.
///
/// The examples are documentation and tests: the check reports each trigger exactly at its `«»` marks, and
/// reports nothing in passing examples.
package struct Rule: Sendable {
  /// The code, such as `BGP201`. The code of a removed rule is never used again.
  package let code: String
  /// The name, which reads well after the word "ignore": it names the mistake, not the remedy.
  package let name: RuleName
  /// The family of the rule. The rule's file is in the folder of its family.
  package let family: RuleFamily
  /// The version of bgpolicy that introduced the rule.
  package let since: Version
  /// The severity of the findings, unless the policy sets another severity.
  package let severity: Severity
  /// The confidence in the fact that the rule depends on.
  package let confidence: Confidence
  /// The tags of the findings, which editors show in a special way.
  package let tags: DiagnosticTags
  /// A noun phrase for the mistake, in one line without a full stop.
  package let summary: String
  /// The consequence of the mistake, in a sentence or two.
  package let why: String
  /// Policies that have the mistake, with `«»` around each text that the rule reports.
  package let triggers: @Sendable () -> [RuleExample]
  /// Policies without the mistake: the triggers with their cures, and further policies.
  package let passes: @Sendable () -> [RuleExample]
  /// How findings are reported.
  let reporting: Reporting
  /// The check that finds the mistake.
  let check: RuleCheck
  private let makeCitations: @Sendable () -> [Citation]
  private let makeFormerNames: @Sendable () -> [RuleName]
  private let makeGuide: @Sendable () -> RuleGuide

  init(
    _ code: String, _ name: RuleName, _ family: RuleFamily, _ severity: Severity,
    _ confidence: Confidence = .documented, reporting: Reporting = .each, since: Version = .first,
    formerNames: @autoclosure @escaping @Sendable () -> [RuleName] = [], tags: DiagnosticTags = [],
    summary: String,
    why: String,
    guide: @autoclosure @escaping @Sendable () -> RuleGuide = RuleGuide(),
    citations: @autoclosure @escaping @Sendable () -> [Citation],
    triggers: @autoclosure @escaping @Sendable () -> [RuleExample] = [],
    passes: @autoclosure @escaping @Sendable () -> [RuleExample] = [],
    check: RuleCheck = .shape
  ) {
    self.code = code
    self.name = name
    self.family = family
    self.since = since
    self.severity = severity
    self.confidence = confidence
    self.tags = tags
    self.reporting = reporting
    self.summary = summary
    self.why = why
    makeCitations = citations
    makeFormerNames = formerNames
    makeGuide = guide
    self.triggers = triggers
    self.passes = { triggers().compactMap(\.cured) + passes() }
    self.check = check
  }

  /// The sources of the fact.
  package var citations: [Citation] { makeCitations() }

  /// The former names of the rule, which suppressions, settings and options may still use.
  package var formerNames: [RuleName] { makeFormerNames() }

  /// Advice for people, beyond the reason.
  package var guide: RuleGuide { makeGuide() }

  /// Whether a comment may suppress findings of the rule.
  package var isSuppressible: Bool {
    switch check {
    case .shape, .suppressions, .requirements, .reading: false
    default: true
    }
  }

  /// Whether a policy may change the severity of the rule or turn it off.
  package var isAdjustable: Bool {
    switch check {
    case .shape, .requirements, .reading: false
    default: true
    }
  }

  /// Whether the rule is about the shape of the text.
  package var isAboutShape: Bool {
    if case .shape = check { true } else { false }
  }
}

extension Version {
  /// The first version of bgpolicy.
  static let first = Version(0, 1)

  /// The version as releases of bgpolicy are called, with all three numbers.
  package var releaseName: String { "\(major).\(minor).\(patch)" }
}
