extension Document {
  /// The document in GitHub's Markdown; a title's anchor is its name.
  package var markdown: String {
    let titles = Set(blocks.compactMap { if case .title(let name, _) = $0 { name } else { nil } })
    return blocks.map { Self.lines(of: $0, titles).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func lines(of block: Block, _ titles: Set<String>) -> [String] {
    switch block {
    case .subject(let text): return ["# " + escaped(text)]
    case .chapter(let text): return ["## " + escaped(text)]
    case .title(let name, let words):
      return ["### " + escaped(name)]
        + (words.isEmpty ? [] : ["", escaped(words.joined(separator: " · "))])
    case .label(let text): return ["**\(escaped(text))**"]
    case .paragraph(let text): return [escaped(text)]
    case .policy(let text):
      return [MarkdownText.fenced(text, as: "yaml")]
    case .swift(let text):
      return [MarkdownText.fenced(text, as: "swift")]
    case .propertyList(let text):
      return [MarkdownText.fenced(text, as: "xml")]
    case .list(let items):
      return items.flatMap { item in
        let title = item.title.flatMap { titles.contains($0) ? "#\($0)" : nil }
        return ["- " + MarkdownText.link(escaped(item.text), to: item.address ?? title)]
          + item.details.map { "  - " + escaped($0) }
      }
    case .table(let columns, let rows):
      let rule = "|" + String(repeating: " --- |", count: columns.count)
      return [row(columns.map { Cell(text: $0) }), rule] + rows.map(row)
    }
  }

  private static func row(_ cells: [Cell]) -> String {
    let fields = cells.map { cell in
      cell.title.map { "[\(escaped(cell.text))](#\($0))" } ?? escaped(cell.text)
    }
    return "| " + fields.joined(separator: " | ") + " |"
  }

  private static func escaped(_ text: String) -> String { MarkdownText.escaped(text, inComment: false) }
}
