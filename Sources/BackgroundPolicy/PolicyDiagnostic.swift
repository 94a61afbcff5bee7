internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

/// A finding in a policy.
public struct PolicyDiagnostic: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The severity of a diagnostic.
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// Costs nothing, and may be intended.
    case note
    /// Works, but not as intended or not everywhere.
    case warning
    /// Documented, and certain not to work.
    case error

    init(_ severity: PolicySyntax.Severity) {
      switch severity {
      case .info: self = .note
      case .warning: self = .warning
      case .error: self = .error
      }
    }
  }

  /// A kind of problem that editors show in a way of their own, as in the Language Server Protocol.
  public enum Tag: String, Hashable, Sendable, Codable, CaseIterable {
    /// Text without an effect, which editors fade out.
    case unnecessary
    /// A feature that Apple has deprecated, which editors strike through.
    case deprecated
  }

  /// A part of a file.
  public struct Location: Hashable, Sendable, Codable {
    /// The name of the file.
    public let file: String
    /// The bytes of the UTF-8 text.
    public let range: Range<Int>
    /// The line of the first byte, from 1.
    public let line: Int
    /// The column of the first byte in Unicode scalars, from 1.
    public let column: Int
  }

  /// A location that explains a diagnostic.
  public struct Related: Hashable, Sendable, Codable {
    /// The part of a file that explains it, such as the other of two equal identifiers.
    public let location: Location
    /// Its relation to the diagnostic, in a few words.
    public let message: String
  }

  /// The name of the rule, such as `bg-identifier-not-permitted`.
  public let rule: String
  /// The code of the rule, such as `BGP203`.
  public let code: String
  /// The severity in this policy.
  public let severity: Severity
  /// The kinds of the problem that editors show in a way of their own; mostly none.
  public let tags: [Tag]
  /// The headline, without a full stop.
  public let message: String
  /// The way out, as a verb phrase; `nil` if a fix says it.
  public let help: String?
  /// The text that has to change.
  public let location: Location
  /// The keys from the root, such as `tasks.refresh.identifier`; empty for a problem of the text.
  public let path: String
  /// Further locations that belong to it.
  public let related: [Related]
  /// The fixes that change this document alone, the best first.
  public let fixes: [PolicyFix]
  /// The reason of the comment that suppresses it; `nil` if it counts.
  public let suppressionReason: String?

  /// Whether a comment suppresses it.
  public var isSuppressed: Bool { suppressionReason != nil }

  /// The diagnostic as compilers print one: `bgpolicy.yaml:4:7: warning: … [rule]`.
  public var description: String {
    "\(location.file):\(location.line):\(location.column): \(severity.rawValue): \(message) [\(rule)]"
  }

  init(_ finding: Finding, in sources: [SourceText], lines tables: [LineTable]) {
    let diagnostic = finding.diagnostic
    func location(_ span: Span) -> Location {
      let index = Int(span.source.index)
      let position = tables[index].position(ofByte: span.range.lowerBound)
      return Location(
        file: sources[index].name, range: span.range, line: position.line, column: position.column)
    }
    rule = finding.name.text
    code = finding.rule.code
    severity = Severity(finding.severity)
    tags = finding.rule.tags.names.compactMap(Tag.init)
    message = diagnostic.message
    help = diagnostic.help
    self.location = location(diagnostic.span)
    path = diagnostic.path
    related = diagnostic.related.map { Related(location: location($0.span), message: $0.message) }
    fixes = diagnostic.fixes.filter(\.isWithinPolicy).map(PolicyFix.init)
    suppressionReason = finding.suppression?.reason
  }
}

/// A change of a policy that resolves a diagnostic.
public struct PolicyFix: Hashable, Sendable, Codable {
  /// A replacement of a part of the text.
  public struct Edit: Hashable, Sendable, Codable {
    /// The bytes of the UTF-8 text; empty for an insertion.
    public let range: Range<Int>
    /// The new text.
    public let replacement: String
  }

  /// A verb phrase, such as `Remove waitsForConnectivity`.
  public let title: String
  /// The reason why it may change generated code or an estimate; `nil` for a safe fix.
  public let unsafeReason: String?
  /// Whether it only shows a way out, such as one of several: `PolicyDocument.fixed(includingUnsafe:)` never makes it.
  public let isDisplayOnly: Bool
  /// The replacements, which do not overlap, in the order of the text.
  public let edits: [Edit]

  /// Whether it changes neither a generated file nor the estimate.
  public var isSafe: Bool { unsafeReason == nil }

  init(_ fix: Fix) {
    title = fix.title
    unsafeReason = fix.safety.reason
    isDisplayOnly = if case .displayOnly = fix.safety { true } else { false }
    edits = fix.edits.sorted { $0.span < $1.span }.map {
      Edit(range: $0.span.range, replacement: $0.replacement)
    }
  }
}

/// A rule of the linter.
public struct PolicyRule: Hashable, Sendable, Codable {
  /// The name, such as `bg-identifier-not-permitted`.
  public let name: String
  /// The code, which is never used for another rule: `BGP203`.
  public let code: String
  /// The severity unless a policy sets another.
  public let severity: PolicyDiagnostic.Severity
  /// The subject of its findings, in one line.
  public let summary: String
  /// The consequences of ignoring it.
  public let explanation: String
  /// The addresses of its sources.
  public let sources: [String]

  /// All rules, by code.
  public static var all: [PolicyRule] {
    Catalog.rules.map { rule in
      PolicyRule(
        name: rule.name.text, code: rule.code,
        severity: PolicyDiagnostic.Severity(rule.severity), summary: rule.summary, explanation: rule.why,
        sources: rule.citations.compactMap(\.address))
    }
  }
}
