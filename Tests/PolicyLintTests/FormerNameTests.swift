import JSON
import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

@testable import PolicyLint

/// A former name of a rule leads to the rule.
@Suite struct FormerNameTests {
  private static let former: RuleName = "session-week-long"
  private static let name: RuleName = "session-resource-timeout-implicit"
  private static let formerNames = FormerNames(of: [
    Rule(
      "BGP122", name, .sessions, .info, formerNames: [former], summary: "", why: "", citations: [],
      triggers: [],
      passes: [], check: .sessions { _, _, _ in nil })
  ])
  private static let session = "sessions:\n  library: { identifier: com.example.library }"

  private func reading(_ text: String) -> PolicyReading {
    PolicyReader.read(SourceText(name: "policy.yaml", text: RuleExample.head + text + "\n"))
  }

  private func findings(in reading: PolicyReading) -> [Finding] {
    Linter.findings(in: reading).filter { $0.name == Self.name }
  }

  private func fixed(_ text: String, by diagnostic: Diagnostic) throws -> String {
    let fix = try #require(diagnostic.fixes.first)
    #expect(fix.safety == .safe)
    let text = RuleExample.head + text + "\n"
    let fixed = fix.edits.applied(to: Array(text.utf8), of: SourceID(index: 0))
    return String(decoding: fixed.dropFirst(RuleExample.head.utf8.count).dropLast(), as: UTF8.self)
  }

  @Test func suppressionWorksAndSaysSo() throws {
    let text = "\(Self.session) # bgpolicy:ignore session-data-task, \(Self.former) -- a week is right"
    let reading = reading(text)
    var findings = findings(in: reading)
    var suppressions = Suppressions(
      of: try #require(reading.policy), in: reading, on: nil, formerNames: Self.formerNames)
    suppressions.apply(to: &findings)
    #expect(findings.map(\.counts) == [false])
    let notes = suppressions.diagnostics.filter { $0.rule == .suppressionMalformed }
    #expect(notes.map(\.message) == ["\(Self.former) is a former name of the rule \(Self.name)"])
    #expect(notes.map(\.severity) == [.info])
    let fixed = try fixed(text, by: notes[0])
    #expect(fixed == "\(Self.session) # bgpolicy:ignore session-data-task, \(Self.name) -- a week is right")
  }

  @Test func settingWorksAndSaysSo() throws {
    let text = "\(Self.session)\nrules: { \(Self.former): error } # strict"
    let reading = reading(text)
    let policy = try #require(reading.policy)
    #expect(RuleSettings.levels(in: policy, formerNames: Self.formerNames) == [Self.name: .error])
    let notes = RuleSettings.diagnostics(in: policy, reading, formerNames: Self.formerNames)
    #expect(notes.map(\.message) == ["\(Self.former) is a former name of the rule \(Self.name)"])
    #expect(notes.map(\.severity) == [.info])
    #expect(try fixed(text, by: notes[0]) == "\(Self.session)\nrules: { \(Self.name): error } # strict")
  }

  /// If a policy sets both names, the setting of the new name counts.
  @Test(arguments: [(former, name), (name, former)])
  func settingOfTheNameOutweighsThatOfAFormerOne(_ first: RuleName, _ second: RuleName) throws {
    let levels = [Self.name: "warning", Self.former: "off"]
    let text = try "rules: { \(first): \(#require(levels[first])), \(second): \(#require(levels[second])) }"
    let reading = reading(text)
    let policy = try #require(reading.policy)
    #expect(RuleSettings.levels(in: policy, formerNames: Self.formerNames) == [Self.name: .warning])
    let notes = RuleSettings.diagnostics(in: policy, reading, formerNames: Self.formerNames)
    #expect(try notes.map { try fixed(text, by: $0) } == ["rules: { \(Self.name): warning }"])
  }

  @Test func selectionAndExplanationTakeIt() throws {
    let finding = try #require(findings(in: reading(Self.session)).first)
    for text in [Self.former.text, Self.name.text] {
      let selected = try RuleSelection(selected: [text], ignored: [], formerNames: Self.formerNames)
      let ignored = try RuleSelection(selected: [], ignored: [text], formerNames: Self.formerNames)
      #expect(selected.includes(finding) && !ignored.includes(finding))
      #expect(Catalog.rule(text, formerNames: Self.formerNames)?.name == Self.name)
    }
    #expect(throws: RuleSelection.UnknownName.self) {
      try RuleSelection(selected: [Self.former.text], ignored: [])
    }
  }

  @Test func baselineHoldsItsFindings() throws {
    let reading = reading(Self.session)
    var findings = findings(in: reading)
    let json = Baseline(of: findings.map { ($0, reading.sources) }).json
    let old = try JSONReader.read(
      Array(json.prettyText.replacing(Self.name.text, with: Self.former.text).utf8))
    var baseline = try Baseline(json: old, formerNames: Self.formerNames)
    baseline.apply(to: &findings, in: reading.sources)
    #expect(findings.map(\.counts) == [false])
    #expect(baseline.findingCount == 0)
  }
}
