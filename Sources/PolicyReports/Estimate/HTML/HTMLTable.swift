/// A table with a caption, and with heads of columns and rows.
struct HTMLTable {
  struct Cell {
    var nodes: [XMLNode]
    /// Whether the cell holds a number, which is right-aligned.
    var isNumber = false
    var style = ""
    /// The number of columns that the cell spans.
    var span = 1

    static func text(_ text: String) -> Cell { Cell(nodes: [.text(text)]) }
    /// A number, or a dash without a value.
    static func number(_ text: String?) -> Cell { Cell(nodes: [.text(text ?? "–")], isNumber: true) }
    /// A range of numbers, which may wrap onto two lines.
    static func range(_ text: String) -> Cell {
      let parts = text.split(separator: " … ").map { $0.replacing(" ", with: "\u{A0}") }
      return Cell(nodes: [.text(parts.joined(separator: "\u{A0}… "))], style: "n r")
    }
    /// A name of the policy or of a parameter.
    static func name(_ name: String) -> Cell { Cell(nodes: [.name(name)]) }
  }

  let caption: String
  /// The heads of the columns. The first head describes the rows. Empty if the columns have no heads.
  let columns: [String]
  /// The rows. The first cell of a row is the row's head, unless the cell is empty.
  let rows: [[Cell]]
  /// The indices of the columns that contain numbers.
  var numberColumns: Set<Int> = []
  /// The class in the style sheet.
  var style = ""

  var node: XMLNode {
    let head = columns.enumerated().map { index, title in
      title.isEmpty
        ? XMLNode.tag("td")
        : .tag("th", Self.attributes("col", isNumber: numberColumns.contains(index)), text: title)
    }
    let body = rows.map { row in
      XMLNode.tag(
        "tr", [:],
        row.enumerated().map { index, cell in
          let isHead = index == 0 && !cell.nodes.isEmpty
          let style = cell.isNumber ? "n" : cell.style
          let attributes: [(name: String, value: String)] =
            (isHead ? [("scope", "row")] : []) + (style.isEmpty ? [] : [("class", style)])
            + (cell.span > 1 ? [("colspan", "\(cell.span)")] : [])
          return .element(isHead ? "th" : "td", attributes, cell.nodes)
        })
    }
    return .tag(
      "table", style.isEmpty ? [:] : ["class": style],
      (caption.isEmpty ? [] : [.tag("caption", text: caption)])
        + (columns.isEmpty ? [] : [.tag("thead", [:], [.tag("tr", [:], head)])])
        + [.tag("tbody", [:], body)])
  }

  private static func attributes(_ scope: String, isNumber: Bool) -> KeyValuePairs<String, String> {
    isNumber ? ["scope": scope, "class": "n"] : ["scope": scope]
  }
}
