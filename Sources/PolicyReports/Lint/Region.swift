internal import PolicyLint
internal import PolicySyntax

/// A range of a file's text with its lines and columns.
struct Region {
  /// The file's path as the user gave it.
  let file: String
  /// The position of the first character.
  let start: Position
  /// The position after the last character.
  let end: Position
  let text: String

  /// The last line with a character of the region.
  var lastLine: Int { end.column == 1 && end.line > start.line ? end.line - 1 : end.line }

  /// The file's path relative to the root, as services compare it with the repository's paths.
  let path: String
  /// The address of the region's first line. `nil` if reports have no links to lines.
  let address: String?
}

/// Finds the regions of a policy's spans.
struct Regions {
  private let sources: [SourceText]
  /// The line tables of the files with findings, by the index of the file.
  private let tables: [Int: LineTable]
  private let root: ReportRoot

  init(_ file: LintReport.File) {
    sources = file.sources
    root = file.root
    let spans = file.findings.flatMap { [$0.diagnostic.span] + $0.diagnostic.related.map(\.span) }
    // A file of a megabyte that no finding is about needs no table.
    tables = Set(spans.map { Int($0.source.index) }).reduce(into: [:]) { tables, index in
      tables[index] = LineTable(file.sources[index].bytes)
    }
  }

  /// The region of a span. The format determines the unit of the columns.
  func region(of span: Span, in unit: ColumnUnit = .scalars) -> Region {
    let index = Int(span.source.index)
    let (source, table) = (sources[index], self.table(of: span))
    let start = table.position(ofByte: span.range.lowerBound, unit: unit)
    return Region(
      file: source.name,
      start: start,
      end: table.position(ofByte: span.range.upperBound, unit: unit),
      text: String(decoding: source.bytes[span.range.clamped(to: source.bytes.indices)], as: UTF8.self),
      path: root.path(of: source.name), address: root.address(of: source.name, line: start.line))
  }

  /// The line table of a span's file.
  func table(of span: Span) -> LineTable {
    let index = Int(span.source.index)
    return tables[index] ?? LineTable(sources[index].bytes)
  }
}
