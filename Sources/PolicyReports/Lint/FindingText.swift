internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

/// One finding for people, in at most `mostLines` lines of a terminal with 80 columns.
///
/// The lines are the location, the headline, the source line with marks under the span, one related location,
/// one reason, one fix or advice, and an address with more information.
///
/// Not a `Document`, for two reasons. All lines of a finding share a gutter as wide as the longest line
/// number, which a block can't know. A lint of many policies would build blocks for thousands of findings and
/// write each block only once.
struct FindingText {
  /// The most lines of a finding. If the lines don't suffice, the reason is left out: `explain` shows the
  /// reason.
  static let mostLines = 9
  /// The columns of an excerpt that are not source text: the line number, the bar and two ellipses.
  private static let excerptMargin = 10
  /// The least columns that a text gets in a terminal.
  private static let leastText = 24

  private let style: Style
  /// The columns of the longest line number.
  private let gutter: Int
  private var lines: [String] = []

  /// The lines as text, each with a line feed.
  var text: String { lines.map { $0 + "\n" }.joined() }

  init(_ finding: Finding, in file: LintReport.File, style: Style, tables: inout [SourceID: LineTable]) {
    self.style = style
    let diagnostic = finding.diagnostic
    let excerpt = Self.excerpt(of: diagnostic.span, in: file, mark: "^", style, &tables)
    let related = diagnostic.related.first.map { related in
      let others = diagnostic.related.count - 1
      return RelatedLine(
        message: DisplayText.line(related.message) + (others > 0 ? " (and \(others) more)" : ""),
        file: file.source(of: related.span).name,
        excerpt: Self.excerpt(of: related.span, in: file, mark: "-", style, &tables),
        isInSameFile: related.span.source == diagnostic.span.source)
    }
    let numbers = [excerpt] + [related].compactMap { $0?.isInSameFile == true ? $0?.excerpt : nil }
    gutter = numbers.map { "\($0.position.line)".count }.max() ?? 1

    let name = file.source(of: diagnostic.span).name
    let label = "\(finding.severity.label)[\(DisplayText.line(finding.name.text))]"
    lines = [
      style.linked(DisplayText.line(Self.location(of: excerpt, in: name)), toFile: name) + ": "
        + style.linked(style.colored(label, finding.severity), to: finding.address(in: file.site))
    ]
    lines += DisplayText.wrapped(DisplayText.line(diagnostic.message), width: style.width - 2).map {
      "  " + style.bold($0)
    }
    var wayOut = Self.wayOut(of: finding).map { note($0.name, $0.text) } ?? []
    let source = note(finding.rule.confidence.rawValue, Self.source(of: finding, in: file.site))
    let reason = note("why", finding.rule.why.firstSentence)
    // Long names may leave too few lines for a related location or for all of the advice.
    let excerpts = excerptLines(excerpt, finding.severity, related)
    let room = Self.mostLines - lines.count - source.count
    lines +=
      excerpts.count + wayOut.count <= room ? excerpts : excerptLines(excerpt, finding.severity, nil)
    let most = max(Self.mostLines - lines.count - source.count, 1)
    if wayOut.count > most {
      wayOut = Array(wayOut.prefix(most))
      var last = wayOut[most - 1]
      while DisplayText.width(of: last) + 2 > style.width, let space = last.lastIndex(of: " ") {
        last = String(last[..<space])
      }
      wayOut[most - 1] = last + " …"
    }
    if lines.count + reason.count + wayOut.count + source.count <= Self.mostLines { lines += reason }
    lines += wayOut + source
  }

  // MARK: - Excerpts

  /// A related location with its explanation.
  private struct RelatedLine {
    let message: String
    let file: String
    let excerpt: Excerpt
    /// Whether the related location is in the file of the finding.
    let isInSameFile: Bool
  }

  private static func excerpt(
    of span: Span, in file: LintReport.File, mark: Character, _ style: Style,
    _ tables: inout [SourceID: LineTable]
  ) -> Excerpt {
    let table = tables[span.source] ?? LineTable(file.source(of: span).bytes)
    tables[span.source] = table
    let widest = style.columns.map { min(Excerpt.widest, $0 - excerptMargin) } ?? Excerpt.widest
    return Excerpt(of: span, in: table, mark: mark, widest: widest)
  }

  /// The path, line and column of an excerpt.
  private static func location(of excerpt: Excerpt, in file: String) -> String {
    "\(file):\(excerpt.position.line):\(excerpt.position.column)"
  }

  /// The source line of the finding with its marks, and the related location.
  ///
  /// If the related location fits, it is after the marks. Otherwise it is on a line of its own, in the order
  /// of the file, or below the excerpt without its text.
  private func excerptLines(_ excerpt: Excerpt, _ severity: Severity, _ related: RelatedLine?) -> [String] {
    let marks = excerpt.indentation + style.colored(excerpt.marks, severity)
    let own = [numbered(excerpt), "\(bar) \(marks)"]
    guard let related else { return own }
    if related.isInSameFile, related.excerpt.position.line == excerpt.position.line {
      let label = "\(related.excerpt.marks) \(related.message)"
      let width = related.excerpt.indentation.count + DisplayText.width(of: label)
      if let gap = excerpt.gap(to: related.excerpt), fits(width) {
        return [own[0], own[1] + gap + style.frame(label)]
      }
    } else if related.isInSameFile {
      let label = "← \(related.message)"
      if fits(DisplayText.width(of: related.excerpt.line) + 2 + DisplayText.width(of: label)) {
        let line = "\(numbered(related.excerpt))  \(style.frame(label))"
        return related.excerpt.position.line < excerpt.position.line ? [line] + own : own + [line]
      }
    }
    return own + note("see", "\(Self.location(of: related.excerpt, in: related.file)), \(related.message)")
  }

  /// Whether a text after the gutter and the bar fits into a line.
  private func fits(_ width: Int) -> Bool {
    style.columns.map { gutter + 3 + width <= $0 } ?? true
  }

  private func numbered(_ excerpt: Excerpt) -> String {
    let number = DisplayText.padded("\(excerpt.position.line)", to: gutter, spacesFirst: true)
    return "\(style.frame("\(number) |")) \(excerpt.line)"
  }

  private var bar: String { style.frame("\(spaces(gutter)) |") }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: - Notes

  /// A note below the excerpt, in lines.
  private func note(_ name: String, _ text: String) -> [String] {
    let lead = "\(style.frame("\(spaces(gutter)) =")) \(style.bold("\(name):")) "
    let rest = spaces(gutter + 5 + name.count)
    // Outside of a terminal, the text alone has the width of the style; in a terminal, the indentation is
    // part of the width.
    let width = style.isForTerminal ? max(style.width - rest.count, Self.leastText) : style.width
    return DisplayText.wrapped(DisplayText.line(text), width: width).enumerated().map {
      ($0 == 0 ? lead : rest) + $1
    }
  }

  /// The first fix. The advice in words if the finding has no fix.
  private static func wayOut(of finding: Finding) -> (name: String, text: String)? {
    let diagnostic = finding.diagnostic
    if let fix = diagnostic.fixes.first { return ("fix", fix.titleAndOption) }
    return diagnostic.help.map { ("help", $0) }
  }

  /// The address of the rule's page or source. The name of the source if the source has no address.
  private static func source(of finding: Finding, in site: DocumentationSite) -> String {
    if let address = finding.address(in: site) { return address }
    return finding.rule.citations.first.map { "\($0.title) (\($0.edition))" }
      ?? "`bgpolicy explain \(finding.rule.name)`"
  }
}

extension String {
  /// The text up to the end of its first sentence.
  var firstSentence: String {
    var rest = self[...]
    while let end = rest.firstRange(of: ". ") {
      // A name such as `bgpolicy` may begin a sentence. A sentence does not end before a digit or an
      // ellipsis.
      if let next = rest[end.upperBound...].first, next.isLetter || next == "`" {
        return String(self[..<end.lowerBound]) + "."
      }
      rest = rest[end.upperBound...]
    }
    return self
  }
}
