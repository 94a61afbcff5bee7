internal import JSON
internal import PolicyModel
internal import PolicyReports

/// `bgpolicy schema`: prints the keys of a policy, as JSON Schema or as a page.
struct SchemaCommand: Command {
  static let configuration = CommandConfiguration(
    name: "schema", operands: .none, summary: "Print the JSON Schema of a policy", problems: [],
    examples: [
      .init("schema", "The JSON Schema for editors")
    ],
    discussion: """
      For editors: with `# yaml-language-server: $schema=FILE` at the top of a policy, the YAML language server completes
      and explains its keys. As Markdown, the same keys are tables for people.
      """)

  /// A format of the keys.
  private enum Format: String, CaseIterable {
    case json, markdown
  }

  private static let format = Option<Format>("--format", "FORMAT", default: .json)

  private let format: Format

  init(_ arguments: inout Arguments) throws(UsageError) {
    format = try arguments[Self.format]
  }

  func run(_ console: Console) -> Outcome {
    switch format {
    case .json: console.print(Schema.json.prettyText + "\n")
    case .markdown: console.print(KeyReference.document.markdown)
    }
    return .success
  }
}
