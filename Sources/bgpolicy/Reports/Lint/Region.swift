internal import PolicyModel
internal import PolicySyntax

/// A stretch of a file as reports name it.
struct Region {
  /// The file's path as the user gave it.
  let file: String
  /// The place of the first character.
  let start: Position
  /// The place behind the last character.
  let end: Position
  /// The text.
  let text: String

  /// The last line that the stretch has a character of.
  var lastLine: Int { end.column == 1 && end.line > start.line ? end.line - 1 : end.line }

  /// The file's path without `./` in front, as services compare it with those of a repository.
  var path: String { RelativePath.normalized(file) }
}

/// Finds the regions of a policy's spans.
struct Regions {
  private let sources: [SourceText]
  private let tables: [LineTable]

  init(_ file: LintReport.File) {
    sources = file.sources
    tables = file.sources.map { LineTable($0.bytes) }
  }

  /// The region of a span, with columns in the unit that a format wants.
  func region(of span: Span, in unit: ColumnUnit = .scalars) -> Region {
    let index = Int(span.source.index)
    let (source, table) = (sources[index], tables[index])
    return Region(
      file: source.name,
      start: table.position(ofByte: span.range.lowerBound, unit: unit),
      end: table.position(ofByte: span.range.upperBound, unit: unit),
      text: String(decoding: source.bytes[span.range.clamped(to: source.bytes.indices)], as: UTF8.self))
  }

  /// The lines of the file that a span is in.
  func table(of span: Span) -> LineTable { tables[Int(span.source.index)] }
}
