internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

/// The rules of a report's findings as SARIF describes them, by code.
struct SARIFRules {
  private let findings: [Finding]
  private let indices: [RuleName: Int]
  private let site: DocumentationSite

  init(_ report: LintReport) {
    site = report.site
    var seen: Set<RuleName> = []
    // A requirement of the policy is a rule of its own. The first finding of a rule describes the rule.
    findings = report.files.flatMap(\.listed).filter { seen.insert($0.name).inserted }.sorted { left, right in
      (left.rule.code, left.name) < (right.rule.code, right.name)
    }
    indices = Dictionary(uniqueKeysWithValues: findings.enumerated().map { ($1.name, $0) })
  }

  /// The index of a rule in the list.
  func index(of name: RuleName) -> Int? { indices[name] }

  /// The descriptions of the rules.
  var json: JSONValue { .array(findings.map(descriptor)) }

  private func descriptor(_ finding: Finding) -> JSONValue {
    let rule = finding.rule
    let isRequirement = finding.name.isRequirement
    let summary = isRequirement ? finding.diagnostic.message : rule.summary
    let level = isRequirement ? finding.severity : rule.severity
    return .members([
      "id": .string(finding.name.text),
      "name": .string(Self.pascalCase(finding.name.text)),
      "deprecatedIds": rule.formerNames.isEmpty ? nil : .names(rule.formerNames),
      "shortDescription": ["text": .string(Self.short(summary))],
      "fullDescription": ["text": .string(Self.short(rule.why))],
      "helpUri": finding.address(in: site).map { .string($0) },
      "help": Self.help(finding, summary),
      "defaultConfiguration": ["level": .string(level.sarifLevel)],
      "properties": [
        "code": .string(rule.code),
        "confidence": .string(rule.confidence.rawValue),
        "precision": .string(rule.confidence.precision),
        "problem.severity": .string(level == .info ? "recommendation" : level.rawValue),
        "tags": ["background-execution", .string(rule.confidence.rawValue)],
      ],
    ])
  }

  /// The name for people, which SARIF requires to differ from the id: `SessionUploadNotFromFile`.
  private static func pascalCase(_ name: String) -> String {
    name.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The beginning of a text, as much as fits into a description on GitHub.
  private static func short(_ text: String) -> String {
    text.count > 1_000 ? text.prefix(1_000) + "…" : text
  }

  /// The rule's explanation without the rule's name. For a requirement, only the message.
  private static func help(_ finding: Finding, _ summary: String) -> JSONValue {
    let rule = finding.rule
    let blocks =
      finding.name.isRequirement
      ? [.paragraph(summary), .paragraph(rule.why)]
      : Array(RuleExplanation(rule).document.blocks.dropFirst())
    let document = Document(blocks: blocks)
    return [
      "text": .string(document.text(style: Style(isColored: false))), "markdown": .string(document.markdown),
    ]
  }
}

extension Confidence {
  /// The precision of findings that depend on facts of this confidence, in GitHub's terms.
  fileprivate var precision: String {
    switch self {
    case .defined, .documented: "very-high"
    case .stated: "high"
    case .measured, .reported: "medium"
    case .assumed: "low"
    }
  }
}
