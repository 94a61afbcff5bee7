/// The parts at the top of a report's page.
enum PageParts {
  /// A figure that answers a question, with a few words about it.
  struct Tile {
    let title: String
    let value: String
    let notes: [String]
  }

  /// A link to a section.
  struct Link {
    let id: String
    let title: String
  }

  /// The answer, with the reasons. The answer is a sentence that begins with the sign of the verdict.
  static func answer(_ sign: VerdictSign, _ headline: RichText, _ reasons: [RichText]) -> XMLNode {
    .tag(
      "section", ["class": "answer \(sign.styleClass)", "aria-label": "Result"],
      [.tag("p", ["class": "headline"], (sign == .unknown ? headline : "\(sign: sign) \(headline)").nodes)]
        + (reasons.isEmpty ? [] : [.tag("ul", [:], reasons.map { .tag("li", [:], $0.nodes) })]))
  }

  /// Tiles in a row.
  static func tiles(_ tiles: [Tile]) -> XMLNode {
    .tag(
      "div", ["class": "tiles"],
      tiles.map { tile in
        .tag(
          "dl", ["class": "tile"],
          [.tag("dt", text: tile.title), .tag("dd", ["class": "value"], text: tile.value)]
            + tile.notes.map { .tag("dd", text: $0) })
      })
  }

  /// The definitions of words, each after its word.
  static func words(_ words: [(word: String, meaning: String)]) -> XMLNode {
    .tag(
      "p", ["class": "words note"],
      words.enumerated().flatMap { index, entry -> [XMLNode] in
        [
          .text(index == 0 ? "" : " "), .tag("dfn", text: entry.word), .text(" \(entry.meaning)"),
        ]
      })
  }

  /// The list of the page's sections.
  static func contents(_ links: [Link]) -> XMLNode {
    .tag(
      "nav", ["aria-label": "Contents"],
      [
        .tag(
          "ul", [:],
          links.map { .tag("li", [:], [.tag("a", ["href": "#\($0.id)"], text: $0.title)]) })
      ])
  }
}
