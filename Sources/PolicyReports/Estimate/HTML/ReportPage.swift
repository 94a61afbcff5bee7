internal import PolicyGen

/// A page of a report that begins with its result: head, list of contents, and sections.
struct ReportPage {
  /// A part that the list of contents names.
  struct Section {
    let id: String
    let title: String
    let parts: [XMLNode]
  }

  let title: String
  let about: String
  /// The result, and other content above the list of contents.
  let head: [XMLNode]
  let sections: [Section]

  var text: String {
    HTMLPage(
      title: title, styleSheet: StyleSheet.text + StyleSheet.documents,
      body: [
        .tag("a", ["class": "skip", "href": "#content"], text: "Skip to the details"),
        .tag(
          "header", [:],
          [.tag("h1", text: title), .tag("p", ["class": "about"], text: about)] + head
            + [PageParts.contents(sections.map { PageParts.Link(id: $0.id, title: $0.title) })]),
        .tag(
          "main", ["id": "content"],
          sections.map { section in
            .tag(
              "section", ["aria-labelledby": section.id],
              [.tag("h2", ["id": section.id], text: section.title)] + section.parts)
          }),
        .tag(
          "footer", [:],
          [.tag("p", text: "bgpolicy \(ToolVersion.current). The same input gives the same page.")]),
      ]
    ).text
  }
}
