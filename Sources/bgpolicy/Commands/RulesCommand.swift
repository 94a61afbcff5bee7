internal import JSON
internal import PolicyLint
internal import PolicyReports

/// `bgpolicy rules`: lists every rule.
enum RulesCommand {
  static let syntax = CommandSyntax(
    name: "rules", operands: "", operandCount: 0...0, summary: "List the rules",
    discussion: """
      One line for each rule: its code, its default severity, its name and what it finds. As JSON each comes with its
      reason and its sources, and as Markdown with its examples too.
      """,
    options: [
      CommandOption(
        "--needs-app", nil, "List the rules that are not checked without the app, and what each would take"),
      DocumentFormat.option,
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitStatus {
    let needsApp = arguments.has("--needs-app")
    switch try DocumentFormat.requested(arguments, of: syntax.name) {
    case .text:
      let list = needsApp ? RuleReference.appRuleList : RuleReference.list
      console.print(list.text(style: Style(isColored: console.usesColor)))
      if !needsApp {
        console.note(
          "\(DisplayText.count(Catalog.needsApp.count, "further rule")) can't be decided from a policy: "
            + "`bgpolicy rules --needs-app` lists them")
      }
    case .json:
      let json = needsApp ? RuleReference.appRuleJSON : RuleReference.json
      console.print(json.prettyText + "\n")
    case .markdown:
      let document = needsApp ? RuleReference.appRuleDocument : RuleReference.document
      console.print(document.markdown)
    }
    return .success
  }
}
