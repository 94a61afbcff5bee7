package import JSON
internal import PlatformFacts
package import PolicyLint
internal import PolicySyntax

/// All rules: as a list, and as an index with one line for each rule.
package enum RuleReference {
  /// Explains why the rules that can't be checked without the app have a list of their own.
  private static let silence = """
    Lint does not check these rules: a policy does not contain what they are about. Without findings, the app can still \
    break them.
    """

  /// The rules whose findings `lint --fix` or `lint --fix=all` can fix.
  package static func fixable(_ rules: [Rule]) -> [Rule] {
    rules.filter { rule in
      switch RuleExplanation(rule).fixSafety {
      case .safe, .unsafe: true
      case .displayOnly, nil: false
      }
    }
  }

  /// One row for each rule.
  package static func list(of rules: [Rule] = Catalog.rules) -> Document {
    Document(blocks: [
      .table(
        columns: [],
        rows: rules.map { rule in
          [rule.code, rule.severity.rawValue, rule.name.text, rule.summary].map { Document.Cell(text: $0) }
        })
    ])
  }

  /// The rules that can't be checked without the app. Each rule names the file or code to check.
  package static var appRuleList: Document {
    let groups = AppRule.Need.allCases.flatMap { need -> [Document.Block] in
      let items = rules(that: need).map { rule in
        Document.Item(
          text: "\(rule.name): \(rule.summary)",
          details: ["check: \(rule.look)"] + [rule.prevention].compactMap { $0 })
      }
      return [.chapter(need.title), .list(items)]
    }
    let checked = rulesAboutCode.map { Document.Item(text: "\($0.name): \($0.summary)", details: []) }
    return Document(
      blocks: [.paragraph(silence)] + groups + [
        .chapter(codeRuleTitle), .paragraph(codeRuleText), .list(checked),
      ])
  }

  /// Rules as JSON, version 1.
  package static func json(of rules: [Rule] = Catalog.rules) -> JSONValue {
    ["version": 1, "rules": .array(rules.map { RuleExplanation($0).jsonSummary })]
  }

  /// The rules that can't be checked without the app as JSON, version 1.
  package static var appRuleJSON: JSONValue {
    [
      "version": 1, "needsApp": .array(Catalog.needsApp.map { .object($0.jsonMembers) }),
      "checkedWithApp": .array(rulesAboutCode.map { RuleExplanation($0).jsonSummary }),
    ]
  }

  /// An index of all rules by family: the rules of lint, the rules that need the app, and the rules of the
  /// gate.
  package static var index: Document {
    Document(
      blocks: [
        .subject("Rules"),
        .prose(
          """
          The rules of bgpolicy, a line each. \(command: "bgpolicy explain RULE") has the reason of a rule, examples with \
          their findings, the way out, and the sources; so has the rule's page on a site of this documentation. \
          \(command: "bgpolicy rules --format markdown") prints this page.
          """),
        .paragraph(
          """
          The column Fix has the grade of a rule's fixes: lint --fix makes the safe ones, and --fix=all also the unsafe ones; \
          those that are display-only are shown with their reason, and never made.
          """),
      ] + tables(of: Catalog.rules) + [
        .chapter(appRuleTitle), .paragraph(silence), appRuleTable { Document.Cell(anchor: $0) },
        .chapter("Rules of the gate"),
        .paragraph(
          "The results of bgpolicy gate, and the rules about all policies of a team, for reports and baselines."
        ),
        .table(
          columns: ["Rule", "Code", "Severity", "Finds"],
          rows: Catalog.gateRules.map { rule in
            [
              Document.Cell(anchor: rule.name.text), Document.Cell(text: rule.code),
              Document.Cell(text: rule.severity.rawValue), Document.Cell(text: rule.summary),
            ]
          }),
      ])
  }

  /// An index of some rules of lint by family.
  package static func index(of rules: [Rule]) -> Document {
    Document(blocks: [.subject("Rules")] + tables(of: rules))
  }

  /// A table for each family that contains at least one of the rules.
  private static func tables(of rules: [Rule]) -> [Document.Block] {
    RuleFamily.allCases.flatMap { family -> [Document.Block] in
      let rules = rules.filter { $0.family == family }
      guard !rules.isEmpty else { return [] }
      return [
        .chapter(family.title),
        .table(columns: ["Rule", "Code", "Severity", "Fix", "Finds"], rows: rules.map(row)),
      ]
    }
  }

  /// An explanation of each rule that can't be checked without the app.
  package static var appRuleDocument: Document {
    Document(
      blocks: [
        .subject("Rules that are not checked without the app"),
        appRuleTable { Document.Cell(text: $0, title: $0) }, .chapter(appRuleTitle), .paragraph(silence),
      ] + Catalog.needsApp.flatMap(\.document.blocks) + [
        .chapter(codeRuleTitle), .paragraph(codeRuleText),
        .table(
          columns: ["Rule", "Code", "Severity", "Finds"],
          rows: rulesAboutCode.map { rule in
            [
              Document.Cell(text: rule.name.text), Document.Cell(text: rule.code),
              Document.Cell(text: rule.severity.rawValue), Document.Cell(text: rule.summary),
            ]
          }),
      ])
  }

  private static let codeRuleTitle = "Checked with the app"
  private static let codeRuleText = """
    bgpolicy drift checks these rules in the app's code, and so do lint --app, and gate for a policy with app.sources. Without \
    the app, nothing is said about them.
    """

  /// The rules that are checked only if the app's code is read.
  package static var rulesAboutCode: [Rule] { Catalog.rules.filter { $0.family == .code } }

  private static let appRuleTitle = "Rules that need the app"

  private static func appRuleTable(_ nameCell: (String) -> Document.Cell) -> Document.Block {
    .table(
      columns: ["Rule", "Needs", "Severity", "Finds"],
      rows: Catalog.needsApp.map { rule in
        [
          nameCell(rule.name.text), Document.Cell(text: rule.need.rawValue),
          Document.Cell(text: rule.severity.rawValue), Document.Cell(text: rule.summary),
        ]
      })
  }

  private static func row(_ rule: Rule) -> [Document.Cell] {
    [
      Document.Cell(anchor: rule.name.text), Document.Cell(text: rule.code),
      Document.Cell(text: rule.severity.rawValue),
      Document.Cell(text: RuleExplanation(rule).fixSafety?.name ?? ""), Document.Cell(text: rule.summary),
    ]
  }

  private static func rules(that need: AppRule.Need) -> [AppRule] {
    Catalog.needsApp.filter { $0.need == need }
  }
}
