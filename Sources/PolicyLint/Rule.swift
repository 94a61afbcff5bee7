package import PlatformFacts
internal import PolicyModel
package import PolicySyntax
package import Quantities

/// A rule: what it finds, why that is wrong, on whose word, and how to find it.
///
/// The examples are documentation and tests at once: each trigger has to be found exactly at its `«»` marks, and
/// nothing may be found in an example that passes.
package struct Rule: Sendable {
  /// Stable, and never used again for another rule: `BGP201`.
  package let code: String
  /// Reads well after "ignore": names what is found, not what to do about it.
  package let name: RuleName
  /// The family of rules, in whose folder the rule's file is.
  package let family: RuleFamily
  /// The version of bgpolicy that introduced the rule.
  package let since: Version
  /// What its findings count as unless the policy says otherwise.
  package let severity: Severity
  /// How sure we are of the fact that it rests on.
  package let confidence: Confidence
  /// What it finds, in one line without a full stop.
  package let summary: String
  /// What goes wrong, in a sentence or two.
  package let why: String
  /// Policies in which it is found, with `«»` around each place.
  package let triggers: @Sendable () -> [RuleExample]
  /// Policies in which it is not found.
  package let passes: @Sendable () -> [RuleExample]
  /// How its findings are reported.
  let reporting: Reporting
  /// How to find it.
  let check: RuleCheck
  private let makeCitations: @Sendable () -> [Citation]
  private let makeFormerNames: @Sendable () -> [RuleName]
  private let makeGuide: @Sendable () -> RuleGuide

  init(
    _ code: String, _ name: RuleName, _ family: RuleFamily, _ severity: Severity,
    _ confidence: Confidence = .documented, reporting: Reporting = .each, since: Version = .first,
    formerNames: @autoclosure @escaping @Sendable () -> [RuleName] = [],
    summary: String,
    why: String,
    guide: @autoclosure @escaping @Sendable () -> RuleGuide = RuleGuide(),
    citations: @autoclosure @escaping @Sendable () -> [Citation],
    triggers: @autoclosure @escaping @Sendable () -> [RuleExample],
    passes: @autoclosure @escaping @Sendable () -> [RuleExample],
    check: RuleCheck = .shape
  ) {
    self.code = code
    self.name = name
    self.family = family
    self.since = since
    self.severity = severity
    self.confidence = confidence
    self.reporting = reporting
    self.summary = summary
    self.why = why
    makeCitations = citations
    makeFormerNames = formerNames
    makeGuide = guide
    self.triggers = triggers
    self.passes = passes
    self.check = check
  }

  /// Where the fact is written.
  package var citations: [Citation] { makeCitations() }

  /// The names that the rule had before, which suppressions, settings and options may still use.
  package var formerNames: [RuleName] { makeFormerNames() }

  /// Advice for people, beyond the reason.
  package var guide: RuleGuide { makeGuide() }

  /// Whether a comment may suppress its findings.
  package var isSuppressible: Bool {
    switch check {
    case .shape, .suppressions, .requirements: false
    default: true
    }
  }

  /// Whether a policy may change its severity or switch it off.
  package var isAdjustable: Bool {
    switch check {
    case .shape, .requirements: false
    default: true
    }
  }

  /// Whether it is about the text's shape.
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
