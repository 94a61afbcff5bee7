extension Document {
  private static let width = 100

  /// The document for a terminal.
  package func text(style: Style) -> String {
    blocks.map { Self.lines(of: $0, style).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func lines(of block: Block, _ style: Style) -> [String] {
    switch block {
    case .subject(let text), .chapter(let text), .label(let text): [style.bold(DisplayText.line(text))]
    case .title(let name, let words):
      [style.bold(DisplayText.line(words.isEmpty ? name : "\(name) (\(words.joined(separator: ", ")))"))]
    case .paragraph(let text): DisplayText.wrapped(DisplayText.line(text), width: width)
    case .policy(let text), .swift(let text), .propertyList(let text): indented(text)
    case .list(let items):
      items.flatMap { item in
        hanging(item.text, behind: "  ") + (item.address.map { ["    \($0)"] } ?? [])
          + item.details.flatMap { hanging($0, behind: "    → ") }
      }
    case .table(_, let rows):
      aligned(rows.map { $0.map { DisplayText.line($0.text) } })
    }
  }

  /// A text whose further lines begin two columns behind the first.
  private static func hanging(_ text: String, behind head: String) -> [String] {
    let indentation = DisplayText.width(of: head)
    return DisplayText.wrapped(DisplayText.line(text), width: width - indentation - 2).enumerated().map {
      ($0 == 0 ? head : String(repeating: " ", count: indentation + 2)) + $1
    }
  }

  private static func indented(_ text: String) -> [String] {
    DisplayText.block(text).split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : "  " + $0
    }
  }

  /// The rows with each column as wide as its widest field; the last one ends where it ends.
  private static func aligned(_ rows: [[String]]) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, text) in row.enumerated() {
        let width = DisplayText.width(of: text)
        if column < widths.count { widths[column] = max(widths[column], width) } else { widths.append(width) }
      }
    }
    return rows.map { row in
      row.enumerated().map { column, text in
        let padding = column < row.count - 1 ? widths[column] - DisplayText.width(of: text) : 0
        return text + String(repeating: " ", count: padding)
      }.joined(separator: "  ")
    }
  }
}
