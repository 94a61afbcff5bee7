internal import JSON
internal import PolicyLint
internal import PolicyReports

/// `bgpolicy rules`: lists every rule.
struct RulesCommand: Command {
  static let configuration = CommandConfiguration(
    name: "rules", operands: .none, summary: "List the rules", problems: [],
    discussion: """
      One line for each rule: its code, its default severity, its name and what it finds. As JSON each comes with its
      reason and its sources, and as Markdown with its examples too.
      """)

  private static let needsApp = Flag(
    "--needs-app", "List the rules that are not checked without the app, and what each would take")

  private let needsApp: Bool
  private let format: DocumentFormat

  init(_ arguments: inout Arguments) throws(UsageError) {
    needsApp = arguments[Self.needsApp]
    format = try arguments[DocumentFormat.option]
  }

  func run(_ console: Console) -> Outcome {
    switch format {
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
