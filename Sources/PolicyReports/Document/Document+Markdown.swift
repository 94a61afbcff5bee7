internal import PolicySyntax
internal import PropertyList

extension Document {
  /// The document in GitHub's Markdown. The anchor of a title is the title's name.
  package var markdown: String {
    let writer = MarkdownWriter(isForComments: isForComments, titles: titles)
    return blocks.flatMap { writer.paragraphs(of: $0) }.map { $0 + "\n" }.joined(separator: "\n")
  }
}

/// A document's blocks as Markdown.
private struct MarkdownWriter {
  let isForComments: Bool
  let titles: Set<String>

  func paragraphs(of block: Document.Block) -> [String] {
    switch block {
    case .report(let name, let headline, let result):
      ["## " + inline(name)] + [headline, result].compactMap { $0 }.map { markdown($0) }
    case .subject(let text): ["# " + inline(text)]
    case .chapter(let text): ["## " + inline(text)]
    case .title(let name, let words):
      ["### " + inline(name)] + (words.isEmpty ? [] : [escaped(words.joined(separator: " · "))])
    case .section(let title, let blocks):
      (title.map { ["### " + inline($0)] } ?? []) + blocks.flatMap(paragraphs)
    case .folded(let title, let blocks):
      ["<details>\n<summary>\(XMLText.escaped(DisplayText.inline(title)))</summary>"]
        + blocks.flatMap(paragraphs) + [
          "</details>"
        ]
    case .group(let blocks): blocks.flatMap(paragraphs)
    case .label(let text): ["**\(inline(text))**"]
    case .prose(let text): [markdown(text)]
    case .verdict(let sign, let text, let reasons):
      [
        "\(sign.rawValue) \(markdown(text))"
          + reasons.map { "\n- \(markdown($0))" }.joined()
      ]
    case .code(let text, let language): [MarkdownText.fenced(text, as: language.rawValue)]
    case .list(let items): [items.flatMap(lines).joined(separator: "\n")]
    case .entries(let entries):
      [
        entries.map { entry in
          "- **\(escaped(entry.name.prefix(1).uppercased() + entry.name.dropFirst()))**: \(markdown(entry.text))"
        }.joined(separator: "\n")
      ]
    case .table(let table): [markdown(table)]
    }
  }

  private func lines(of item: Document.Item) -> [String] {
    let title = item.title.flatMap { titles.contains($0) ? "#\(anchor(of: $0))" : nil }
    return ["- " + MarkdownText.link(markdown(item.text), to: title)]
      + item.details.map { "  - " + escaped($0) }
  }

  private func markdown(_ table: Document.Table) -> String {
    let columns = 0..<table.width
    let heads = columns.map { $0 < table.columns.count ? inline(table.columns[$0].title) : "" }
    let marks = columns.map { table.isNumber($0) ? "---:" : "---" }
    let rows = table.rows.map { row in columns.map { $0 < row.count ? markdown(row[$0]) : "" } }
    return ([heads, marks] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  private func markdown(_ cell: Document.Cell) -> String {
    let text = markdown(cell.text, inTable: true)
    guard !cell.isAnchor else { return "<a id=\"\(anchor(of: cell.text.plain))\"></a>\(text)" }
    return cell.title.map { "[\(text)](#\(anchor(of: $0)))" } ?? text
  }

  /// The anchor that GitHub and GitLab give a heading: lowercase letters, digits and hyphens.
  private func anchor(of title: String) -> String {
    let characters = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return characters.replacing(" ", with: "-")
  }

  private func markdown(_ text: RichText, inTable: Bool = false) -> String {
    text.runs.enumerated().map { index, run in
      switch run {
      case .plain(let text): inTable || index > 0 ? inline(text) : escaped(text)
      case .code(let text), .command(let text): MarkdownText.code(text, inTable: inTable)
      case .strong(let text), .verdict(let text, .error): "**\(inline(text))**"
      case .verdict(let text, _): inline(text)
      case .sign(let sign): sign.rawValue
      case .link(let text, let address): MarkdownText.link(inline(text), to: address)
      }
    }.joined()
  }

  /// Text that follows other text on its line.
  private func inline(_ text: some StringProtocol) -> String {
    MarkdownText.escaped(text, inComment: isForComments, startsBlock: false)
  }

  private func escaped(_ text: some StringProtocol) -> String {
    MarkdownText.escaped(text, inComment: isForComments)
  }
}
