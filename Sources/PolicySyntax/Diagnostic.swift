/// The name of a rule, as it stands in findings, in `rules:` and behind `bgpolicy:ignore`.
package struct RuleName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name: lower-case words joined by hyphens, or `require/ID`.
  package let text: String

  /// The rule called `text`.
  package init(_ text: String) {
    self.text = text
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  package var description: String { text }

  package static func < (left: RuleName, right: RuleName) -> Bool {
    left.text < right.text
  }
}

/// Something wrong at a place: what the reader, the lowering and the rules report.
///
/// How grave it is, how sure we are and on whose word stands with the rule, not here; the two meet in a finding.
package struct Diagnostic: Hashable, Sendable {
  /// The rule that is broken.
  package let rule: RuleName
  /// The smallest text that has to change.
  package var span: Span
  /// The way to that text from the root, as `tasks.refresh.identifier`; empty for what is no value of the policy.
  package var path: String
  /// Further ways to the same text, by aliases and merge keys.
  package var furtherPaths: [String] = []
  /// The headline: names the thing, has no full stop.
  package var message: String
  /// The way out, where no fix can be offered: a verb phrase.
  package var help: String?
  /// Further places that belong to it.
  package var related: [Related]
  /// The fixes, the best first.
  package var fixes: [Fix]
  /// How grave it is where that is not what the rule says of all its diagnostics.
  package var severity: Severity?

  /// A diagnostic; what is left out there is none of.
  package init(
    rule: RuleName, span: Span, path: String = "", message: String, help: String? = nil,
    related: [Related] = [], fixes: [Fix] = [], severity: Severity? = nil
  ) {
    self.severity = severity
    self.rule = rule
    self.span = span
    self.path = path
    self.message = message
    self.help = help
    self.related = related
    self.fixes = fixes
  }
}

/// A second place that explains a diagnostic.
package struct Related: Hashable, Sendable {
  /// Where.
  package let span: Span
  /// What it has to do with it: a few words without a full stop.
  package let message: String

  /// A place and what it has to do with the diagnostic.
  package init(span: Span, message: String) {
    self.span = span
    self.message = message
  }
}

/// How grave something is.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case info, warning, error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  /// The name that compilers use: a finding of severity `info` is a note.
  package var label: String { self == .info ? "note" : rawValue }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
