internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy explain`: tells all about a rule.
enum ExplainCommand {
  static let syntax = CommandSyntax(
    name: "explain", operands: "RULE", operandCount: 1...1, summary: "Explain a rule",
    discussion: """
      RULE is a name such as bg-identifier-not-permitted, or a code such as BGP201. What is said of the examples is what
      lint says of them.
      """,
    options: [DocumentFormat.option])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let format = try DocumentFormat.requested(arguments, of: syntax.name)
    let name = arguments.operands[0]
    if let rule = Catalog.rule(name) ?? Catalog.gateRule(name) {
      let explanation = RuleExplanation(rule)
      write(explanation.document, explanation.json, format, console)
    } else if let rule = Catalog.needsApp(name) {
      write(rule.document, .object([JSONMember("version", 1)] + rule.jsonMembers), format, console)
    } else {
      throw unknown(name)
    }
    return .success
  }

  private static func write(
    _ document: Document, _ json: JSONValue, _ format: DocumentFormat, _ console: Console
  ) {
    switch format {
    case .text: console.print(document.text(style: Style(isColored: console.usesColor)))
    case .json: console.print(json.prettyText + "\n")
    case .markdown: console.print(document.markdown)
    }
  }

  private static func unknown(_ name: String) -> UsageError {
    let unknown = Catalog.unknown(
      name, besides: (Catalog.needsApp.map(\.name) + Catalog.gateRules.map(\.name)).map(\.text))
    return UsageError(
      message: unknown.message + (unknown.suggestion == nil ? "; `bgpolicy rules` lists them" : ""))
  }
}
