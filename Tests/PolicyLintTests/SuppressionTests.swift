import PolicyLint
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

/// Comments suppress findings of a policy. The tests examine the findings of two rules.
@Suite struct SuppressionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: String
    /// The findings that remain, as rule and path. Only the findings of the two examined rules are included.
    let left: [String]
    let suppressed: [String]

    init(_ name: String, _ policy: String, left: [String] = [], suppressed: [String] = []) {
      testDescription = name
      self.policy = policy
      self.left = left
      self.suppressed = suppressed
    }
  }

  static let implicit = "session-resource-timeout-implicit"

  static let cases = [
    Case(
      "trailing, for its own line only",
      """
      sessions:
        one: { identifier: com.example.one } # bgpolicy:ignore \(implicit) -- meant
        two: { identifier: com.example.two }
      """, left: ["\(implicit) sessions.two"], suppressed: ["\(implicit) sessions.one"]),
    Case(
      "on a line of its own, for the whole entry below",
      """
      # bgpolicy:ignore \(implicit) -- meant
      sessions:
        one: { identifier: com.example.one }
        two: { identifier: com.example.two }
      """, suppressed: ["\(implicit) sessions.one", "\(implicit) sessions.two"]),
    Case(
      "on a line of its own, not for the entry behind the next",
      """
      sessions:
        # bgpolicy:ignore \(implicit) -- meant

        # another comment
        one:
          identifier: com.example.one
        two:
          identifier: com.example.two
      """, left: ["\(implicit) sessions.two"], suppressed: ["\(implicit) sessions.one"]),
    Case(
      "two above one entry",
      """
      sessions:
        # bgpolicy:ignore \(implicit) -- meant
        # bgpolicy:ignore session-discretionary-noop -- meant
        one: { identifier: com.example.one }
      """,
      left: ["suppression-unused "], suppressed: ["\(implicit) sessions.one"]),
    Case(
      "several rules in one comment",
      """
      sessions:
        # bgpolicy:ignore session-discretionary-noop, \(implicit) until=2099-12-31 -- meant, all of it
        one: { identifier: com.example.one }
        # bgpolicy:ignore \(implicit), session-discretionary-noop -- meant
        two: { type: default, isDiscretionary: true, identifier: com.example.two }
      """,
      left: ["suppression-unused ", "suppression-unused "],
      suppressed: ["\(implicit) sessions.one", "session-discretionary-noop sessions.two.isDiscretionary"]),
    Case(
      "a list's value and not its first entry",
      """
      backgroundModes:
        # bgpolicy:ignore bg-mode-unknown -- an agreement with Apple
        - because: of an agreement
          mode: telepathy
        - clairvoyance
      """, left: ["bg-mode-unknown backgroundModes[1]"],
      suppressed: ["bg-mode-unknown backgroundModes[0].mode"]),
    Case(
      "by code",
      """
      sessions:
        one: { identifier: com.example.one } # bgpolicy:ignore BGP122 -- meant
      """, left: [], suppressed: ["\(implicit) sessions.one"]),
    Case(
      "an end that has passed",
      """
      sessions:
        one: { identifier: com.example.one } # bgpolicy:ignore \(implicit) until=2026-12-31 -- meant
      """, left: ["\(implicit) sessions.one", "suppression-expired "]),
    Case(
      "the last day",
      """
      sessions:
        one: { identifier: com.example.one } # bgpolicy:ignore \(implicit) until=2027-01-01 -- meant
      """, suppressed: ["\(implicit) sessions.one"]),
    Case(
      "no reason",
      """
      sessions:
        one: { identifier: com.example.one } # bgpolicy:ignore \(implicit) --
      """, left: ["\(implicit) sessions.one", "suppression-malformed "]),
    Case(
      "text that only looks like a comment",
      """
      sessions:
        one: { identifier: com.example.one, httpAdditionalHeaders: { X: "# bgpolicy:ignore \(implicit) -- meant" } }
      """, left: ["\(implicit) sessions.one"]),
    Case(
      "what cannot be suppressed",
      """
      # bgpolicy:ignore policy-unknown-key -- meant
      sesions: {}
      """, left: ["suppression-malformed ", "policy-unknown-key sesions"]),
    Case(
      "a requirement of the policy's own",
      """
      sessions:
        # bgpolicy:ignore require/short -- meant
        one: { identifier: com.example.one, timeoutIntervalForResource: 2d }
        # bgpolicy:ignore require/shorter -- meant
        two: { identifier: com.example.two, timeoutIntervalForResource: 2d }
      require: [{ id: short, for: sessions, must: { timeoutIntervalForResource: 1d } }]
      """,
      left: ["suppression-malformed ", "require/short sessions.two.timeoutIntervalForResource"],
      suppressed: ["require/short sessions.one.timeoutIntervalForResource"]),
    Case(
      "a severity of its own",
      """
      sessions: {} # bgpolicy:ignore \(implicit) -- meant
      rules: { suppression-unused: off }
      """),
  ]

  private static func looksAt(_ finding: Finding) -> Bool {
    finding.rule.isAboutShape || finding.name.isRequirement
      || [
        implicit, "session-discretionary-noop", "bg-mode-unknown", "suppression-unused",
        "suppression-expired",
        "suppression-malformed",
      ].contains(finding.name.text)
  }

  @Test(arguments: cases) func commentIsObeyed(_ example: Case) {
    for lineBreak in ["\n", "\r\n"] {
      let text = (RuleExample.head + example.policy).split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: lineBreak)
      let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text))
      let findings = Linter.findings(in: reading, on: RuleExample.day).filter(Self.looksAt)
      let texts = { (findings: [Finding]) in findings.map { "\($0.name) \($0.diagnostic.path)" } }
      #expect(texts(findings.filter(\.counts)) == example.left)
      #expect(texts(findings.filter { !$0.counts }) == example.suppressed)
      let reasons = findings.compactMap { $0.suppression?.reason }
      #expect(reasons.allSatisfy { ["meant", "meant, all of it", "an agreement with Apple"].contains($0) })
    }
  }

  /// Comments in an extending policy can't suppress a requirement of its base policy.
  @Test func inheritedRequirementCannotBeSuppressed() {
    let text = """
      schema: 1
      extends: org.yaml
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        # bgpolicy:ignore require/short -- we are special
        one: { identifier: com.example.one, timeoutIntervalForResource: 2d }
      """
    let base =
      "require: [{ id: short, for: sessions, must: { timeoutIntervalForResource: 1d } }]\nschema: 1\n"
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text)) { _ in
      .success(Array(base.utf8))
    }
    let findings = Linter.findings(in: reading, on: RuleExample.day)
    #expect(findings.map(\.name.text) == ["suppression-malformed", "require/short"])
    #expect(findings.filter { !$0.counts }.isEmpty)
  }

  /// Suppressions in a base policy apply to every policy that extends it. A policy to which such a suppression doesn't apply has no finding
  /// about the suppression.
  @Test func baseCarriesItsSuppressions() {
    let text = "schema: 1\nextends: org.yaml\napp: { name: A, bundleIdentifier: com.example }\n"
    let base = """
      schema: 1
      sessions:
        # bgpolicy:ignore \(Self.implicit), session-discretionary-noop -- meant
        one: { identifier: com.example.one }
      """
    let reading = PolicyReader.read(SourceText(name: "policy.yaml", text: text)) { _ in
      .success(Array(base.utf8))
    }
    let findings = Linter.findings(in: reading, on: RuleExample.day)
    #expect(findings.map(\.name.text) == [Self.implicit])
    #expect(findings.filter { $0.counts }.isEmpty)
  }
}

@Suite struct CalendarDateTests {
  @Test(arguments: [
    (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"),
    (20_819, "2027-01-01"),
    (47_540, "2100-02-28"), (47_541, "2100-03-01"), (-719_468, "0000-03-01"),
  ])
  func daysAreCounted(_ days: Int, _ text: String) {
    #expect(CalendarDate(daysSince1970: days).description == text)
    #expect(CalendarDate(text) == CalendarDate(daysSince1970: days))
  }

  @Test(arguments: [
    "", "2027", "2027-1-1", "2027-13-01", "2027-02-29", "2100-02-29", "2027-00-10", "27-01-01", "2027-01-0٣",
  ])
  func noDayOfTheCalendarIsNone(_ text: String) {
    #expect(CalendarDate(text) == nil)
  }
}
