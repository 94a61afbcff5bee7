extension Document {
  /// The document in GitHub's Markdown; a title's anchor is its name.
  var markdown: String {
    blocks.map { Self.lines(of: $0).joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private static func lines(of block: Block) -> [String] {
    switch block {
    case .subject(let text): return ["# " + escaped(text)]
    case .chapter(let text): return ["## " + escaped(text)]
    case .title(let name, let words):
      return ["### " + escaped(name)] + (words.isEmpty ? [] : ["", escaped(words.joined(separator: " · "))])
    case .label(let text): return ["**\(escaped(text))**"]
    case .paragraph(let text): return [line(text)]
    case .policy(let text):
      return [MarkdownText.fenced(text, as: "yaml")]
    case .list(let items):
      return items.flatMap { item in ["- " + line(item.text)] + item.details.map { "  - " + line($0) } }
    case .table(let columns, let rows):
      return [row(columns.map { Cell(text: $0) }), row(columns.map { _ in Cell(text: "---") })]
        + rows.map(row)
    }
  }

  private static func row(_ cells: [Cell]) -> String {
    let fields = cells.map { cell in
      cell.title.map { "[\(escaped(cell.text))](#\($0))" } ?? escaped(cell.text)
    }
    return "| " + fields.joined(separator: " | ") + " |"
  }

  /// Text that begins a line, where some characters mean more than elsewhere.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    let head = text.prefix { $0.isNumber }
    if !head.isEmpty, let mark = text.dropFirst(head.count).first, mark == "." || mark == ")" {
      return head + "\\" + text.dropFirst(head.count)
    }
    if let first = text.first, "#+-=>".contains(first) { return "\\" + text }
    return text
  }

  /// Text on one line in which nothing is a mark of Markdown or HTML.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in DisplayText.safe(text) {
      if character.isNewline {
        result += " "
      } else {
        if "\\`*_[]<>&|~$".contains(character) { result += "\\" }
        result.append(character)
      }
    }
    return result
  }
}
