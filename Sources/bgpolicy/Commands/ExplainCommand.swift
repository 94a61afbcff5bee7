internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy explain`: explains a rule.
struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    name: "explain", operands: Operands("RULE", count: 1...1, completion: .rules), summary: "Explain a rule",
    problems: [],
    examples: [
      .init("explain push-priority", "The rule, its reason, examples and sources")
    ],
    discussion: """
      RULE is a name such as bg-identifier-not-permitted, or a code such as BGP201. The findings shown for the examples are
      those that `bgpolicy lint` reports.
      """)

  private let format: DocumentFormat
  private let name: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    format = try arguments[DocumentFormat.option]
    name = arguments.operands.first ?? ""
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if let rule = Catalog.rule(name) ?? Catalog.gateRule(name) {
      let explanation = RuleExplanation(rule, in: .current)
      write(explanation.document, json: explanation.json, to: console)
    } else if let rule = Catalog.needsApp(name) {
      write(
        rule.document(in: .current),
        json: .object([JSONMember("version", 1)] + rule.jsonMembers(in: .current)), to: console)
    } else {
      throw unknownRule
    }
    return .success
  }

  private func write(_ document: Document, json: JSONValue, to console: Console) {
    switch format {
    case .text: console.print(document.text(style: console.style))
    case .json: console.print(json.prettyText + "\n")
    case .markdown: console.print(document.markdown)
    }
  }

  private var unknownRule: UsageError {
    let unknown = Catalog.unknown(
      name, besides: (Catalog.needsApp.map(\.name) + Catalog.gateRules.map(\.name)).map(\.text))
    return UsageError(
      message: unknown.message + (unknown.suggestion == nil ? "; `bgpolicy rules` lists them" : ""))
  }
}
