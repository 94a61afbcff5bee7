/// A text of headings, paragraphs, tables and lists, independent of a format. Each format has a writer.
package struct Document: Sendable {
  /// A piece of the text. Its strings hold no markup of any format.
  indirect enum Block: Sendable {
    /// The beginning of a report: its name, which a terminal does not show, its headline, and its result.
    case report(String, headline: RichText? = nil, result: RichText? = nil)
    /// The subject of the whole text.
    case subject(String)
    /// The heading of a chapter.
    case chapter(String)
    /// The title of an explanation, with a few words about it. Links refer to a title by its name.
    case title(String, [String])
    /// A part of a report, with an optional heading.
    case section(String?, [Block])
    /// A part of a report that a page shows on demand.
    case folded(String, [Block])
    /// Blocks without empty lines between them on a terminal.
    case group([Block])
    /// A heading of a few blocks.
    case label(String)
    /// Sentences.
    case prose(RichText)
    /// A line with a verdict, which begins with the verdict's sign, and lines with reasons and advice.
    case verdict(VerdictSign, RichText, [RichText])
    /// Lines that are shown as they are.
    case code(String, Language)
    /// Short texts one below the other.
    case list([Item])
    /// Short texts, each after its name.
    case entries([Entry])
    /// Rows of the same columns.
    case table(Table)
  }

  /// The language of lines that are shown as they are.
  enum Language: String, Sendable {
    case yaml, xml, swift, diff, dart, kotlin
    case cSharp = "csharp"
    case javaScript = "tsx"
    case objectiveC = "objc"
    case shell = "sh"
  }

  /// A line of a list, with further lines about it.
  struct Item: Sendable {
    let text: RichText
    var details: [String] = []
    /// The title to which the line links if the document has that title. `nil` if the line has no link.
    var title: String?

    init(_ text: RichText) { self.text = text }

    /// A plain line, with an optional link to an https address or to a title.
    init(text: String, details: [String] = [], address: String? = nil, title: String? = nil) {
      self.text = "\(text, address: address)"
      self.details = details
      self.title = title
    }
  }

  /// A text and its name, which begins in lowercase.
  struct Entry: Sendable {
    let name: String
    let text: RichText
  }

  /// The pieces in their order.
  var blocks: [Block]
  /// The names of the titles to which links can refer.
  var titles: Set<String> {
    Set(blocks.compactMap { if case .title(let name, _) = $0 { name } else { nil } })
  }
  /// Whether the text is for a comment on GitHub, which shows some names and numbers as mentions.
  var isForComments = false
}

extension Document.Block {
  /// Sentences without any roles.
  static func paragraph(_ text: String) -> Self { .prose(RichText(text)) }
  /// A policy, or a part of a policy.
  static func policy(_ text: String) -> Self { .code(text, .yaml) }
  static func swift(_ text: String) -> Self { .code(text, .swift) }
  /// The code of an app in the language that the end of the file's name shows.
  static func code(_ text: String, in path: String) -> Self {
    let languages: [(end: String, language: Document.Language)] = [
      (".cs", .cSharp), (".dart", .dart), (".kt", .kotlin), (".m", .objectiveC), (".ts", .javaScript),
      (".tsx", .javaScript),
    ]
    return .code(text, languages.first { path.hasSuffix($0.end) }?.language ?? .swift)
  }
  /// A property list in XML.
  static func propertyList(_ text: String) -> Self { .code(text, .xml) }

  /// Rows of plain texts, which may link to titles.
  static func table(columns: [String], rows: [[Document.Cell]]) -> Self {
    .table(Document.Table(columns: columns, rows: rows, textColumns: columns.count))
  }
}
