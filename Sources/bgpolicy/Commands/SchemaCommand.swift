internal import JSON
internal import PolicyModel

/// `bgpolicy schema`: prints the JSON Schema of a policy.
enum SchemaCommand {
  static let syntax = CommandSyntax(
    name: "schema", operands: "", operandCount: 0...0, summary: "Print the JSON Schema of a policy",
    discussion: """
      For editors: with `# yaml-language-server: $schema=FILE` at the top of a policy, the YAML language server completes
      and explains its keys.
      """, options: [])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    console.print(Schema.json.prettyText + "\n")
    return .success
  }
}
