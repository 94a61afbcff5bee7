/// A table as lines for a terminal: each column is as wide as its widest field, and figures are
/// right-aligned.
struct TextTable {
  private let table: Document.Table
  private let style: Style
  private let heads: [String]
  private let rows: [[String]]
  /// The columns that a line may have. `nil` if lines have no limit.
  private let columns: Int?
  private var widths: [Int]
  /// The columns between two fields: columns of numbers are further apart than texts, if there is room.
  private var gap: Int

  private static let leastGap = 2

  /// The table as lines, as far as possible within `columns`.
  init(_ table: Document.Table, _ style: Style, within columns: Int? = nil) {
    self.table = table
    self.style = style
    self.columns = columns
    heads = table.columns.map { DisplayText.line($0.title) }
    rows = table.rows.map { $0.map(Self.field) }
    gap = table.hasHeads ? 3 : Self.leastGap
    widths = Self.widths(of: table, heads, rows, aligned: true)
    // The common widths of several tables are given up if they make this table too wide.
    if isTooWide { widths = Self.widths(of: table, heads, rows, aligned: false) }
  }

  /// The text of a cell. A line never breaks between a verdict's sign and the next word.
  private static func field(_ cell: Document.Cell) -> String {
    let text = DisplayText.line(cell.text.plain)
    guard case .sign(let sign)? = cell.text.runs.first, text.hasPrefix(sign.rawValue + " ") else {
      return text
    }
    // A NUL marks a space that must not be a line break. No shown text contains a NUL.
    return sign.rawValue + "\0" + text.dropFirst(sign.rawValue.count + 1)
  }

  private static func widths(
    of table: Document.Table, _ heads: [String], _ rows: [[String]], aligned: Bool
  ) -> [Int] {
    let count = table.width
    return (0..<count).map { column in
      // A cell that spans the remaining columns of its row does not widen a column.
      let cells = rows.filter { column < $0.count - ($0.count < count ? 1 : 0) }.map { $0[column] }
      let head = heads.indices.contains(column) ? [heads[column]] : []
      let isAligned = aligned && table.columns.indices.contains(column)
      let minimum = isAligned ? table.columns[column].minimumWidth : 0
      return (head + cells).map { DisplayText.width(of: $0) }.reduce(minimum, max)
    }
  }

  /// The minimum width of a terminal for tables, in columns. On a narrower terminal, a row becomes a paragraph if its fields don't fit.
  private static let leastForTables = 60

  /// The lines. If the table is too wide, the fields move closer; then the last field of a row is wrapped; then other texts are wrapped, or
  /// the last field moves below its row; then figures are wrapped, and at last names at their dots.
  var lines: [String] { layout.lines.map { $0.replacing("\0", with: " ") } }

  /// The heads on the first line, without a style; `nil` if the first line does not contain all heads.
  var headLine: String? { layout.heads }

  private var layout: (lines: [String], heads: String?) {
    guard let columns, isTooWide else { return (rowLines, table.hasHeads ? line(heads) : nil) }
    var close = self
    close.gap = Self.leastGap
    if let lines = close.fitting { return (lines, table.hasHeads ? close.line(heads) : nil) }
    for candidate in [self, close] {
      if let lines = candidate.hanging(within: columns) {
        return (lines, table.hasHeads ? candidate.line(heads) : nil)
      }
    }
    guard columns >= Self.leastForTables else { return (paragraphs(within: columns), nil) }
    let lines =
      close.wrapped(within: columns, .texts) ?? close.below(within: columns)
      ?? (table.hasFewNamedRows ? turned(within: columns) : nil)
      ?? close.wrapped(within: columns, .figures) ?? close.wrapped(within: columns, .names)
      ?? turned(within: columns) ?? paragraphs(within: columns)
    return (lines, nil)
  }

  /// The lines without wrapped fields; `nil` if a line is too wide.
  private var fitting: [String]? { isTooWide ? nil : rowLines }

  /// The lines with a column for each row, and a row for each column; `nil` if the lines are too wide.
  private func turned(within columns: Int) -> [String]? {
    guard let turned = table.turned else { return nil }
    var candidate = TextTable(turned, style, within: columns)
    if let lines = candidate.fitting { return lines }
    candidate.gap = Self.leastGap
    return candidate.fitting
  }

  private var rowLines: [String] {
    (table.hasHeads ? [style.faint(line(heads))] : []) + zip(rows, table.rows).map { line($0, styles: $1) }
  }

  private var isTooWide: Bool {
    guard let columns else { return false }
    return ((table.hasHeads ? [line(heads)] : []) + rows.map { line($0) }).contains {
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
      if column > 0 { line += String(repeating: " ", count: isAcross(fields, column) ? Self.leastGap : gap) }
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

  /// The fields that may be wrapped. Each case also allows the wrapping of the previous cases.
  private enum Wrapping {
    /// Texts, but not into columns narrower than `leastText`.
    case texts
    /// Numbers may be wrapped, and columns of texts may be as narrow as their longest word.
    case figures
    /// Names may be wrapped after their dots and slashes.
    case names
  }

  /// The minimum width of a wrapped text in columns, while the last field can still move below its row.
  private static let leastText = 14

  /// The lines with wrapped fields; `nil` if the lines are still too wide.
  private func wrapped(within columns: Int, _ wrapping: Wrapping) -> [String]? {
    let all = (table.hasHeads ? [heads] : []) + rows
    let least = widths.indices.map { column -> Int in
      let isNumber = table.isNumber(column)
      if wrapping == .texts, isNumber { return widths[column] }
      let fields = all.filter { column < $0.count && !isAcross($0, column) }.map { $0[column] }
      let longest =
        fields.map {
          Self.indentation(of: $0).count
            + DisplayText.longestWord(in: $0, splitsNames: wrapping == .names && !isNumber)
        }.max() ?? 0
      return wrapping == .texts ? max(longest, min(widths[column], Self.leastText)) : longest
    }
    var narrow = self
    var room = columns - gap * (widths.count - 1) - widths.reduce(0, +)
    /// The lines that each column adds to the table if it loses one more column of the terminal.
    var costs = widths.indices.map { wrapping == .texts ? 0 : narrow.linesAdded(byNarrowing: $0, in: all) }
    while room < 0 {
      let candidates = widths.indices.filter { narrow.widths[$0] > least[$0] }
      guard
        let next = candidates.min(by: { (costs[$0], -narrow.widths[$0]) < (costs[$1], -narrow.widths[$1]) })
      else { return nil }
      narrow.widths[next] -= 1
      room += 1
      if wrapping != .texts { costs[next] = narrow.linesAdded(byNarrowing: next, in: all) }
    }
    return (table.hasHeads ? narrow.wrappedLines(heads).map { style.faint($0) } : [])
      + zip(rows, table.rows).flatMap { narrow.wrappedLines($0, styles: $1) }
  }

  /// The lines that are added if a column loses one column of the terminal.
  private func linesAdded(byNarrowing column: Int, in all: [[String]]) -> Int {
    let fields = all.filter { column < $0.count && !isAcross($0, column) }.map { $0[column] }
    let counts = [widths[column] - 1, widths[column]].map { width in
      fields.reduce(0) { $0 + Self.wrapped($1, width: width, splits: !table.isNumber(column)).count }
    }
    return counts[0] - counts[1]
  }

  /// A row whose fields are wrapped within the widths of their columns.
  private func wrappedLines(_ fields: [String], styles cells: [Document.Cell] = []) -> [String] {
    let parts = fields.enumerated().map { column, field in
      let width = isAcross(fields, column) ? widths[column...].reduce(0, +) : widths[column]
      return Self.wrapped(field, width: width, splits: !table.isNumber(column))
    }
    let height = parts.map(\.count).max() ?? 0
    return (0..<height).map { number -> String in
      let fields = parts.map { number < $0.count ? $0[number] : "" }
      return line(fields, styles: number == 0 ? cells : [])
    }
  }

  /// A field as lines, which keep the leading spaces of the field.
  private static func wrapped(_ field: String, width: Int, splits: Bool) -> [String] {
    let indentation = indentation(of: field)
    let width = width - indentation.count
    let text = splits ? DisplayText.splittingNames(in: field, to: width) : field
    return DisplayText.wrapped(text, width: width).map { indentation + $0 }
  }

  private static func indentation(of field: String) -> String { String(field.prefix { $0 == " " }) }

  /// The indentation of a field that is below its row, in columns.
  private static let belowIndentation = 4

  /// The lines with the last field of each row, a text, below the other fields of the row; `nil` if the other fields don't fit.
  private func below(within columns: Int) -> [String]? {
    guard widths.count > 2, !table.isNumber(widths.count - 1) else { return nil }
    func lines(_ fields: [String], styles cells: [Document.Cell] = []) -> [String] {
      guard let last = fields.last, fields.count == widths.count else { return [line(fields, styles: cells)] }
      var start = start(of: fields, styles: cells)
      while start.last == " " { start.removeLast() }
      return [start]
        + DisplayText.wrapped(last, width: columns - Self.belowIndentation).map {
          String(repeating: " ", count: Self.belowIndentation) + $0
        }
    }
    let starts = ((table.hasHeads ? [heads] : []) + rows).map { lines($0)[0] }
    guard starts.allSatisfy({ DisplayText.width(of: $0) <= columns }) else { return nil }
    return (table.hasHeads ? lines(heads).map { style.faint($0) } : [])
      + zip(rows, table.rows).flatMap { lines($0, styles: $1) }
  }

  // MARK: - Narrow terminals

  /// The minimum width of a wrapped field, in columns.
  private static let leastField = 20

  /// The lines in which the last field of each long line is wrapped. `nil` if some lines are still too long.
  private func hanging(within columns: Int) -> [String]? {
    guard !table.hasHeads || DisplayText.width(of: line(heads)) <= columns else { return nil }
    var lines = table.hasHeads ? [style.faint(line(heads))] : []
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

  /// A paragraph for each row: the texts, and below the texts the other fields, each after its head.
  private func paragraphs(within columns: Int) -> [String] {
    let leading = widths.indices.prefix { !table.isNumber($0) }
    // In a table of texts only, the first column names the paragraph.
    let names = leading.count < widths.count ? leading : leading.prefix(1)
    var name = [String](repeating: "", count: names.count)
    return zip(rows, table.rows).flatMap { row, cells -> [String] in
      // An empty field has the text of the field above, unless a field to the left has a new text.
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

  /// Fields one after the other. A field that fits into a line is not wrapped.
  private func lines(of fields: [String], within columns: Int) -> [String] {
    let fields = fields.enumerated().map { $0 < fields.count - 1 ? $1 + ";" : $1 }
    // A NUL marks a space that must not be a line break. No shown text contains a NUL.
    let whole = fields.map { DisplayText.width(of: $0) <= columns ? $0.replacing(" ", with: "\0") : $0 }
    return DisplayText.wrapped(whole.joined(separator: " "), width: columns).map {
      $0.replacing("\0", with: " ")
    }
  }

  private func styled(_ field: String, _ cell: Document.Cell) -> String {
    style.colored(field, as: cell.text)
  }
}
