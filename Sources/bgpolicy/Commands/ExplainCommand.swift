internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// `bgpolicy explain`: tells all about a rule.
enum ExplainCommand {
  static let syntax = CommandSyntax(
    name: "explain", operands: "RULE", operandCount: 1...1, summary: "Tell all about a rule",
    discussion: "RULE is a name such as bg-identifier-not-permitted, or a code such as BGP201.", options: [])

  static func run(_ arguments: Arguments, _ console: Console) throws(UnusableCall) -> ExitStatus {
    let name = arguments.operands[0]
    guard let rule = Catalog.rule(name) else {
      let suggestion = Suggestion.nearest(to: name, among: Catalog.rules.map(\.name.text))
      throw UnusableCall(
        message: "No rule is called \(name)"
          + (suggestion.map { ", did you mean \($0)?" } ?? "; `bgpolicy rules` lists them"))
    }
    console.print(RuleText(rule, style: Style(isColored: console.usesColor)).text)
    return .success
  }
}
