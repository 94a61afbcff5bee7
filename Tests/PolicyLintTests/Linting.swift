import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport

/// A finding as the forms of a policy have it in common.
struct FindingText: Hashable, Comparable, CustomStringConvertible {
  let rule: RuleName
  let severity: String
  let path: String
  let message: String

  /// One for each way to the text: an alias makes one text of two texts in other forms.
  static func all(of finding: Finding) -> [FindingText] {
    ([finding.diagnostic.path] + finding.diagnostic.furtherPaths).map { FindingText(finding, at: $0) }
  }

  private init(_ finding: Finding, at path: String) {
    rule = finding.name
    severity = finding.severity.rawValue
    self.path = path
    message = finding.diagnostic.message
  }

  var description: String { "\(severity)[\(rule)] \(path): \(message)" }

  static func < (left: FindingText, right: FindingText) -> Bool {
    (left.rule, left.path, left.message, left.severity) < (
      right.rule, right.path, right.message, right.severity
    )
  }
}

/// Reads and lints a text, with its base policies from a folder of the project.
func findings(in text: String, folder: String? = nil) -> (findings: [Finding], sources: [SourceText]) {
  let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text)) { path in
    guard let folder, let base = try? Project.text("\(folder)/\(path)") else {
      return .failure(UnreadableFile("it is not at hand"))
    }
    return .success(Array(base.utf8))
  }
  return (Linter.findings(in: reading, on: RuleExample.day), reading.sources)
}
