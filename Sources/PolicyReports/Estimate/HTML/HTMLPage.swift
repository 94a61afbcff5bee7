internal import PolicyGen

/// A self-contained page without scripts. The page loads nothing from the network.
struct HTMLPage {
  let title: String
  let styleSheet: String
  let body: [XMLNode]

  var text: String { "<!DOCTYPE html>\n" + document.markup + "\n" }

  private var document: XMLNode {
    .tag(
      "html", ["lang": "en"],
      [
        .tag(
          "head", [:],
          [
            .tag("meta", ["charset": "utf-8"]),
            .tag("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .tag("meta", ["name": "color-scheme", "content": "light dark"]),
            .tag("meta", ["name": "generator", "content": "bgpolicy \(ToolVersion.current)"]),
            .tag("title", text: title), .styleSheet(styleSheet),
          ]),
        .tag("body", [:], body),
      ])
  }
}
