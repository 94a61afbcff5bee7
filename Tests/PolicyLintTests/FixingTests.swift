import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Mending a text until nothing more can be mended.
@Suite struct FixingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
  }

  static let triggers = Catalog.rules.flatMap { rule in
    rule.triggers().enumerated().map {
      Case(testDescription: "\(rule.name) \($0)", text: MarkedText($1.policy).text)
    }
  }

  private func mend(_ text: String, _ scope: Fixing.Scope = .all) -> Fixing {
    Fixing(SourceText(name: "policy.yaml", text: text), allowing: scope, on: RuleExample.day) {
      PolicyReader.read($0)
    }
  }

  private func text(_ fixing: Fixing) -> String { String(decoding: fixing.source.bytes, as: UTF8.self) }

  @Test(arguments: triggers) func mendingTwiceIsMendingOnce(_ example: Case) {
    let once = mend(example.text)
    #expect(text(mend(text(once))) == text(once))
    #expect(once.fixes.isEmpty == (text(once) == example.text))
  }

  /// What is mended safely is never what only an unsafe fix may change.
  @Test(arguments: triggers) func safeFixesAreSafe(_ example: Case) {
    #expect(mend(example.text, .safe).fixes.filter { $0.safety != .safe }.isEmpty)
  }

  @Test(arguments: triggers) func nothingGetsWorse(_ example: Case) {
    let before = Linter.findings(
      in: PolicyReader.read(SourceText(name: "policy.yaml", text: example.text)), on: RuleExample.day)
    let fixing = mend(example.text)
    for severity in [Severity.error, .warning] {
      let count = { (findings: [Finding]) in findings.count { $0.severity >= severity } }
      #expect(count(fixing.findings) <= count(before))
    }
    #expect(fixing.findings.count { $0.rule.isAboutShape } <= before.count { $0.rule.isAboutShape })
  }

  @Test func suppressedFindingsStay() {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        one: { type: default, isDiscretionary: true } # bgpolicy:ignore session-discretionary-noop -- meant
      """
    #expect(mend(text).fixes.isEmpty)
  }

  @Test func basePoliciesStayAsTheyAre() {
    let text = "schema: 1\nextends: org.yaml\napp: { name: A, bundleIdentifier: com.example }\n"
    let base = "schema: 1\nsessions: { one: { type: default, isDiscretionary: true } }\n"
    let fixing = Fixing(SourceText(name: "policy.yaml", text: text), allowing: .all, on: nil) {
      PolicyReader.read($0) { _ in .success(Array(base.utf8)) }
    }
    #expect(fixing.findings.contains { $0.name == "session-discretionary-noop" })
    #expect(fixing.fixes.isEmpty)
  }
}
