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
    rows = table.rows.map { $0.map(Self.field) }
    widths = Self.widths(of: table, heads, rows, aligned: true)
    // Tables are aligned with each other only if there is room.
    if isTooWide { widths = Self.widths(of: table, heads, rows, aligned: false) }
  }

  /// The text of a cell; the sign of a verdict stays with the word after it.
  private static func field(_ cell: Document.Cell) -> String {
    let text = DisplayText.line(cell.text.plain)
    guard case .sign(let sign)? = cell.text.runs.first, text.hasPrefix(sign.rawValue + " ") else {
      return text
    }
    // No text that is shown holds a NUL.
    return sign.rawValue + "\0" + text.dropFirst(sign.rawValue.count + 1)
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

  /// The most columns of a terminal on which a table whose cells don't fit becomes paragraphs.
  private static let mostForParagraphs = 60

  /// The lines: if there are too few columns for them, the last field of a row is wrapped, then fields of all columns; on a
  /// narrow terminal each row is a paragraph.
  var lines: [String] { laidOut.map { $0.replacing("\0", with: " ") } }

  private var laidOut: [String] {
    guard let columns, isTooWide else {
      return (table.hasHeads ? [style.faint(headLine)] : [])
        + zip(rows, table.rows).map { line($0, styles: $1) }
    }
    return hanging(within: columns)
      ?? (columns > Self.mostForParagraphs ? wrapped(within: columns) : nil) ?? paragraphs(within: columns)
  }

  /// The heads on a line, without a style.
  var headLine: String { line(heads) }

  /// Whether the lines begin with that of the heads.
  var hasHeadLine: Bool {
    guard let columns, isTooWide else { return table.hasHeads }
    return table.hasHeads && hanging(within: columns) != nil
  }

  private func isHeadTooWide(within columns: Int) -> Bool { DisplayText.width(of: headLine) > columns }

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

  // MARK: - Wrapped fields

  /// The lines with fields wrapped at words, those of text columns before figures; `nil` if words are too long for that.
  private func wrapped(within columns: Int) -> [String]? {
    let gap = table.hasHeads ? 3 : 2
    let all = (table.hasHeads ? [heads] : []) + rows
    let least = widths.indices.map { column in
      all.filter { column < $0.count && !isAcross($0, column) }.map { Self.longestWord($0[column]) }.max()
        ?? 0
    }
    var narrow = self
    var room = columns - gap * (widths.count - 1) - widths.reduce(0, +)
    for isNumber in [false, true] {
      while room < 0 {
        let candidates = widths.indices.filter {
          table.isNumber($0) == isNumber && narrow.widths[$0] > least[$0]
        }
        guard let widest = candidates.max(by: { narrow.widths[$0] < narrow.widths[$1] }) else { break }
        narrow.widths[widest] -= 1
        room += 1
      }
    }
    guard room >= 0 else { return nil }
    return (table.hasHeads ? narrow.wrappedLines(heads).map { style.faint($0) } : [])
      + zip(rows, table.rows).flatMap { narrow.wrappedLines($0, styles: $1) }
  }

  private static func longestWord(_ text: String) -> Int {
    text.split(separator: " ").map { DisplayText.width(of: $0) }.max() ?? 0
  }

  /// A row whose fields are wrapped within the widths of their columns.
  private func wrappedLines(_ fields: [String], styles cells: [Document.Cell] = []) -> [String] {
    let parts = fields.enumerated().map { column, field in
      DisplayText.wrapped(
        field, width: isAcross(fields, column) ? widths[column...].reduce(0, +) : widths[column])
    }
    return (0..<(parts.map(\.count).max() ?? 0)).map { number in
      line(parts.map { number < $0.count ? $0[number] : "" }, styles: number == 0 ? cells : [])
    }
  }

  // MARK: - Narrow terminals

  /// The least columns of a field that is wrapped.
  private static let leastField = 20

  /// The lines with the last field of those that are too long wrapped; `nil` if that is not enough.
  private func hanging(within columns: Int) -> [String]? {
    guard !table.hasHeads || !isHeadTooWide(within: columns) else { return nil }
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
    return zip(rows, table.rows).flatMap { row, cells -> [String] in
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
      var titleLines = DisplayText.wrapped(title, width: columns)
      if let cell = cells.first, case .sign? = cell.text.runs.first, let line = titleLines.first {
        titleLines[0] = style.colored(line, as: cell.text)
      }
      return titleLines
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
    style.colored(field, as: cell.text)
  }
}
