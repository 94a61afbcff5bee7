internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

/// The rules of a report's findings as SARIF describes them, by code.
struct SARIFRules {
  private let findings: [Finding]
  private let indices: [RuleName: Int]

  init(_ report: LintReport) {
    var seen: Set<RuleName> = []
    // A requirement of the policy's own is a rule by itself, and its first finding says what it is.
    findings = report.findings.map(\.finding).filter { seen.insert($0.name).inserted }.sorted { left, right in
      (left.rule.code, left.name) < (right.rule.code, right.name)
    }
    indices = Dictionary(uniqueKeysWithValues: findings.enumerated().map { ($1.name, $0) })
  }

  /// Where a rule stands in the list.
  func index(of name: RuleName) -> Int? { indices[name] }

  /// The list.
  var json: JSONValue { .array(findings.map(Self.descriptor)) }

  private static func descriptor(_ finding: Finding) -> JSONValue {
    let rule = finding.rule
    let isRequirement = finding.name.isRequirement
    let summary = isRequirement ? finding.issue.message : rule.summary
    let level = isRequirement ? finding.severity : rule.severity
    return [
      "id": .string(finding.name.text),
      "name": .string(pascalCase(finding.name.text)),
      "shortDescription": ["text": .string(short(summary))],
      "fullDescription": ["text": .string(short(rule.why))],
      "help": [
        "text": .string(help(rule, summary)),
        "markdown": .string(markdownHelp(rule, summary, withExamples: !isRequirement)),
      ],
      "defaultConfiguration": ["level": .string(level.sarifLevel)],
      "properties": [
        "code": .string(rule.code),
        "confidence": .string(rule.confidence.rawValue),
        "precision": .string(rule.confidence.precision),
        "problem.severity": .string(level == .info ? "recommendation" : level.rawValue),
        "tags": ["background-execution", .string(rule.confidence.rawValue)],
      ],
    ]
  }

  /// The name for people, which SARIF wants to differ from the id: `SessionUploadNotFromFile`.
  private static func pascalCase(_ name: String) -> String {
    name.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// As much of a text as GitHub takes for a description.
  private static func short(_ text: String) -> String {
    text.count > 1_000 ? text.prefix(1_000) + "…" : text
  }

  private static func help(_ rule: Rule, _ summary: String) -> String {
    """
    \(summary)

    \(rule.why)

    Sources: \(sources(rule))
    Confidence: \(rule.confidence.rawValue), \(rule.confidence.meaning)
    """
  }

  private static func markdownHelp(_ rule: Rule, _ summary: String, withExamples: Bool) -> String {
    var parts = [MarkdownText.escaped(summary), MarkdownText.escaped(rule.why)]
    for (title, example) in [("Found in", rule.triggers().first), ("Not found in", rule.passes().first)] {
      guard withExamples, let example else { continue }
      let text = example.text.filter { $0 != "«" && $0 != "»" }
      parts.append("**\(title)**\n\n\(MarkdownText.fenced(text, as: "yaml"))")
    }
    parts.append("**Sources:** \(MarkdownText.escaped(sources(rule)))")
    parts.append(
      "**Confidence:** \(rule.confidence.rawValue), \(MarkdownText.escaped(rule.confidence.meaning))")
    return parts.joined(separator: "\n\n")
  }

  private static func sources(_ rule: Rule) -> String {
    rule.citations.map { "\($0.title) (\($0.edition))" }.joined(separator: "; ")
  }
}

extension Confidence {
  /// How often findings that rest on such a fact are right, in GitHub's words.
  fileprivate var precision: String {
    switch self {
    case .documented: "very-high"
    case .stated: "high"
    case .reported: "medium"
    case .assumed: "low"
    }
  }
}
