import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The examples of every rule, which are its documentation, are also its tests.
@Suite struct RuleExampleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: Rule
    let example: RuleExample
    let number: Int

    var testDescription: String { "\(rule.name) \(number)" }
  }

  static let triggers = Catalog.rules.flatMap { rule in
    // The tests of another module check the examples with an app's code.
    rule.triggers().enumerated().filter { $1.app == nil }.map { Case(rule: rule, example: $1, number: $0) }
  }
  static let passes = Catalog.rules.flatMap { rule in
    rule.passes().enumerated().map { Case(rule: rule, example: $1, number: $0) }
  }

  /// Other forms of the same policy, which must have the same findings.
  static let forms: [(name: String, apply: @Sendable (String) -> String)] = [
    ("as it is", { $0 }),
    ("behind characters of several bytes", { "# é😀\n" + $0 }),
    (
      "with carriage returns",
      { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") }
    ),
    ("behind a byte order mark", { "\u{FEFF}" + $0 }),
  ]

  @Test(arguments: triggers) func triggerIsFoundAtItsMarks(_ example: Case) {
    // A file without a policy is reported at the start of the file, so only the first form has the expected location.
    for (name, apply) in Self.forms.prefix(example.rule.name == .policyEmpty ? 1 : Self.forms.count) {
      let marked = MarkedText(apply(example.example.policy))
      let found = findings(marked.text, of: example)
      // The property list of the app comes after the policy in the list of sources.
      let list = example.example.propertyList.map { MarkedText(String(decoding: $0.bytes, as: UTF8.self)) }
      for (source, spans) in [marked.spans, list?.spans ?? []].enumerated() {
        let here = found.map(\.diagnostic.span).filter { Int($0.source.index) == source }
        #expect(here.map(\.range).sorted { $0.lowerBound < $1.lowerBound } == spans, "\(name)")
      }
    }
  }

  @Test(arguments: passes) func passIsSilent(_ example: Case) {
    for (name, apply) in Self.forms {
      let found = findings(apply(example.example.policy), of: example)
      #expect(found.map(\.diagnostic.message) == [], "\(name)")
    }
  }

  @Test(arguments: triggers.filter { !$0.rule.isAboutShape }) func examplesHaveASoundShape(_ example: Case) {
    let shape = Linter.findings(in: reading(MarkedText(example.example.policy).text)).filter(
      \.rule.isAboutShape)
    #expect(shape.map(\.diagnostic.message) == [])
  }
}

private func reading(_ text: String, appFiles: AppFileReader? = nil) -> PolicyReading {
  PolicyReader.read(SourceText(name: "policy.yaml", text: text), appFiles: appFiles)
}

private func findings(_ text: String, of example: RuleExampleTests.Case) -> [Finding] {
  Linter.findings(in: reading(text, appFiles: example.example.appFiles), on: RuleExample.day)
    .filter { $0.rule.name == example.rule.name }
}
