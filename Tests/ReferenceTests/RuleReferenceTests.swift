import JSON
internal import PolicyAdvice
import PolicyLint
import PolicyModel
internal import PolicyReports
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyReports
@testable import bgpolicy

/// The output of `rules` and `explain`.
@Suite struct RuleReferenceTests {
  /// A rule with fixes, a rule with other advice, and a rule that needs the app.
  static let explained = ["push-priority", "bg-continued-static-id", "bg-submit-task-request-main"]

  @Test(arguments: explained) func explanationIsTheSameInEveryFormat(_ name: String) throws {
    for (format, ending) in [("text", "txt"), ("json", "json"), ("markdown", "md")] {
      let run = try Tool.run("explain", name, "--format", format)
      #expect(run.status == 0)
      Snapshot.check(run.output, against: "Tests/Fixtures/Explain/\(name).\(ending)")
    }
  }

  @Test func codeExplainsTheSame() throws {
    #expect(try Tool.run("explain", "bgp401").output == Tool.run("explain", "push-priority").output)
  }

  @Test(arguments: Catalog.rules.map(\.name.text)) func everyExampleSaysWhatIsFound(_ name: String) throws {
    let explanation = RuleExplanation(try #require(Catalog.rule(name)))
    #expect(!explanation.found.isEmpty && !explanation.notFound.isEmpty)
    // Findings in code need the reader of sources. The reader's tests compare the findings with the reported
    // lines.
    for example in explanation.found {
      #expect(!example.findings.isEmpty || !example.reported.isEmpty, "\(example.policy)")
    }
  }

  /// If the policy alone can be fixed, the first example is shown after its fix, and the fixed example has no
  /// finding.
  @Test(arguments: Catalog.rules.map(\.name.text)) func firstExampleIsShownFixed(_ name: String) throws {
    let rule = try #require(Catalog.rule(name))
    let explanation = RuleExplanation(rule)
    let example = try #require(rule.triggers().first)
    let fixes = explanation.found[0].findings.flatMap(\.diagnostic.fixes).filter(\.isWithinPolicy)
    #expect((explanation.fixed == nil) == !fixes.contains(where: FixResult.Scope.all.allows))
    guard let fixed = explanation.fixed else { return }
    #expect(fixed != explanation.found[0].policy)
    let text = fixed.hasPrefix("schema:") ? fixed : example.head + fixed
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text), appFiles: example.appFiles)
    let left = Linter.findings(in: reading, on: RuleExample.day).count { $0.rule.name == rule.name }
    #expect(left < explanation.found[0].findings.count)
  }

  @Test func ruleDocumentIsCurrent() throws {
    Snapshot.check(try Tool.run("rules", "--format", "markdown").output, against: "Documentation/rules.md")
  }

  @Test func appRuleListIsCurrent() throws {
    Snapshot.check(
      try Tool.run("rules", "--needs-app").output, against: "Tests/Fixtures/Explain/needs-app.txt")
  }

  /// The list of rules says that missing findings prove nothing. Text that was not requested is not on
  /// standard output.
  @Test func listPointsAtWhatItLeavesOut() throws {
    let run = try Tool.run("rules")
    #expect(run.errors.contains("bgpolicy rules --needs-app"))
    #expect(try Tool.run("rules", "--quiet").errors == "")
    #expect(run.output.split(separator: "\n").count == Catalog.rules.count)
  }

  @Test func jsonHoldsEveryRule() throws {
    #expect(Self.names(in: RuleReference.json(), "rules") == Catalog.rules.map(\.name.text))
    #expect(
      Self.names(in: RuleReference.appRuleJSON, "needsApp") == Catalog.needsApp.map(\.name.text))
    #expect(try Tool.run("rules", "--format", "json").output == RuleReference.json().prettyText + "\n")
    #expect(
      try Tool.run("rules", "--needs-app", "--format", "json").output
        == RuleReference.appRuleJSON.prettyText + "\n")
  }

  /// Calls with the rules that they list, selected by the rules' properties.
  @Test(
    arguments: [
      (["--select", "sessions"], { @Sendable rule in rule.family == .sessions }),
      (
        ["--select", "BGP2", "--ignore", "tasks"],
        { rule in rule.code.hasPrefix("BGP2") && rule.family != .tasks }
      ),
      (["--severity", "info"], { rule in rule.severity == .info }),
      (
        ["--select", "sessions", "--severity", "error"],
        { rule in rule.family == .sessions && rule.severity == .error }
      ),
    ] as [([String], @Sendable (Rule) -> Bool)])
  func listsSelectedRules(options: [String], isListed: @Sendable (Rule) -> Bool) throws {
    let expected = Catalog.rules.filter(isListed).map(\.name.text)
    #expect(!expected.isEmpty && expected.count < Catalog.rules.count)
    let lines = try Tool.run(words: ["rules"] + options).output.split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ")[2] }.map(String.init) == expected)
    let json = try JSONReader.read(
      Array(Tool.run(words: ["rules", "--format", "json"] + options).output.utf8))
    #expect(Self.names(in: json, "rules") == expected)
    let index = try Tool.run(words: ["rules", "--format", "markdown"] + options).output
    #expect(Self.anchors(in: index).sorted() == expected.sorted())
  }

  @Test func listsFixableRules() throws {
    let json = try JSONReader.read(Array(Tool.run("rules", "--fixable", "--format", "json").output.utf8))
    guard case .array(let rules) = json["rules"] else {
      Issue.record("no rules")
      return
    }
    #expect(!rules.isEmpty && rules.count < Catalog.rules.count)
    #expect(rules.allSatisfy { [.string("safe"), .string("unsafe")].contains($0["fixable"]) })
  }

  /// Pages link to the line of a rule by the rule's name, so each rule has one line with its anchor.
  @Test func indexHasALineForEachRule() {
    let rules = RuleFamily.allCases.flatMap { family in Catalog.rules.filter { $0.family == family } }
    let names = rules.map(\.name) + Catalog.needsApp.map(\.name) + Catalog.gateRules.map(\.name)
    #expect(Self.anchors(in: RuleReference.index.markdown) == names.map(\.text))
  }

  /// The anchors of an index. Their names are visible.
  private static func anchors(in index: String) -> [String] {
    index.split(separator: "\n").filter { $0.hasPrefix("| <a id") }.map { line in
      let name = String(line.split(separator: "\"")[1])
      #expect(line.hasPrefix("| <a id=\"\(name)\"></a>\(name) |"))
      return name
    }
  }

  private static func names(in json: JSONValue, _ member: String) -> [String] {
    guard case .array(let rules) = json[member] else { return [] }
    return rules.compactMap { if case .string(let name) = $0["name"] { name } else { nil } }
  }
}
