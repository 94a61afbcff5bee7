internal import JSON
internal import PlatformFacts
package import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// An explanation of a rule: its texts, and its examples with their findings.
package struct RuleExplanation {
  /// An example with the findings of the rule.
  package struct Example {
    /// The example's policy.
    package let policy: String
    /// The file of the app's code that belongs to the example.
    let code: SourceText?
    /// The app's code whose facts are compared with the policy.
    let app: SourceText?
    /// The reported lines of the policy and of the app's code, such as `App.swift, line 3`, if the rule needs
    /// the code.
    package let reported: [String]
    /// The app's property list that belongs to the example.
    let propertyList: SourceText?
    /// The findings of the rule in the example.
    package let findings: [Finding]

    init(_ example: RuleExample, _ findings: [Finding]) {
      policy = RuleExplanation.shown(example.text)
      code = example.code
      app = example.app.map {
        SourceText(name: $0.name, text: RuleExplanation.shown(String(decoding: $0.bytes, as: UTF8.self)))
      }
      reported =
        example.app.map { app in
          RuleExplanation.marks(in: example.text, called: "the policy")
            + RuleExplanation.marks(in: String(decoding: app.bytes, as: UTF8.self), called: app.name)
        } ?? []
      propertyList = example.propertyList.map { list in
        let text = RuleExplanation.shown(String(decoding: list.bytes, as: UTF8.self))
        return SourceText(name: list.name, text: text)
      }
      self.findings = findings
    }
  }

  let rule: Rule
  /// Policies with a finding of the rule.
  package let found: [Example]
  /// Policies without a finding of the rule.
  let notFound: [Example]
  /// The first policy with a finding, after its fixes. `nil` if the findings can't be fixed.
  package let fixed: String?
  /// The address of the rule's page. `nil` without a site.
  let page: String?

  /// Lints the rule's examples and fixes the first example. `site` gives the address of the rule's page.
  package init(_ rule: Rule, in site: DocumentationSite? = nil) {
    self.rule = rule
    page = site?.page(of: rule.name)
    let triggers = rule.triggers()
    found = triggers.map { Example($0, Self.findings(in: $0, of: rule)) }
    notFound = rule.passes().map { Example($0, []) }
    fixed = triggers.first.flatMap { Self.fixed($0, by: rule) }
  }

  /// The least safe grade of the first fixes in the examples. `nil` if the rule has no fix.
  var fixSafety: Fix.Safety? {
    let safeties = found.flatMap(\.findings).compactMap(\.diagnostic.fixes.first?.safety)
    return safeties.first.map { safeties.dropFirst().reduce($0) { $0.combined(with: $1) } }
  }

  private static func fixed(_ example: RuleExample, by rule: Rule) -> String? {
    let result = FixResult(
      source(of: example), allowing: .all, on: RuleExample.day, where: { $0.rule.name == rule.name },
      read: { PolicyReader.read($0, appFiles: example.appFiles) })
    guard !result.fixes.isEmpty else { return nil }
    let text = String(decoding: result.source.bytes, as: UTF8.self)
    return shown(text.hasPrefix(example.head) ? String(text.dropFirst(example.head.count)) : text)
  }

  private static func source(of example: RuleExample) -> SourceText {
    SourceText(name: "example", text: withoutMarks(example.policy))
  }

  private static func findings(in example: RuleExample, of rule: Rule) -> [Finding] {
    Linter.findings(
      in: PolicyReader.read(source(of: example), appFiles: example.appFiles), on: RuleExample.day
    ).filter { $0.rule.name == rule.name }
  }

  fileprivate static func shown(_ text: String) -> String {
    let text = withoutMarks(text)
    return String(text[..<(text.lastIndex { !$0.isNewline }.map(text.index(after:)) ?? text.startIndex)])
  }

  /// The lines of a text that contain the mark `«`, once for each mark.
  fileprivate static func marks(in text: String, called name: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      Array(repeating: "\(name), line \(index + 1)", count: line.count { $0 == "«" })
    }
  }

  private static func withoutMarks(_ text: String) -> String {
    text.filter { $0 != "«" && $0 != "»" }
  }
}

extension RuleExplanation {
  /// The summary, the reason, the symptom, the examples with their findings, the first example after its
  /// fixes, the advice, and the sources.
  package var document: Document {
    let guide = rule.guide
    var blocks: [Document.Block] = [
      .title(rule.name.text, [rule.code, rule.severity.rawValue]), .paragraph(rule.summary + "."),
      .paragraph(rule.why),
    ]
    if let symptom = guide.symptom { blocks += [.label("At run time"), .paragraph(symptom)] }
    if !guide.seenIn.isEmpty { blocks += [.label("Seen in"), Document.list(of: guide.seenIn)] }
    for (index, example) in found.enumerated() {
      blocks.append(.label(index == 0 ? "Found in" : "Also found in"))
      blocks += Self.policy(of: example) + [.list(Self.findings(of: example))]
      if index == 0, let fixed { blocks += [.label("After the fix"), .policy(fixed)] }
    }
    if let example = notFound.first { blocks += [.label("Not found in")] + Self.policy(of: example) }
    if let swift = guide.swift { blocks += [.label("In Swift"), .swift(swift)] }
    if let ignoreWhen = guide.ignoreWhen { blocks += [.label("When to ignore it"), .paragraph(ignoreWhen)] }
    blocks += Document.sources(rule.citations, rule.confidence) + Document.related(to: rule.name)
    return Document(blocks: blocks + [.paragraph(history)] + Document.page(page))
  }

  /// The version that introduced the rule, and its former names.
  private var history: String {
    let names = rule.formerNames.map(\.text)
    return "Since \(rule.since.releaseName)"
      + (names.isEmpty ? "" : ", formerly \(DisplayText.list(names))")
  }

  /// The findings of an example, or the lines of code that `bgpolicy drift` reports.
  private static func findings(of example: Example) -> [Document.Item] {
    guard example.app != nil else { return example.findings.map(Self.item) }
    return example.reported.map { Document.Item(text: "Reported in \($0)") }
  }

  /// An example's policy, and the app's file that belongs to the example.
  private static func policy(of example: Example) -> [Document.Block] {
    var blocks: [Document.Block] = [.policy(example.policy)]
    if let code = example.code {
      blocks.append(.paragraph("With \(code.name): \(String(decoding: code.bytes, as: UTF8.self))"))
    }
    if let app = example.app {
      blocks += [
        .paragraph("With \(app.name):"), .code(String(decoding: app.bytes, as: UTF8.self), in: app.name),
      ]
    }
    if let list = example.propertyList {
      blocks += [
        .paragraph("With \(list.name):"), .propertyList(String(decoding: list.bytes, as: UTF8.self)),
      ]
    }
    return blocks
  }

  private static func item(_ finding: Finding) -> Document.Item {
    let fixes = finding.diagnostic.fixes.map(\.titleAndSafety)
    return Document.Item(
      text: "\(finding.severity.rawValue): \(finding.diagnostic.message)",
      details: fixes + [finding.diagnostic.help].compactMap { $0 })
  }
}

extension Document {
  /// The page of a rule, if an address is known.
  static func page(_ address: String?) -> [Block] {
    address.map { [.label("Page"), .list([Item(text: "The documentation of bgpolicy", address: $0)])] } ?? []
  }

  static func related(to name: RuleName) -> [Block] {
    let names = Catalog.related(to: name).map(\.text)
    return names.isEmpty ? [] : [.label("Related rules"), .list(names.map { Item(text: $0, title: $0) })]
  }

  /// The sources of a rule, and the confidence in them.
  static func sources(_ citations: [Citation], _ confidence: Confidence) -> [Block] {
    [
      .label("Sources"), list(of: citations),
      .paragraph("Confidence: \(confidence.rawValue), \(confidence.meaning)"),
    ]
  }

  fileprivate static func list(of citations: [Citation]) -> Block {
    .list(citations.map { Item(text: "\($0.title) (\($0.edition))", address: $0.address) })
  }
}
