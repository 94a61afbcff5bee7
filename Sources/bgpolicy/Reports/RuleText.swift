internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

/// All about a rule, for people.
struct RuleText {
  private static let width = 100

  /// The text.
  let text: String

  /// What it finds, why that is wrong, examples with what is said about them, and its sources.
  init(_ rule: Rule, style: Style) {
    var lines = [style.bold("\(rule.name) (\(rule.code), \(rule.severity.rawValue))"), ""]
    lines += DisplayText.wrapped(rule.summary + ".", width: Self.width) + [""]
    lines += DisplayText.wrapped(rule.why, width: Self.width) + [""]
    for (index, example) in rule.triggers().enumerated() {
      lines += [style.bold(index == 0 ? "Found in" : "Also found in"), ""]
      lines += Self.indented(Self.withoutMarks(example.text)) + [""]
      lines += Self.said(about: example, by: rule)
    }
    if let example = rule.passes().first {
      lines += [style.bold("Not found in"), ""] + Self.indented(example.text) + [""]
    }
    lines += [style.bold("Sources"), ""]
    lines += rule.citations.map { "  \($0.title) (\($0.edition))" }
    lines += ["", "  Confidence: \(rule.confidence.rawValue), \(rule.confidence.meaning)"]
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func withoutMarks(_ text: String) -> String {
    text.filter { $0 != "«" && $0 != "»" }
  }

  private static func indented(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).reversed().drop { $0.isEmpty }.reversed()
      .map { $0.isEmpty ? "" : "  " + DisplayText.safe($0) }
  }

  /// The headlines and ways out of an example's findings.
  private static func said(about example: RuleExample, by rule: Rule) -> [String] {
    let source = SourceText(name: "example", text: withoutMarks(example.policy))
    let findings = Linter.findings(in: PolicyReader.read(source), on: RuleExample.day).filter {
      $0.rule.name == rule.name
    }
    return findings.flatMap { finding -> [String] in
      let ways =
        finding.issue.fixes.map { "\($0.title) (\($0.safety.rawValue) fix)" }
        + [finding.issue.help].compactMap { $0 }
      return ["  \(finding.severity.rawValue): \(finding.issue.message)"] + ways.map { "    → \($0)" } + [""]
    }
  }
}
