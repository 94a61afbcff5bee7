internal import PolicyModel
internal import PolicySyntax
internal import Quantities

/// The suppressions in an app's code: comments of the form `// bgpolicy:ignore RULE -- reason`.
///
/// A comment on its own line covers the next line. A comment after code covers its line.
struct CodeSuppressions {
  private struct Entry {
    let rule: RuleName
    let name: Span
    let reason: String
    /// The covered line, from 1.
    let line: Int
    var isUsed = false
  }

  /// What a suppression covers.
  private struct Place: Hashable {
    let source: SourceID
    let line: Int
    let rule: RuleName
  }

  private(set) var diagnostics: [Diagnostic] = []
  private var entries: [Entry] = []
  /// The number of names without a rule.
  private var unknownNames = 0
  private var lines: [SourceID: LineTable] = [:]

  /// Reads the suppressions in the sources of a reading that follow the index `first`. Without a day, no
  /// suppression expires.
  init(in sources: [SourceText], from first: Int, on today: CalendarDate?) {
    for index in sources.indices.dropFirst(first) {
      let bytes = sources[index].bytes
      // Hardly any file has a suppression, and splitting a file into lines is slow.
      guard bytes.contains(sequence: SuppressionComment.directive) else { continue }
      read(SourceID(index: UInt16(clamping: index)), LineTable(bytes), bytes, today)
    }
  }

  private mutating func read(_ source: SourceID, _ table: LineTable, _ bytes: [UInt8], _ today: CalendarDate?)
  {
    lines[source] = table
    var count = 0
    for line in 1...table.count {
      let content = table.content(ofLine: line)
      guard let start = Self.comment(in: content) else { continue }
      let isOnOwnLine = content[..<start].allSatisfy(\.isSpaceOrTab)
      let comment = Comment(
        span: Span(source: source, (start + 2)..<content.endIndex), isOnOwnLine: isOnOwnLine)
      do throws(SuppressionComment.Mistake) {
        guard let suppression = try SuppressionComment(comment, of: bytes) else { continue }
        count += 1
        guard count <= SuppressionComment.mostInFile else { throw SuppressionComment.tooMany(comment.span) }
        add(suppression, line: isOnOwnLine ? line + 1 : line, today)
      } catch {
        report(
          .suppressionMalformed, at: error.span, error.message,
          help: error.help.replacing("# bgpolicy:", with: "// bgpolicy:"))
        guard count <= SuppressionComment.mostInFile else { return }
      }
    }
  }

  /// The start of a comment on a line, if the comment may be a suppression.
  private static func comment(in line: ArraySlice<UInt8>) -> Int? {
    let slash = UInt8(ascii: "/")
    return line.indices.dropLast().first { index in
      line[index] == slash && line[index + 1] == slash
        && line[(index + 2)...].drop(while: \.isSpaceOrTab).starts(with: SuppressionComment.prefix.utf8)
    }
  }

  private mutating func add(_ comment: SuppressionComment, line: Int, _ today: CalendarDate?) {
    if let expiry = comment.expiry(on: today) {
      diagnostics.append(expiry)
      return
    }
    for name in comment.names {
      let (rule, diagnostic) = name.rule(
        formerNames: Catalog.formerNames,
        suggestsRule: unknownNames < SuppressionComment.Name.mostSuggestions)
      if rule == nil { unknownNames += 1 }
      if var diagnostic {
        // bgpolicy never edits the app's code.
        diagnostic.fixes = []
        diagnostics.append(diagnostic)
      }
      guard let rule else { continue }
      entries.append(Entry(rule: rule, name: name.span, reason: comment.reason, line: line))
    }
  }

  private mutating func report(_ rule: RuleName, at span: Span, _ message: String, help: String) {
    diagnostics.append(Diagnostic(rule: rule, span: span, message: message, help: help))
  }

  /// Marks the findings that a comment suppresses, and reports the comments that suppress nothing.
  mutating func apply(to findings: inout [Finding]) {
    let indices = Dictionary(grouping: entries.indices) { index in
      Place(source: entries[index].name.source, line: entries[index].line, rule: entries[index].rule)
    }
    for position in findings.indices where findings[position].rule.isSuppressible {
      let finding = findings[position]
      let source = finding.diagnostic.span.source
      guard let table = lines[source] else { continue }
      let line = table.line(ofByte: finding.diagnostic.span.range.lowerBound)
      for index in indices[Place(source: source, line: line, rule: finding.name)] ?? [] {
        entries[index].isUsed = true
        findings[position].suppression =
          finding.suppression ?? .comment(reason: entries[index].reason)
      }
    }
    for entry in entries where !entry.isUsed {
      report(
        .suppressionUnused, at: entry.name, "The suppression of \(entry.rule) suppresses nothing",
        help: "remove it")
    }
  }
}
