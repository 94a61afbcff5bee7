import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport

/// The parts of a finding that don't depend on the form of the policy.
struct FindingText: Hashable, Comparable, CustomStringConvertible {
  let rule: RuleName
  let severity: String
  let path: String
  let message: String

  /// The texts of a finding, one for each path to its location. In a form without aliases, each of these paths is a finding of its own.
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
