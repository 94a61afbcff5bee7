internal import JSON
internal import PolicyModel

/// `bgpolicy schema`: prints the JSON Schema of a policy.
struct SchemaCommand: Command {
  static let configuration = CommandConfiguration(
    name: "schema", operands: .none, summary: "Print the JSON Schema of a policy", problems: [],
    discussion: """
      For editors: with `# yaml-language-server: $schema=FILE` at the top of a policy, the YAML language server completes
      and explains its keys.
      """)

  init(_ arguments: inout Arguments) {}

  func run(_ console: Console) -> Outcome {
    console.print(Schema.json.prettyText + "\n")
    return .success
  }
}
