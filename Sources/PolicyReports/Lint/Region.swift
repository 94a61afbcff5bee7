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
  private let tables: [LineTable]
  private let root: ReportRoot

  init(_ file: LintReport.File) {
    sources = file.sources
    root = file.root
    tables = file.sources.map { LineTable($0.bytes) }
  }

  /// The region of a span. The format determines the unit of the columns.
  func region(of span: Span, in unit: ColumnUnit = .scalars) -> Region {
    let index = Int(span.source.index)
    let (source, table) = (sources[index], tables[index])
    let start = table.position(ofByte: span.range.lowerBound, unit: unit)
    return Region(
      file: source.name,
      start: start,
      end: table.position(ofByte: span.range.upperBound, unit: unit),
      text: String(decoding: source.bytes[span.range.clamped(to: source.bytes.indices)], as: UTF8.self),
      path: root.path(of: source.name), address: root.address(of: source.name, line: start.line))
  }

  /// The line table of a span's file.
  func table(of span: Span) -> LineTable { tables[Int(span.source.index)] }
}
