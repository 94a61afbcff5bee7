internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

/// A finding in a policy.
public struct PolicyDiagnostic: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The severity of a diagnostic.
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// The problem costs nothing, and may be intended.
    case note
    /// The policy works, but not as intended or not everywhere.
    case warning
    /// The policy certainly doesn't work, according to Apple's documentation.
    case error

    init(_ severity: PolicySyntax.Severity) {
      switch severity {
      case .info: self = .note
      case .warning: self = .warning
      case .error: self = .error
      }
    }
  }

  /// A kind of problem that editors show in a special way, as in the Language Server Protocol.
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
    /// The part of a file that explains the diagnostic, such as the first of two equal identifiers.
    public let location: Location
    /// The relation of the location to the diagnostic, in a few words.
    public let message: String
  }

  /// The name of the rule, such as `bg-identifier-not-permitted`.
  public let rule: String
  /// The code of the rule, such as `BGP203`.
  public let code: String
  /// The severity in this policy.
  public let severity: Severity
  /// The kinds of problem that editors show in a special way; usually empty.
  public let tags: [Tag]
  /// The headline, without a full stop.
  public let message: String
  /// Advice on resolving the problem, as a verb phrase; `nil` if the title of a fix is enough.
  public let help: String?
  /// The text that has to change.
  public let location: Location
  /// The path of keys from the root, such as `tasks.refresh.identifier`; empty for a problem of the text.
  public let path: String
  /// Further locations that explain the diagnostic.
  public let related: [Related]
  /// The fixes that change only this document, with the best fix first.
  public let fixes: [PolicyFix]
  /// The reason in the comment that suppresses the diagnostic; `nil` if no comment suppresses the diagnostic.
  public let suppressionReason: String?

  /// Whether a comment suppresses the diagnostic.
  public var isSuppressed: Bool { suppressionReason != nil }

  /// The diagnostic in the format of compilers: `bgpolicy.yaml:4:7: warning: … [rule]`.
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
  /// The reason that the fix is not safe, such as a change of generated code; `nil` for a safe fix.
  public let unsafeReason: String?
  /// Whether the fix is only shown, for example because it is one of several solutions.
  /// `PolicyDocument.fixed(includingUnsafe:)` never applies such a fix.
  public let isDisplayOnly: Bool
  /// The replacements, which do not overlap, in the order of the text.
  public let edits: [Edit]

  /// Whether the fix changes neither a generated file nor the estimate.
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
  /// The code, such as `BGP203`. No other rule ever has the same code.
  public let code: String
  /// The default severity, which a policy may change.
  public let severity: PolicyDiagnostic.Severity
  /// The subject of the rule's findings, in one line.
  public let summary: String
  /// The consequences of ignoring the rule's findings.
  public let explanation: String
  /// The addresses of the rule's sources.
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
