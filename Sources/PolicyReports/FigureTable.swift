/// Rows of figures under headings.
struct FigureTable {
  /// The headings; the first one is of what each row is about.
  let columns: [String]
  /// The rows, each as long as the headings.
  let rows: [[String]]
  /// How many columns from the left on hold words instead of figures.
  var wordColumns = 1

  /// The table for a terminal: figures to the right, so that they stand under each other.
  func text(style: Style, indentation: String = "  ") -> String {
    let all = ([columns] + rows).map { $0.map { DisplayText.line($0) } }
    let widths = columns.indices.map { column in all.map { DisplayText.width(of: $0[column]) }.max() ?? 0 }
    return all.enumerated().map { index, row in
      var line = row.enumerated().map { column, cell in
        DisplayText.padded(cell, to: widths[column], blanksFirst: column >= wordColumns)
      }.joined(separator: "   ")
      while line.last == " " { line.removeLast() }
      return indentation + (index == 0 ? style.faint(line) : line) + "\n"
    }.joined()
  }

  /// The table in GitHub's Markdown.
  var markdown: String {
    let marks = columns.indices.map { $0 < wordColumns ? "---" : "---:" }
    return
      ([columns.map { MarkdownText.escaped($0) }, marks] + rows.map { $0.map { MarkdownText.escaped($0) } })
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// The table as comma-separated values, RFC 4180 but for its line ends.
  var csv: String {
    ([columns] + rows).map { $0.map(CSVText.field).joined(separator: ",") + "\n" }.joined()
  }
}
