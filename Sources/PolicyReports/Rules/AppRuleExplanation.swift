package import JSON
internal import PlatformFacts
package import PolicyLint
internal import PolicySyntax

extension AppRule {
  /// The summary, the reason, the place to check, and the sources.
  package var document: Document { document(in: nil) }

  /// The explanation, with a link to the rule's page on a site.
  package func document(in site: DocumentationSite?) -> Document {
    var blocks: [Document.Block] = [
      .title(name.text, ["not checked without the app", severity.rawValue]), .paragraph(summary + "."),
      .paragraph(why), .paragraph("\(need.demand): \(look)."),
    ]
    if let prevention { blocks.append(.paragraph(prevention)) }
    return Document(
      blocks: blocks + Document.sources(citations, confidence) + Document.related(to: name)
        + Document.page(site?.page(of: name)))
  }

  /// The rule as JSON, without a version.
  package var jsonMembers: [JSONMember] { jsonMembers(in: nil) }

  /// The rule as JSON without a version, with the rule's page on a site.
  package func jsonMembers(in site: DocumentationSite?) -> [JSONMember] {
    [
      JSONMember("name", .string(name.text)),
      JSONMember("severity", .string(severity.rawValue)),
      JSONMember("confidence", .string(confidence.rawValue)),
      JSONMember("summary", .string(summary)),
      JSONMember("why", .string(why)),
      JSONMember("needs", .string(need.rawValue)),
      JSONMember("look", .string(look)),
      JSONMember("prevention", prevention.map { .string($0) } ?? .null),
      JSONMember("sources", .sources(citations)),
      JSONMember("related", .names(Catalog.related(to: name))),
    ] + (site?.page(of: name).map { [JSONMember("url", .string($0))] } ?? [])
  }
}

extension AppRule.Need {
  /// The need as the beginning of a sentence.
  var demand: String {
    switch self {
    case .code: "To check in the app's code"
    case .intent: "To ask the app's developers, because the language has no key for it"
    }
  }

  /// The need as a heading.
  var title: String {
    switch self {
    case .code: "Decided by the app's code"
    case .intent: "Decided by the intent of the app's developers"
    }
  }
}
