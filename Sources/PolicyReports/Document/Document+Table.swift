extension Document {
  /// A field of a table.
  struct Cell: Sendable {
    let text: RichText
    /// The title to which the field links. `nil` if the field has no link.
    var title: String?
    /// Whether the field's text is the anchor of links.
    var isAnchor = false

    init(_ text: RichText) { self.text = text }

    /// Plain text that is also an anchor of links. A terminal shows only the text.
    init(anchor: String) {
      text = RichText(anchor)
      isAnchor = true
    }

    /// Plain text, which may link to a title.
    init(text: String, title: String? = nil) {
      self.text = RichText(text)
      self.title = title
    }
  }

  /// Rows of the same columns.
  struct Table: Sendable {
    struct Column: Sendable {
      let title: String
      /// Whether the column holds figures, which are right-aligned.
      let isNumber: Bool
      /// The least width of the column on a terminal, which aligns several tables with each other.
      var minimumWidth = 0
    }

    let columns: [Column]
    /// The rows. In a row with fewer cells than columns, the last cell spans the remaining columns.
    let rows: [[Cell]]
    /// The subject of the table, which a page shows above it.
    let caption: String
    /// Whether a terminal shows the heads on the line of the section's title. The section begins with the
    /// table.
    var isOnTitleLine = false

    init(_ caption: String = "", columns: [Column], rows: [[Cell]]) {
      self.caption = caption
      self.columns = columns
      self.rows = rows
    }

    /// A table whose first columns hold texts. The other columns hold figures.
    init(_ caption: String = "", columns: [String], rows: [[Cell]], textColumns: Int = 1) {
      self.init(
        caption, columns: columns.enumerated().map { Column(title: $1, isNumber: $0 >= textColumns) },
        rows: rows)
    }

    /// A table of plain texts.
    init(_ caption: String = "", columns: [String], rows: [[String]], textColumns: Int = 1) {
      self.init(
        caption, columns: columns, rows: rows.map { $0.map { Cell(text: $0) } }, textColumns: textColumns)
    }

    /// Rows of texts without heads.
    init(_ caption: String = "", texts rows: [[RichText]]) {
      self.init(caption, columns: [Column](), rows: rows.map { $0.map { Cell($0) } })
    }

    /// The table without heads if `condition` is true; otherwise the unchanged table.
    func withoutHeads(if condition: Bool) -> Table {
      condition ? Table(caption, columns: [Column](), rows: rows) : self
    }

    /// The maximum number of rows of a table that is easier to read with rows and columns exchanged than with figures on several lines.
    private static let few = 3

    /// Whether the table has few rows, a name in each row, and figures in all other columns.
    var hasFewNamedRows: Bool { hasNamedRows(atMost: Self.few) }

    /// Whether the table has at most `count` rows, a name in each row, and figures in all other columns.
    func hasNamedRows(atMost count: Int) -> Bool {
      rows.count <= count && columns.indices.allSatisfy { isNumber($0) == ($0 > 0) }
    }

    /// The table with a column for each row, and a row for each column; `nil` if a row does not fill all columns.
    var turned: Table? {
      guard let head = columns.first, rows.allSatisfy({ $0.count == columns.count }) else { return nil }
      let names = rows.map { Column(title: $0[0].text.plain, isNumber: true) }
      return Table(
        caption, columns: [Column(title: head.title, isNumber: false)] + names,
        rows: columns.indices.dropFirst().map { column in
          [Cell(text: columns[column].title)] + rows.map { $0[column] }
        })
    }

    /// Whether any column has a head.
    var hasHeads: Bool { columns.contains { !$0.title.isEmpty } }

    /// The number of columns, with or without heads.
    var width: Int { max(columns.count, rows.map(\.count).max() ?? 0) }

    /// Whether a column holds figures.
    func isNumber(_ column: Int) -> Bool { columns.indices.contains(column) && columns[column].isNumber }
  }
}
