/// The name of a rule, as used in findings, in `rules:` and after `bgpolicy:ignore`.
package struct RuleName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name: lowercase words joined by hyphens, or `require/ID`.
  package let text: String

  /// A name, which need not be the name of an existing rule.
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

/// A problem at a location in the policy, reported by the reader, the lowering or a rule.
///
/// The rule has the default severity, the confidence and the citations. A finding joins a diagnostic with its rule.
package struct Diagnostic: Hashable, Sendable {
  /// The rule that reports the problem.
  package let rule: RuleName
  /// The smallest text that has to change.
  package var span: Span
  /// The path from the root to the text at `span`, such as `tasks.refresh.identifier`; empty if the text is not a value of the
  /// policy.
  package var path: String
  /// Further paths to the same text, through aliases and merge keys.
  package var furtherPaths: [String] = []
  /// The headline, without a full stop.
  package var message: String
  /// Advice on fixing the problem, as a verb phrase; `nil` without advice.
  package var help: String?
  /// Related locations.
  package var related: [Related]
  /// The fixes, the best first.
  package var fixes: [Fix]
  /// The severity of this diagnostic; `nil` for the severity of the rule.
  package var severity: Severity?
  /// The identifier that the diagnostic is about, if a misspelled identifier can cause both this diagnostic and another diagnostic.
  package private(set) var subject: Subject?

  /// An identifier that is used without being declared, or declared without being used.
  package struct Subject: Hashable, Sendable {
    /// The identifier, as it is written.
    package let identifier: String
    /// Whether the identifier is missing somewhere; `false` if the identifier exists but has no use.
    package let isAbsent: Bool
  }

  /// A diagnostic; by default without related locations and fixes.
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

extension Diagnostic {
  /// The same diagnostic about an identifier that is missing somewhere.
  package func about(absent identifier: String) -> Diagnostic { about(identifier, isAbsent: true) }

  /// The same diagnostic about an identifier that exists but has no use.
  package func about(surplus identifier: String) -> Diagnostic { about(identifier, isAbsent: false) }

  private func about(_ identifier: String, isAbsent: Bool) -> Diagnostic {
    var diagnostic = self
    diagnostic.subject = Subject(identifier: identifier, isAbsent: isAbsent)
    return diagnostic
  }
}

/// A second location that explains a diagnostic.
package struct Related: Hashable, Sendable {
  /// The location.
  package let span: Span
  /// The relation of the location to the diagnostic: a few words without a full stop.
  package let message: String

  /// A location and its relation to the diagnostic.
  package init(span: Span, message: String) {
    self.span = span
    self.message = message
  }
}

/// The severity of a finding.
package enum Severity: String, CaseIterable, Comparable, Sendable {
  case info, warning, error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  /// The name that compilers use: `info` is a note.
  package var label: String { self == .info ? "note" : rawValue }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
