/// A table as lines for a terminal: each column is as wide as its widest field, and figures are
/// right-aligned.
struct TextTable {
  private let table: Document.Table
  private let style: Style
  private let heads: [String]
  private let rows: [[String]]
  /// The columns that a line may have; `nil` for as many as it needs.
  private let columns: Int?
  private var widths: [Int]

  /// A table as lines, as far as possible within some columns.
  init(_ table: Document.Table, _ style: Style, within columns: Int? = nil) {
    self.table = table
    self.style = style
    self.columns = columns
    heads = table.columns.map { DisplayText.line($0.title) }
    rows = table.rows.map { $0.map { DisplayText.line($0.text.plain) } }
    widths = Self.widths(of: table, heads, rows, aligned: true)
    // Tables are aligned with each other only if there is room.
    if isTooWide { widths = Self.widths(of: table, heads, rows, aligned: false) }
  }

  private static func widths(
    of table: Document.Table, _ heads: [String], _ rows: [[String]], aligned: Bool
  ) -> [Int] {
    let count = table.width
    return (0..<count).map { column in
      // A cell that spans the rest of its row does not widen a column.
      let cells = rows.filter { column < $0.count - ($0.count < count ? 1 : 0) }.map { $0[column] }
      let head = heads.indices.contains(column) ? [heads[column]] : []
      let isAligned = aligned && table.columns.indices.contains(column)
      let minimum = isAligned ? table.columns[column].minimumWidth : 0
      return (head + cells).map { DisplayText.width(of: $0) }.reduce(minimum, max)
    }
  }

  /// The lines: if there are too few columns for them, the last field of a row is wrapped if it is text, and otherwise each row
  /// is a paragraph.
  var lines: [String] {
    if let columns, isTooWide { return hanging(within: columns) ?? paragraphs(within: columns) }
    return (table.hasHeads ? [style.faint(headLine)] : [])
      + zip(rows, table.rows).map { line($0, styles: $1) }
  }

  /// The heads on a line, without a style.
  var headLine: String { line(heads) }

  /// Whether the lines begin with that of the heads.
  var hasHeadLine: Bool {
    guard let columns, isTooWide else { return table.hasHeads }
    return table.hasHeads && hanging(within: columns) != nil
  }

  private var isTooWide: Bool {
    guard let columns else { return false }
    return ((table.hasHeads ? [headLine] : []) + rows.map { line($0) }).contains {
      DisplayText.width(of: $0) > columns
    }
  }

  // MARK: - Lines

  private func line(_ fields: [String], styles cells: [Document.Cell] = []) -> String {
    var line = start(of: fields, styles: cells)
    if let last = fields.indices.last { line += padded(fields, last, cells) }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A line up to its last field.
  private func start(of fields: [String], styles cells: [Document.Cell] = []) -> String {
    var line = ""
    for column in fields.indices {
      // Columns of numbers are further apart than texts.
      if column > 0 { line += table.hasHeads && !isAcross(fields, column) ? "   " : "  " }
      if column < fields.count - 1 { line += padded(fields, column, cells) }
    }
    return line
  }

  /// Whether a field spans the rest of its row.
  private func isAcross(_ fields: [String], _ column: Int) -> Bool {
    column == fields.count - 1 && fields.count < widths.count
  }

  private func padded(_ fields: [String], _ column: Int, _ cells: [Document.Cell]) -> String {
    let field = fields[column]
    let isAcross = isAcross(fields, column)
    let padding = String(
      repeating: " ", count: isAcross ? 0 : max(0, widths[column] - DisplayText.width(of: field)))
    let text = column < cells.count ? styled(field, cells[column]) : field
    return table.isNumber(column) && !isAcross ? padding + text : text + padding
  }

  // MARK: - Narrow terminals

  /// The least columns of a field that is wrapped.
  private static let leastField = 20

  /// The lines with the last field of those that are too long wrapped; `nil` if that is not enough.
  private func hanging(within columns: Int) -> [String]? {
    guard !table.hasHeads || DisplayText.width(of: headLine) <= columns else { return nil }
    var lines = table.hasHeads ? [style.faint(headLine)] : []
    for (row, cells) in zip(rows, table.rows) {
      let whole = line(row)
      guard DisplayText.width(of: whole) > columns else {
        lines.append(line(row, styles: cells))
        continue
      }
      let start = DisplayText.width(of: start(of: row))
      guard let last = row.indices.last, columns - start >= Self.leastField,
        isAcross(row, last) || !table.isNumber(last)
      else { return nil }
      let parts = DisplayText.wrapped(row[last], width: columns - start)
      lines += parts.enumerated().map {
        ($0 == 0 ? self.start(of: row, styles: cells) : String(repeating: " ", count: start)) + $1
      }
    }
    return lines
  }

  /// A paragraph for each row: its texts, and below them the other fields after their heads.
  private func paragraphs(within columns: Int) -> [String] {
    let leading = widths.indices.prefix { !table.isNumber($0) }
    // A table of texts alone is named by the first of them.
    let names = leading.count < widths.count ? leading : leading.prefix(1)
    var name = [String](repeating: "", count: names.count)
    return rows.flatMap { row -> [String] in
      // An empty field repeats the one above it, unless one to its left is new.
      var isNew = false
      for column in names where column < row.count && (isNew || !row[column].isEmpty) {
        isNew = true
        name[column] = row[column]
      }
      let title = name.filter { !$0.isEmpty }.joined(separator: ": ")
      let fields = row.indices.dropFirst(names.count).filter { !row[$0].isEmpty }.map { column in
        let head = heads.indices.contains(column) && !isAcross(row, column) ? heads[column] : ""
        return head.isEmpty ? row[column] : "\(head) \(row[column])"
      }
      return DisplayText.wrapped(title, width: columns)
        + lines(of: fields, within: max(Self.leastField, columns - 2)).map { "  " + $0 }
    }
  }

  /// Fields one after the other, each on one line if there is room for it.
  private func lines(of fields: [String], within columns: Int) -> [String] {
    let fields = fields.enumerated().map { $0 < fields.count - 1 ? $1 + ";" : $1 }
    // No text that is shown holds a NUL.
    let whole = fields.map { DisplayText.width(of: $0) <= columns ? $0.replacing(" ", with: "\0") : $0 }
    return DisplayText.wrapped(whole.joined(separator: " "), width: columns).map {
      $0.replacing("\0", with: " ")
    }
  }

  private func styled(_ field: String, _ cell: Document.Cell) -> String {
    guard cell.text.runs.count == 1, case .verdict(_, let severity)? = cell.text.runs.first else {
      return field
    }
    return style.colored(field, severity)
  }
}
