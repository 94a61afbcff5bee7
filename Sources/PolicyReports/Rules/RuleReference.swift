package import JSON
internal import PlatformFacts
package import PolicyLint
internal import PolicySyntax

/// The rules as a whole: as a list, and as a document that explains each of them.
package enum RuleReference {
  /// The reason for a second list.
  private static let silence = """
    Lint does not check these rules: a policy does not contain what they are about. Without findings, the app can still \
    break them.
    """

  /// The rules whose findings `lint --fix` can end, if necessary with `--fix=all`.
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

  /// The rules that can't be checked without the app, with the place to check.
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

  /// Every rule explained by family, after a table of contents; the rules that need the app come last.
  package static var document: Document {
    let families = families(of: Catalog.rules)
    var blocks: [Document.Block] = [
      .subject("Rules"),
      .paragraph(
        """
        The rules of bgpolicy lint by subject, each with its reason, examples and their findings, advice and sources. Most \
        examples leave out the version and the app. bgpolicy rules --format markdown prints this page.
        """),
      .paragraph(
        """
        The column Fix has the grade of a rule's fixes: lint --fix makes the safe ones, and --fix=all also the unsafe ones; \
        those that are display-only are shown with their reason, and never made.
        """),
    ]
    blocks += tables(of: families) + [.label(appRuleTitle), appRuleTable]
    return Document(blocks: blocks + chapters(of: families) + appRuleChapter)
  }

  /// Some rules explained by family, after a table of contents.
  package static func document(of rules: [Rule]) -> Document {
    let families = families(of: rules)
    return Document(blocks: [.subject("Rules")] + tables(of: families) + chapters(of: families))
  }

  /// A family with those of its rules that a document has.
  private typealias Family = (family: RuleFamily, rules: [RuleExplanation])

  private static func families(of rules: [Rule]) -> [Family] {
    RuleFamily.allCases.map { family in
      (family, rules.filter { $0.family == family }.map { RuleExplanation($0) })
    }.filter { !$0.rules.isEmpty }
  }

  private static func tables(of families: [Family]) -> [Document.Block] {
    families.flatMap { family, rules -> [Document.Block] in
      [
        .label(family.title),
        .table(columns: ["Rule", "Code", "Severity", "Fix", "Finds"], rows: rules.map(row)),
      ]
    }
  }

  private static func chapters(of families: [Family]) -> [Document.Block] {
    families.flatMap { family, rules in [.chapter(family.title)] + rules.flatMap(\.document.blocks) }
  }

  /// An explanation of each rule that can't be checked without the app.
  package static var appRuleDocument: Document {
    Document(
      blocks: [.subject("Rules that are not checked without the app"), appRuleTable] + appRuleChapter + [
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

  /// The rules that are checked only with the app's code at hand.
  package static var rulesAboutCode: [Rule] { Catalog.rules.filter { $0.family == .code } }

  private static let appRuleTitle = "Rules that need the app"

  private static var appRuleChapter: [Document.Block] {
    [.chapter(appRuleTitle), .paragraph(silence)] + Catalog.needsApp.flatMap(\.document.blocks)
  }

  private static var appRuleTable: Document.Block {
    .table(
      columns: ["Rule", "Needs", "Severity", "Finds"],
      rows: Catalog.needsApp.map { rule in
        [
          Document.Cell(text: rule.name.text, title: rule.name.text), Document.Cell(text: rule.need.rawValue),
          Document.Cell(text: rule.severity.rawValue), Document.Cell(text: rule.summary),
        ]
      })
  }

  private static func row(_ explanation: RuleExplanation) -> [Document.Cell] {
    let rule = explanation.rule
    return [
      Document.Cell(text: rule.name.text, title: rule.name.text), Document.Cell(text: rule.code),
      Document.Cell(text: rule.severity.rawValue),
      Document.Cell(text: explanation.fixSafety?.name ?? ""), Document.Cell(text: rule.summary),
    ]
  }

  private static func rules(that need: AppRule.Need) -> [AppRule] {
    Catalog.needsApp.filter { $0.need == need }
  }
}
