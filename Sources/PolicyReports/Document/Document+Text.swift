extension Document {
  /// The document for a terminal.
  package func text(style: Style) -> String {
    let writer = TextWriter(style: style)
    return blocks.map { writer.lines(of: $0, 0) }.filter { !$0.isEmpty }
      .map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}

/// A document's blocks as lines for a terminal.
private struct TextWriter {
  let style: Style

  func lines(of block: Document.Block, _ indentation: Int) -> [String] {
    switch block {
    case .report(_, let headline, let result):
      (headline.map { heading($0.plain, 0) } ?? [])
        + (result.map { wrapped($0, indentation) } ?? [])
    case .subject(let text), .chapter(let text), .label(let text): heading(text, indentation)
    case .title(let name, let words):
      heading(words.isEmpty ? name : "\(name) (\(words.joined(separator: ", ")))", 0)
    case .section(let title, let blocks): section(title, blocks: blocks, indentation: indentation)
    case .group(let blocks): blocks.flatMap { self.lines(of: $0, indentation) }
    case .folded(let title, let blocks): section(title, blocks: blocks, indentation: indentation)
    case .prose(let text): wrapped(text, indentation)
    case .verdict(let sign, let text, let reasons):
      hanging("\(sign: sign) \(text)", after: spaces(indentation))
        + reasons.flatMap { hanging($0, after: spaces(indentation + 2)) }
    case .code(let text, let language): code(text, in: language, indentation: indentation)
    case .list(let items): items.flatMap { self.lines(of: $0, max(2, indentation)) }
    case .entries(let entries): self.lines(of: entries, indentation)
    case .table(let table):
      textTable(table, indentation).lines.map { spaces(indentation) + $0 }
    }
  }

  private func textTable(_ table: Document.Table, _ indentation: Int) -> TextTable {
    TextTable(table, style, within: style.columns.map { $0 - indentation })
  }

  /// A heading. If the terminal is too narrow, the heading has several lines.
  private func heading(_ text: String, _ indentation: Int) -> [String] {
    let line = DisplayText.line(text)
    let lines = style.columns.map { DisplayText.wrapped(line, width: $0 - indentation) } ?? [line]
    return lines.map { spaces(indentation) + style.bold($0) }
  }

  /// A title with blocks below it, indented by two columns and without empty lines between them.
  private func section(_ title: String?, blocks: [Document.Block], indentation: Int) -> [String] {
    let inner = blocks.flatMap { lines(of: $0, indentation + 2) }
    guard let title = title.map({ DisplayText.line($0) }) else { return inner }
    guard case .table(let table)? = blocks.first, table.isOnTitleLine,
      let heads = textTable(table, indentation + 2).headLine
    else { return heading(title, indentation) + inner }
    let room = 2 + heads.prefix { $0 == " " }.count - DisplayText.width(of: title)
    guard room > 1 else { return [spaces(indentation) + style.bold(title)] + inner }
    let line = style.bold(title) + spaces(room) + style.faint(String(heads.drop { $0 == " " }))
    return [spaces(indentation) + line] + inner.dropFirst()
  }

  private func wrapped(_ text: RichText, _ indentation: Int) -> [String] {
    lines(of: text, after: indentation, showsAddresses: true).enumerated().map {
      spaces(indentation) + ($0 == 0 ? style.colored($1, as: text) : $1)
    }
  }

  /// A text wrapped at the right margin. A command stays on one line, so that users can copy it.
  private func lines(
    of text: RichText, after indentation: Int, showsAddresses: Bool = false
  ) -> [String] {
    let line = text.runs.map { run in
      let text = DisplayText.inline(run.text)
      return switch run {
      // A NUL marks a space that must not be a line break. No shown text contains a NUL.
      case .command: text.replacing(" ", with: "\0")
      case .link(_, let address) where showsAddresses: "\(text) (\(address))"
      default: text
      }
    }.joined()
    return DisplayText.wrapped(line, width: room(after: indentation)).map {
      $0.replacing("\0", with: " ")
    }
  }

  /// The number of columns after an indentation; indented text ends two columns earlier.
  private func room(after indentation: Int) -> Int {
    indentation == 0 ? style.width : max(style.width - 2 - indentation, 24)
  }

  private func lines(of item: Document.Item, _ indentation: Int) -> [String] {
    let addresses = item.text.runs.compactMap { run in
      if case .link(_, let address) = run { spaces(indentation + 2) + address } else { nil }
    }
    return hanging(item.text, after: spaces(indentation)) + addresses
      + item.details.flatMap { hanging(RichText($0), after: spaces(indentation + 2) + "→ ") }
  }

  /// A text whose lines after the first are indented by two columns.
  private func hanging(_ text: RichText, after head: String) -> [String] {
    let indentation = DisplayText.width(of: head)
    return lines(of: text, after: indentation).enumerated().map {
      $0 == 0 ? head + style.colored($1, as: text) : spaces(indentation + 2) + $1
    }
  }

  /// The names in a column, each followed by its text.
  private func lines(of entries: [Document.Entry], _ indentation: Int) -> [String] {
    let names = entries.map { DisplayText.line($0.name) + ":" }
    let start = indentation + (names.map { DisplayText.width(of: $0) }.max() ?? 0) + 2
    return zip(names, entries).flatMap { name, entry in
      lines(of: entry.text, after: start).enumerated().map {
        DisplayText.padded($0 == 0 ? spaces(indentation) + name : "", to: start)
          + ($0 == 0 ? style.colored($1, as: entry.text) : $1)
      }
    }
  }

  /// Lines without wrapping. A diff begins in the first column, so that a copied diff can be applied.
  private func code(_ text: String, in language: Document.Language, indentation: Int) -> [String] {
    var lines = DisplayText.block(text).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let indentation = language == .diff ? 0 : max(2, indentation)
    return lines.map { line in
      if line.isEmpty { return "" }
      return language == .diff ? style.colored(String(line), DiffLine(line)) : spaces(indentation) + line
    }
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
