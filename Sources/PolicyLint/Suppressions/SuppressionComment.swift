internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// A comment that suppresses findings: `# bgpolicy:ignore RULE[, RULE] [until=YYYY-MM-DD] -- reason`.
package struct SuppressionComment {
  /// The name of a rule in the comment.
  struct Name {
    /// The name as written.
    let text: String
    /// The location of the name.
    let span: Span
  }

  /// The names of the suppressed rules.
  let names: [Name]
  /// The last day of the suppression, with its location. `nil` if the suppression never expires.
  let until: (date: CalendarDate, span: Span)?
  let reason: String

  /// A mistake in a comment that begins like a suppression.
  struct Mistake: Error {
    /// The text that has to change.
    let span: Span
    /// The headline.
    let message: String
    /// Advice on how to correct the comment.
    let help: String
  }

  /// The prefix of suppression comments, after `#` and spaces.
  static let prefix = "bgpolicy:"
  /// The first word of a suppression comment.
  package static let directive = "\(prefix)ignore"
  /// The most comments of a file that suppress findings. A comment after these is a mistake.
  package static let mostInFile = 10_000
  private static let usage = "write # \(directive) RULE -- reason"

  /// The mistake of a comment after the most comments that a file may have.
  static func tooMany(_ span: Span) -> Mistake {
    Mistake(
      span: span, message: "The file has more than \(mostInFile) suppressions",
      help: "turn the rules off under rules, or correct what the findings are about")
  }

  /// Parses a comment. `nil` if the comment is not a suppression.
  init?(_ comment: Comment, of bytes: [UInt8]) throws(Mistake) {
    var text = SpannedText(bytes, comment.span)
    text.drop { $0 == UInt8(ascii: "#") }
    text.dropSpaces()
    guard text.hasPrefix(Self.prefix) else { return nil }
    let directive = text.dropWord()
    guard directive.text == Self.directive else {
      throw Mistake(
        span: directive.span,
        message: "\(directive.text) is not a directive of bgpolicy; the only one is \(Self.directive)",
        help: Self.usage)
    }
    guard let (head, reason) = text.split(at: "--") else {
      throw Mistake(
        span: comment.span, message: "The suppression has no reason",
        help: "explain after -- why the finding is acceptable: \(Self.usage)")
    }
    self.reason = reason.trimmed.text
    guard !self.reason.isEmpty else {
      throw Mistake(
        span: comment.span, message: "The suppression has no reason",
        help: "explain after -- why the finding is acceptable")
    }
    (names, until) = try Self.subjects(of: head)
    guard !names.isEmpty else {
      throw Mistake(span: comment.span, message: "The suppression names no rule", help: Self.usage)
    }
  }

  private static func subjects(
    of head: SpannedText
  ) throws(Mistake) -> (names: [Name], until: (date: CalendarDate, span: Span)?) {
    var names: [Name] = []
    var until: (date: CalendarDate, span: Span)?
    for part in head.split(separator: UInt8(ascii: ",")) {
      var words = part.words
      if let last = words.last, last.text.hasPrefix("until=") {
        let text = String(last.text.dropFirst("until=".utf8.count))
        guard let date = CalendarDate(text) else {
          throw Mistake(
            span: last.span, message: "until must be a calendar date; found \"\(text)\"",
            help: "write a date, for example until=2027-01-31")
        }
        until = (date, last.span)
        words.removeLast()
      }
      if words.count > 1 {
        throw Mistake(
          span: words[1].span, message: "A comma is missing before \(words[1].text)",
          help: "separate rules with commas, and begin the reason with --")
      }
      names += words.map { Name(text: $0.text, span: $0.span) }
    }
    return (names, until)
  }
}

extension SuppressionComment {
  /// The diagnostic about an expired suppression. Without a day, no suppression expires.
  func expiry(on today: CalendarDate?) -> Diagnostic? {
    guard let until, let today, until.date < today else { return nil }
    return Diagnostic(
      rule: .suppressionExpired, span: until.span, message: "The suppression expired after \(until.date)",
      help: "fix the finding, or set a later date")
  }
}

extension SuppressionComment.Name {
  /// The greatest number of unknown names in the comments of a policy or of an app for which a rule is suggested.
  static let mostSuggestions = 100

  /// The named rule, and a diagnostic about the name. The rule is `nil` if the name is unknown, or the rule's findings can't be suppressed.
  func rule(
    formerNames: @autoclosure () -> FormerNames, suggestsRule: Bool
  ) -> (name: RuleName?, diagnostic: Diagnostic?) {
    func diagnostic(
      _ message: String, help: String? = nil, fixes: [Fix] = [], severity: Severity? = nil
    ) -> Diagnostic {
      Diagnostic(
        rule: .suppressionMalformed, span: span, message: message, help: help, fixes: fixes,
        severity: severity)
    }
    guard let rule = Catalog.rule(text, formerNames: formerNames()) else {
      let unknown =
        suggestsRule ? Catalog.unknown(text) : (message: "No rule is called \(text)", suggestion: nil)
      return (
        nil,
        diagnostic(
          unknown.message, help: unknown.suggestion == nil ? "`bgpolicy rules` lists all rules" : nil,
          fixes: unknown.suggestion.map { [$0.renaming([Edit(replacing: span, with: $0.name)])] } ?? [])
      )
    }
    guard rule.isSuppressible else {
      return (nil, diagnostic("Findings of \(rule.name) can't be suppressed", help: "fix the finding"))
    }
    guard rule.formerNames.contains(RuleName(text)) else { return (rule.name, nil) }
    let rename = Fix(
      "Rename it to \(rule.name)", safety: .safe, edits: [Edit(replacing: span, with: rule.name.text)])
    return (
      rule.name, diagnostic(rule.renamed(from: RuleName(text)), fixes: [rename], severity: .info)
    )
  }
}
