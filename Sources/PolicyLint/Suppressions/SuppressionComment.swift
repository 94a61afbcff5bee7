internal import PolicySyntax
internal import Quantities

/// A comment that says which findings don't count: `# bgpolicy:ignore RULE[, RULE] [until=YYYY-MM-DD] -- reason`.
struct SuppressionComment {
  /// A rule that it names.
  struct Name {
    /// The name as it is written.
    let text: String
    /// Where.
    let span: Span
  }

  /// The rules that it is for.
  let names: [Name]
  /// The last day on which it holds, and where that is written; `nil` for a comment without an end.
  let until: (date: CalendarDate, span: Span)?
  /// Why the findings don't count.
  let reason: String

  /// What is wrong with a comment that was meant to be one.
  struct Mistake: Error {
    /// What has to change.
    let span: Span
    /// The headline.
    let message: String
    /// The way out.
    let help: String
  }

  /// What every such comment begins with, behind the `#` and blanks.
  static let prefix = "bgpolicy:"
  private static let form = "write # bgpolicy:ignore RULE -- reason"

  /// Reads a comment; `nil` where it is one like any other.
  init?(_ comment: Comment, of bytes: [UInt8]) throws(Mistake) {
    var text = SpannedText(bytes, comment.span)
    text.drop { $0 == UInt8(ascii: "#") }
    text.dropBlanks()
    guard text.hasPrefix(Self.prefix) else { return nil }
    let directive = text.dropWord()
    guard directive.text == "\(Self.prefix)ignore" else {
      throw Mistake(
        span: directive.span, message: "There is no comment \(directive.text), only bgpolicy:ignore",
        help: Self.form)
    }
    guard let (head, reason) = text.split(at: "--") else {
      throw Mistake(
        span: comment.span, message: "The suppression gives no reason",
        help: "say behind -- why the finding is right as it is: \(Self.form)")
    }
    self.reason = reason.trimmed.text
    guard !self.reason.isEmpty else {
      throw Mistake(
        span: comment.span, message: "The suppression gives no reason",
        help: "say behind -- why the finding is right as it is")
    }
    (names, until) = try Self.subjects(of: head)
    guard !names.isEmpty else {
      throw Mistake(span: comment.span, message: "The suppression names no rule", help: Self.form)
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
            span: last.span, message: "\(text.isEmpty ? "An empty text" : text) is no day of the calendar",
            help: "write a day as until=2027-01-31")
        }
        until = (date, last.span)
        words.removeLast()
      }
      if words.count > 1 {
        throw Mistake(
          span: words[1].span, message: "There is no comma before \(words[1].text)",
          help: "separate rules by commas, and begin the reason with --")
      }
      names += words.map { Name(text: $0.text, span: $0.span) }
    }
    return (names, until)
  }
}
