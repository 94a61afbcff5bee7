internal import PolicyLint
internal import PolicySyntax

/// `bgpolicy rules`: lists every rule.
enum RulesCommand {
  static let syntax = CommandSyntax(
    name: "rules", operands: "", operandCount: 0...0, summary: "List the rules",
    discussion: "One line for each rule: its code, its default severity, its name and what it finds.",
    options: [])

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    let width = Catalog.rules.map(\.name.text.count).max() ?? 0
    for rule in Catalog.rules {
      let severity = rule.severity.rawValue
      console.print(
        "\(rule.code)  \(severity)\(String(repeating: " ", count: 7 - severity.count))  \(rule.name)"
          + String(repeating: " ", count: width - rule.name.text.count) + "  \(rule.summary)\n")
    }
    return .success
  }
}
