internal import PolicyGen
internal import PolicySyntax

extension Document {
  /// The document as one self-contained page without scripts. The page loads nothing from the network.
  package var html: String {
    let writer = HTMLWriter(titles: titles)
    var header: [XMLNode] = []
    var title = "bgpolicy"
    var main: [XMLNode] = []
    for block in blocks {
      switch block {
      case .report(let name, let headline, let result):
        title = headline?.plain ?? name
        header += [.tag("h1", [:], headline?.nodes ?? [.text(name)])]
        header += result.map { [.tag("p", [:], $0.nodes)] } ?? []
      case .subject(let text):
        title = text
        header.append(.tag("h1", text: text))
      default: main += writer.nodes(of: block)
      }
    }
    let page = HTMLPage(
      title: DisplayText.line(title), styleSheet: StyleSheet.text + StyleSheet.documents,
      body: [
        .tag("header", [:], header), .tag("main", ["id": "content"], main),
        .tag("footer", [:], [.tag("p", text: "bgpolicy \(ToolVersion.current)")]),
      ])
    return page.text
  }
}

extension Document {
  /// The blocks as parts of another page.
  var htmlParts: [XMLNode] { blocks.flatMap(HTMLWriter(titles: titles).nodes) }
}

/// A document's blocks as HTML.
private struct HTMLWriter {
  let titles: Set<String>

  func nodes(of block: Document.Block) -> [XMLNode] {
    switch block {
    case .report(let name, let headline, let result):
      [.tag("h2", text: name)] + [headline, result].compactMap { $0 }.map { .tag("p", [:], $0.nodes) }
    case .subject(let text), .chapter(let text): [.tag("h2", text: text)]
    case .title(let name, let words):
      [.tag("h3", ["id": name], text: name)]
        + (words.isEmpty ? [] : [.tag("p", ["class": "note"], text: words.joined(separator: " · "))])
    case .section(let title, let blocks):
      [.tag("section", [:], (title.map { [.tag("h2", text: $0)] } ?? []) + blocks.flatMap(nodes))]
    case .folded(let title, let blocks):
      [.tag("details", [:], [.tag("summary", text: title)] + blocks.flatMap(nodes))]
    case .group(let blocks): blocks.flatMap(nodes)
    case .label(let text): [.tag("p", [:], [.tag("strong", text: text)])]
    case .prose(let text): [.tag("p", [:], text.nodes)]
    case .verdict(let sign, let text, let reasons):
      [PageParts.answer(sign, text, reasons)]
    case .code(let text, .diff): [.tag("pre", ["tabindex": "0"], [.tag("code", [:], Self.diffLines(text))])]
    case .code(let text, _): [.tag("pre", ["tabindex": "0"], [.tag("code", [:], [.lines(text)])])]
    case .list(let items): [.tag("ul", [:], items.map(node))]
    case .entries(let entries):
      [
        .tag(
          "dl", [:],
          entries.flatMap { [.tag("dt", text: $0.name), .tag("dd", [:], $0.text.nodes)] })
      ]
    case .table(let table): [node(table)]
    }
  }

  /// The lines of a diff. Added and removed lines have colors of their own.
  private static func diffLines(_ text: String) -> [XMLNode] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      let text = line + (index < lines.count - 1 ? "\n" : "")
      return DiffLine(line).styleClass.map { .tag("span", ["class": $0], [.lines(String(text))]) }
        ?? .lines(String(text))
    }
  }

  /// The minimum number of columns of a table that may be wider than a phone.
  private static let wide = 4

  /// The maximum number of columns of a table that fits a page.
  private static let widest = 6

  /// The maximum number of columns of figures that fit a phone.
  private static let mostOnPhone = 4

  /// A table. If a table with few rows is too wide for a page, its rows and columns are exchanged; a table with many columns scrolls by
  /// itself.
  private func node(_ table: Document.Table) -> XMLNode {
    let isTurned = table.width > Self.widest && table.hasNamedRows(atMost: Self.mostOnPhone)
    let table = isTurned ? table.turned ?? table : table
    let node = HTMLTable(table).node
    guard table.width >= Self.wide else { return node }
    return .tag(
      "div", ["class": "scroll", "role": "group", "tabindex": "0", "aria-label": table.caption], [node])
  }

  private func node(_ item: Document.Item) -> XMLNode {
    let text = item.text.nodes
    let isLink = item.title.map(titles.contains) ?? false
    return .tag(
      "li", [:],
      (isLink ? [.tag("a", ["href": "#\(item.title ?? "")"], text)] : text)
        + (item.details.isEmpty ? [] : [.tag("ul", [:], item.details.map { .tag("li", text: $0) })]))
  }
}

extension RichText {
  /// The line as nodes of a page.
  var nodes: [XMLNode] {
    runs.enumerated().map { index, run in
      switch run {
      // A sign stays on the line of the word after it.
      case .plain(let text) where index > 0 && runs[index - 1].isSign && text.hasPrefix(" "):
        .text("\u{A0}\(text.dropFirst())")
      case .plain(let text): .text(text)
      case .code(let text), .command(let text): .name(text)
      case .strong(let text): .tag("strong", text: text)
      case .sign(let sign): .tag("span", ["class": "sign \(sign.styleClass)"], text: sign.rawValue)
      case .verdict(let text, let severity): .tag("strong", ["class": severity.rawValue], text: text)
      case .link(let text, let address): .tag("a", ["href": address], text: text)
      }
    }
  }
}

extension HTMLTable {
  /// A document's table as HTML.
  init(_ table: Document.Table) {
    let count = table.width
    self.init(
      caption: table.caption,
      columns: table.hasHeads
        ? (0..<count).map { $0 < table.columns.count ? table.columns[$0].title : "" } : [],
      rows: table.rows.map { row in
        row.enumerated().map { column, cell in
          let isAcross = column == row.count - 1 && row.count < count
          let nodes = cell.text.nodes
          return Cell(
            nodes: cell.title.map { [.tag("a", ["href": "#\($0)"], nodes)] } ?? nodes,
            isNumber: table.isNumber(column) && !isAcross, span: isAcross ? count - column : 1)
        }
      }, numberColumns: Set((0..<count).filter(table.isNumber)))
  }
}
