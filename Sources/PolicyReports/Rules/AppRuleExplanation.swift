package import JSON
internal import PlatformFacts
package import PolicyLint
internal import PolicySyntax

extension AppRule {
  /// What it finds, why that is wrong, what would have to be looked at, and its sources.
  package var document: Document {
    var blocks: [Document.Block] = [
      .title(name.text, ["no policy decides it", severity.rawValue]), .paragraph(summary + "."),
      .paragraph(why), .paragraph("\(need.demand): \(look)."),
    ]
    if let prevention { blocks.append(.paragraph(prevention)) }
    return Document(blocks: blocks + Document.sources(citations, confidence) + Document.related(to: name))
  }

  /// The same as JSON, without a version.
  package var jsonMembers: [JSONMember] {
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
    ]
  }
}

extension AppRule.Need {
  /// What there would have to be, as the beginning of a sentence.
  var demand: String {
    switch self {
    case .code: "It takes a look at the app's code"
    case .intent: "It takes a statement of intent, for which there is no key"
    }
  }

  /// What decides rules of this kind, as a heading.
  var title: String {
    switch self {
    case .code: "Decided by the app's code"
    case .intent: "Decided by what the app's makers expect"
    }
  }
}
