import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Properties of every fix in every form of every example.
@Suite struct RuleFixTests {
  typealias Case = RuleExampleTests.Case

  /// Forms of an example. Some forms change the example's text, and other forms write its value anew.
  static let forms: [(name: String, apply: @Sendable (String) -> String?)] =
    [
      ("as it is", { $0 }),
      ("with comments", TextForms.withComments),
      ("with carriage returns", { TextForms.withCarriageReturns(TextForms.withComments($0)) }),
      ("behind a byte order mark", TextForms.withByteOrderMark),
      ("without a line break at the end", { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }),
    ]
    + [
      YAMLForm("block"), YAMLForm("flow") { $0.collections = .flow },
      YAMLForm("JSON") { $0.collections = .json },
      YAMLForm("aliases") { $0.hasAliases = true },
      YAMLForm("aliases in flow") {
        $0.hasAliases = true
        $0.collections = .flow
      },
      YAMLForm("merge keys") { $0.hasMergeKeys = true },
      YAMLForm("block with comments") { $0.hasComments = true },
      YAMLForm("block in double quotes, deeply indented") {
        $0.quotes = .double
        $0.indentation = 5
        $0.hasComments = true
      },
    ].map { form in (form.name, { YAMLData(text: $0).map(form.text) }) }

  @Test(arguments: RuleExampleTests.triggers) func fixRemovesItsFindingAndIsIdempotent(_ example: Case) {
    let original = MarkedText(example.example.policy).text
    for (name, apply) in Self.forms {
      guard let text = apply(original) else { continue }
      let before = findings(in: text).findings
      for fix in before.filter({ $0.rule.name == example.rule.name }).flatMap(\.diagnostic.fixes) {
        let fixed = make(fix, in: text)
        let comment: Testing.Comment = "\(name), \(fix.title):\n\(fixed)"
        #expect(fixed != text, comment)
        // Rules about suppressions fix comments, so their fixes may change comments.
        if !example.rule.name.text.hasPrefix("suppression-") {
          #expect(comments(in: fixed) == comments(in: text), comment)
        }
        let after = findings(in: fixed).findings
        #expect(count(example.rule, in: after) < count(example.rule, in: before), comment)
        #expect(newTrouble(in: after, since: before) == [], comment)
      }
      let fixed = applyAll(of: example.rule, to: text)
      #expect(applyAll(of: example.rule, to: fixed) == fixed, "\(name): \(fixed)")
    }
  }

  @Test(arguments: MetamorphicTests.policies) func fixesOfWholePoliciesAreSound(
    _ policy: MetamorphicTests.Case
  ) {
    let before = findings(in: policy.text, folder: policy.folder).findings
    for finding in before {
      for fix in finding.diagnostic.fixes where finding.diagnostic.span.source == SourceID(index: 0) {
        let fixed = make(fix, in: policy.text)
        let comment: Testing.Comment = "\(fix.title):\n\(fixed)"
        let after = findings(in: fixed, folder: policy.folder).findings
        #expect(comments(in: fixed) == comments(in: policy.text), comment)
        #expect(count(finding.rule, in: after) < count(finding.rule, in: before), comment)
        #expect(newTrouble(in: after, since: before) == [], comment)
      }
    }
  }

  @Test(arguments: MetamorphicTests.examples + MetamorphicTests.policies) func fixesMadeAtOnceLeaveSoundYAML(
    _ policy: MetamorphicTests.Case
  ) {
    for (name, apply) in Self.forms where ["with comments", "block", "flow", "merge keys"].contains(name) {
      guard let text = apply(policy.text) else { continue }
      let before = findings(in: text, folder: policy.folder).findings
      var edits: [Edit] = []
      for fix in before.compactMap(\.diagnostic.fixes.first)
      where fix.edits.allSatisfy({ edit in
        edit.span.source == SourceID(index: 0)
          && edits.allSatisfy { edit.span.upper <= $0.span.lower || $0.span.upper <= edit.span.lower }
      }) {
        edits += fix.edits
      }
      let fixed = edits.applied(to: Array(text.utf8), of: SourceID(index: 0))
      let after = findings(in: String(decoding: fixed, as: UTF8.self), folder: policy.folder).findings
      let syntax: Set<RuleName> = [.yamlSyntax, .yamlDuplicateKey, .policyWrongType]
      let known = Set(before.map(\.name))
      #expect(
        after.filter { syntax.contains($0.name) && !known.contains($0.name) }.map(\.diagnostic.message) == [],
        "\(name):\n\(String(decoding: fixed, as: UTF8.self))")
    }
  }

  @Test func manyRulesHaveAFix() {
    let fixable = Set(
      RuleExampleTests.triggers.filter { example in
        findings(in: MarkedText(example.example.policy).text).findings.contains {
          $0.rule.name == example.rule.name && !$0.diagnostic.fixes.isEmpty
        }
      }.map(\.rule.name))
    #expect(fixable.count >= 45, "\(fixable.count) rules have a fix: \(fixable.sorted())")
  }

  // MARK: - Fixes

  private func make(_ fix: Fix, in text: String) -> String {
    #expect(Set(fix.edits.map(\.span.source)) == [SourceID(index: 0)])
    let ordered = fix.edits.sorted { $0.span < $1.span }
    for (edit, next) in zip(ordered, ordered.dropFirst()) { #expect(edit.span.upper <= next.span.lower) }
    return String(decoding: fix.edits.applied(to: Array(text.utf8), of: SourceID(index: 0)), as: UTF8.self)
  }

  /// Makes the first fix of each finding of a rule.
  private func applyAll(of rule: Rule, to text: String) -> String {
    var text = text
    // Each pass makes a single fix, because the fix can change the locations of other findings.
    for _ in 0..<8 {
      let found = findings(in: text).findings.first {
        $0.rule.name == rule.name && !$0.diagnostic.fixes.isEmpty
      }
      guard let fix = found?.diagnostic.fixes.first else { return text }
      text = make(fix, in: text)
    }
    return text
  }

  // MARK: - Linting

  private func count(_ rule: Rule, in findings: [Finding]) -> Int {
    findings.count { $0.rule.name == rule.name }
  }

  /// New errors, and new findings about the shape of the policy.
  private func newTrouble(in after: [Finding], since before: [Finding]) -> [String] {
    let known = Set(before.map { "\($0.name) \($0.diagnostic.message)" })
    return after.filter { $0.severity == .error || $0.rule.isAboutShape }
      .map { "\($0.name) \($0.diagnostic.message)" }.filter { !known.contains($0) }
  }

  private func comments(in text: String) -> [String] {
    var tree = NodeTree()
    _ = YAMLReader.read(SourceText(name: "text.yaml", text: text), into: &tree)
    return tree.comments(in: SourceID(index: 0)).map {
      String(decoding: Array(text.utf8)[$0.span.range], as: UTF8.self)
    }
  }
}
