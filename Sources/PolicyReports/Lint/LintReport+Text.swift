internal import PlatformFacts
internal import PolicyLint
package import PolicySim
internal import PolicySyntax

extension LintReport {
  /// The report for people: headline, location, excerpt, reason, advice, source.
  package func text(
    style: Style, withSummary: Bool, on workers: some ParallelMap = SequentialMap()
  ) -> String {
    let text = showsStatistics ? statisticsText(style: style) : findingsText(style: style, on: workers)
    return withSummary ? text + (text.isEmpty ? "" : "\n") + summary + "\n" : text
  }

  private func findingsText(style: Style, on workers: some ParallelMap) -> String {
    let shown = files.filter { $0.findings.contains(where: \.counts) }
    guard !shown.isEmpty else { return "" }
    return workers.map(shown, done: 0, of: shown.count) { file in
      var tables: [SourceID: LineTable] = [:]
      return file.listed.filter(\.counts).map { finding in
        FindingText(finding, in: file, style: style, tables: &tables).text
      }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The counts of findings, in one line.
  var summary: String {
    let counts: [String?] = [
      count(.error) > 0 ? DisplayText.count(count(.error), "error") : nil,
      count(.warning) > 0 ? DisplayText.count(count(.warning), "warning") : nil,
      count(.info) > 0 ? DisplayText.count(count(.info), "note") : nil,
    ]
    let found = counts.compactMap { $0 }
    let suppressed = suppressedCount > 0 ? ", \(suppressedCount) suppressed" : ""
    let what = found.isEmpty ? "Nothing found" : found.joined(separator: ", ")
    return "\(what)\(suppressed) in \(files.count == 1 ? "1 policy" : "\(files.count) policies")"
      + (fixable.text.map { "\n\($0)" } ?? "")
  }
}

/// One finding for people, in the layout of compilers.
///
/// Not a `Document`: all lines of a finding share a gutter as wide as its longest line number, which no block can know,
/// and a lint of many policies would build blocks for thousands of findings only to write each of them once.
private struct FindingText {
  /// The most related locations that are shown; the other formats have all.
  private static let shownLocations = 6
  /// The columns of a line that an excerpt leaves.
  private static let excerptMargin = 10
  /// The least columns of a text in a terminal.
  private static let leastText = 24

  let text: String

  init(_ finding: Finding, in file: LintReport.File, style: Style, tables: inout [SourceID: LineTable]) {
    let diagnostic = finding.diagnostic
    // The number of the line, the bar and two ellipses need room, too.
    let widest = style.columns.map { min(Excerpt.widest, $0 - Self.excerptMargin) } ?? Excerpt.widest
    let excerpt = Excerpt(
      of: diagnostic.span, in: Self.table(diagnostic.span, in: file, tables: &tables), mark: "^",
      widest: widest)
    let notes = diagnostic.related.prefix(Self.shownLocations).map { related in
      let table = Self.table(related.span, in: file, tables: &tables)
      return (related, Excerpt(of: related.span, in: table, mark: "-", widest: widest))
    }
    let lastLine = ([excerpt] + notes.map(\.1)).map(\.position.line).max() ?? 1
    let gutter = String(repeating: " ", count: "\(lastLine)".count)
    let bar = style.frame("\(gutter) |")

    let severity = finding.severity
    let label = "\(severity == .info ? "note" : severity.rawValue)[\(DisplayText.line(finding.name.text))]"
    let linked = style.linked(style.colored(label, severity), to: finding.address(in: file.site))
    let name = DisplayText.line(file.source(of: diagnostic.span).name)
    let message = DisplayText.line(diagnostic.message)
    var lines = Self.headline(message, after: label, style).enumerated().map {
      $0 > 0 ? "  " + style.bold($1) : $1.isEmpty ? "\(linked):" : "\(linked): \(style.bold($1))"
    }
    lines += [
      "\(gutter)\(style.frame("-->")) \(name):\(excerpt.position.line):\(excerpt.position.column)",
      bar,
      Self.numbered(excerpt, gutter: gutter, style: style),
      "\(bar) \(Self.marks(excerpt, style: style) { style.colored($0, severity) })",
    ]
    for (related, note) in notes {
      let text = DisplayText.line(related.message)
      let isShort = style.columns.map { columns in
        gutter.count + 3 + note.indentation.count + note.marks.count + 1 + DisplayText.width(of: text)
          <= columns
      }
      let marks = Self.marks(note, style: style) { style.frame(isShort ?? true ? "\($0) \(text)" : $0) }
      if isShort ?? true, related.span.source == diagnostic.span.source, let gap = excerpt.gap(to: note) {
        lines[lines.count - 1] += gap + String(marks.drop { $0 == " " || $0 == "\t" })
        continue
      }
      if related.span.source != diagnostic.span.source {
        let other = DisplayText.line(file.source(of: related.span).name)
        lines.append("\(gutter)\(style.frame(":::")) \(other):\(note.position.line):\(note.position.column)")
      }
      lines += [bar, Self.numbered(note, gutter: gutter, style: style), "\(bar) \(marks)"]
      if isShort == false {
        let room = style.width - gutter.count - 3
        let indentation = room - note.indentation.count < Self.leastText ? "  " : note.indentation
        lines += DisplayText.wrapped(text, width: max(Self.leastText, room - indentation.count)).map {
          "\(bar) \(indentation)\(style.frame($0))"
        }
      }
    }
    lines.append(bar)
    for (name, note) in Self.notes(finding, in: file.site) {
      let lead = "\(style.frame("\(gutter) =")) \(style.bold("\(name):")) "
      let rest = String(repeating: " ", count: gutter.count + 5 + name.count)
      // A page is as wide as its text; a terminal has to have room for the indentation as well.
      let width = style.isForTerminal ? max(style.width - rest.count, Self.leastText) : style.width
      let wrapped = DisplayText.wrapped(DisplayText.line(note), width: width)
      lines += wrapped.enumerated().map { ($0 == 0 ? lead : rest) + $1 }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func table(
    _ span: Span, in file: LintReport.File, tables: inout [SourceID: LineTable]
  ) -> LineTable {
    if let table = tables[span.source] { return table }
    let table = LineTable(file.source(of: span).bytes)
    tables[span.source] = table
    return table
  }

  /// The message in lines within the columns of a terminal, the first of them after the label.
  private static func headline(_ message: String, after label: String, _ style: Style) -> [String] {
    guard let columns = style.columns, DisplayText.width(of: "\(label): \(message)") > columns else {
      return [message]
    }
    // The label is a word, which is on the first line, alone or with words of the message.
    let wrapped = DisplayText.wrapped("\(label): \(message)", width: columns - 2)
    guard let first = wrapped.first, first.hasPrefix("\(label):") else { return [message] }
    return [String(first.dropFirst(label.count + 2))] + wrapped.dropFirst()
  }

  private static func numbered(_ excerpt: Excerpt, gutter: String, style: Style) -> String {
    let number = "\(excerpt.position.line)"
    let padding = String(repeating: " ", count: gutter.count - number.count)
    return "\(style.frame("\(padding)\(number) |")) \(excerpt.line)"
  }

  private static func marks(_ excerpt: Excerpt, style: Style, _ color: (String) -> String) -> String {
    excerpt.indentation + color(excerpt.marks)
  }

  /// The notes below the excerpt: the reason, the fix, the help, the source, and the page of the rule.
  private static func notes(_ finding: Finding, in site: DocumentationSite) -> [(name: String, text: String)]
  {
    let diagnostic = finding.diagnostic
    let sources = finding.rule.citations.map { "\($0.title) (\($0.edition))" }.joined(separator: "; ")
    return [
      ("why", finding.rule.why),
      ("fix", diagnostic.fixes.first?.titleAndOption ?? ""),
      ("help", diagnostic.help ?? ""),
      ("source", "\(sources) [\(finding.rule.confidence.rawValue)]"),
      ("page", site.page(of: finding.rule.name) ?? ""),
    ].filter { !$0.1.isEmpty }
  }
}
