internal import JSON
internal import PolicyLint
internal import PolicyReports

/// `bgpolicy rules`: lists every rule.
struct RulesCommand: Command {
  static let configuration = CommandConfiguration(
    name: "rules", operands: .none, summary: "List the rules", problems: [],
    examples: [
      .init("rules --format json", "All rules for programs"),
      .init("rules --needs-app", "Rules that no policy can decide"),
    ],
    discussion: """
      Prints a line for each rule: its code, default severity, name and summary. JSON also has the reason and the sources of
      each rule, and Markdown its examples, too.
      """)

  private static let needsApp = Flag(
    "--needs-app", "List the rules that need the app: those that it decides, and those that nothing checks")

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
      console.print(list.text(style: console.style))
      if !needsApp {
        console.note(
          "\(DisplayText.count(RuleReference.rulesAboutCode.count, "rule")) of these are checked only with the app's code, and "
            + "\(DisplayText.count(Catalog.needsApp.count, "further rule")) can't be checked: "
            + "`bgpolicy rules --needs-app` lists both")
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
