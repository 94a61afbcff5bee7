internal import JSON
internal import PolicyLint
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy rules`: lists all rules, or the rules of some severity, family or kind.
struct RulesCommand: Command {
  static let configuration = CommandConfiguration(
    name: "rules", operands: .none, summary: "List the rules", problems: [],
    examples: [
      .init("rules --format json", "All rules for programs"),
      .init("rules --select sessions --fixable", "Rules about sessions that lint can fix"),
      .init("rules --needs-app", "Rules that no policy can decide"),
    ],
    discussion: """
      Prints a line for each rule: its code, default severity, name and summary. JSON also has the reason and the sources of
      each rule; Markdown is an index by family. `bgpolicy explain` has the examples.
      """)

  private static let needsApp = Flag(
    "--needs-app", "List the rules that need the app: those that it decides, and those that nothing checks")

  private static let severity = Option<Severity?>(
    "--severity", "LEVEL", "List only the rules with this default severity: \(Choices.list(Severity.self))",
    completion: .choices(Severity.self)
  ) { text throws(UsageError) in
    try Choices.value(of: text, for: "--severity")
  }
  private static let fixable = Flag(
    "--fixable", "List only the rules with fixes that lint --fix or --fix=all makes")

  private let needsApp: Bool
  /// The rules to list. `nil` means all rules.
  private let rules: [Rule]?
  private let format: DocumentFormat

  init(_ arguments: inout Arguments) throws(UsageError) {
    needsApp = arguments[Self.needsApp]
    let options = try SelectionOptions(&arguments)
    let severity = try arguments[Self.severity]
    let isFixable = arguments[Self.fixable]
    format = try arguments[DocumentFormat.option]
    let filters = [
      ("--select", options.selects), ("--ignore", options.ignores), ("--severity", severity != nil),
      ("--fixable", isFixable),
    ]
    guard let filter = filters.first(where: \.1) else {
      rules = nil
      return
    }
    guard !needsApp else {
      throw UsageError(
        message: "--needs-app lists rules that have no check here, so \(filter.0) has no effect",
        command: Self.name)
    }
    let chosen = Catalog.rules.filter {
      options.selection.includes($0) && (severity == nil || $0.severity == severity)
    }
    rules = isFixable ? RuleReference.fixable(chosen) : chosen
  }

  func run(_ console: Console) -> Outcome {
    let listed = rules ?? Catalog.rules
    switch format {
    case .text:
      let list = needsApp ? RuleReference.appRuleList : RuleReference.list(of: listed)
      console.print(list.text(style: console.style))
      if let rules {
        console.note("\(DisplayText.count(rules.count, "rule")) of \(Catalog.rules.count)")
      } else if !needsApp {
        console.note(
          "\(DisplayText.count(RuleReference.rulesAboutCode.count, "rule")) of these are checked only with the app's code, and "
            + "\(DisplayText.count(Catalog.needsApp.count, "further rule")) can't be checked: "
            + "`bgpolicy rules --needs-app` lists both")
      }
    case .json:
      let json = needsApp ? RuleReference.appRuleJSON : RuleReference.json(of: listed)
      console.print(json.prettyText + "\n")
    case .markdown:
      let document = needsApp ? RuleReference.appRuleDocument : RuleReference.index
      console.print((rules.map { RuleReference.index(of: $0) } ?? document).markdown)
    }
    return .success
  }
}
