import PolicyLint
import PolicySyntax
import Testing

/// A policy with hundreds of declarations has the same findings as a small policy, each at its own location.
@Suite struct ManyDeclarationTests {
  private static let head = "schema: 1\napp: { name: A, bundleIdentifier: com.example.a }\n"
  private static let count = 300

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let policy: String
    let rule: String
    /// The number of findings of the rule.
    let findings: Int

    init(_ name: String, _ section: String, rule: String, findings: Int, _ entry: (Int) -> String) {
      testDescription = name
      policy = head + section + "\n" + (0..<count).map { "  " + entry($0) + "\n" }.joined()
      self.rule = rule
      self.findings = findings
    }
  }

  static let cases = [
    Case("background sessions", "sessions:", rule: "session-too-many-background", findings: 1) {
      "s\($0): { identifier: com.example.a.s\($0), timeoutIntervalForResource: 1d }"
    },
    Case(
      "sessions with one identifier", "sessions:", rule: "session-identifier-duplicate", findings: count - 1
    ) {
      "s\($0): { identifier: com.example.a.s, timeoutIntervalForResource: 1d }"
    },
    Case(
      "sessions that differ in cellular access", "sessions:", rule: "session-split-by-cellular",
      findings: count / 2
    ) {
      "s\($0): { identifier: com.example.a.s\($0), timeoutIntervalForResource: \($0 / 2 + 1)h, allowsCellularAccess: \($0 % 2 == 0) }"
    },
    Case("app refresh tasks", "tasks:", rule: "bg-too-many-refresh", findings: count - 1) {
      "t\($0): { type: appRefresh, identifier: com.example.a.t\($0), reschedule: true }"
    },
    Case("identifiers that differ in case", "tasks:", rule: "bg-identifier-case", findings: count / 2) {
      "t\($0): { type: processing, identifier: com.example.a.\($0 % 2 == 0 ? "t" : "T")\($0 / 2), reschedule: true }"
    },
    Case(
      "permitted identifiers without a task", "permittedIdentifiers:", rule: "bg-identifier-without-handler",
      findings: count
    ) {
      "- com.example.a.t\($0)"
    },
    Case(
      "permitted identifiers twice", "permittedIdentifiers:", rule: "bg-identifier-listed-twice",
      findings: count / 2
    ) {
      "- com.example.a.t\($0 / 2)"
    },
    Case("unnamed background tasks", "backgroundTasks:", rule: "uitask-unnamed", findings: count) {
      "b\($0): { expectedRuntime: 5s }"
    },
    Case("pushes that are the same", "pushes:", rule: "push-not-told-apart", findings: count) {
      "p\($0): { headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example.a }, payload: { aps: { content-available: 1 } } }"
    },
    Case("the same key", "z:", rule: "yaml-duplicate-key", findings: count - 1) { _ in "a: 1" },
    Case("scenarios in a circle", "scenarios:", rule: "policy-dangling-reference", findings: count) {
      "s\($0): { extends: s\(($0 + 1) % count) }"
    },
    Case("scenarios in a chain", "scenarios:", rule: "policy-dangling-reference", findings: 0) {
      $0 == 0 ? "s0: { extends: commuter }" : "s\($0): { extends: s\($0 - 1) }"
    },
    Case("suppressed sessions", "sessions:", rule: "suppression-unused", findings: 0) {
      "# bgpolicy:ignore session-resource-timeout-implicit -- meant\n  s\($0): { identifier: com.example.a.s\($0) }"
    },
  ]

  @Test(arguments: cases) func eachIsReported(_ one: Case) {
    let found = findings(in: one.policy).findings.filter { $0.name.text == one.rule && $0.suppression == nil }
    #expect(found.count == one.findings)
    #expect(Set(found.map(\.diagnostic.span)).count == found.count)
  }

  /// The linter compares few declarations in pairs, and many declarations by an index, with the same findings.
  @Test(arguments: [2, 8, 10, 20]) func fewAreReportedAsMany(_ count: Int) {
    // The Kelvin sign is an uppercase K in Unicode, and has three bytes.
    let identifiers = (0..<count).map {
      $0 % 2 == 0 ? "com.example.a.k\($0 / 2)" : "com.example.a.\u{212A}\($0 / 2)"
    }
    let policy =
      Self.head + "permittedIdentifiers: [" + identifiers.joined(separator: ", ") + "]\n"
      + "sessions: { s: { identifier: \(identifiers[0]), timeoutIntervalForResource: 1d } }\ntasks:\n"
      + identifiers.enumerated().map {
        "  t\($0): { type: processing, identifier: \($1) }\n  u\($0): { type: appRefresh, identifier: \($1) }\n"
      }.joined()
    let rules = findings(in: policy).findings.map(\.name.text)
    func number(of rule: String) -> Int { rules.count { $0 == rule } }
    #expect(number(of: "bg-identifier-case") == count)
    #expect(number(of: "bg-identifier-two-types") == count)
    #expect(number(of: "bg-identifier-listed-twice") == 0)
    #expect(number(of: "bg-identifier-not-permitted") == 0)
    #expect(number(of: "bg-identifier-without-handler") == 0)
  }

  /// The message about a long circle of scenarios names only some of the scenarios.
  @Test func aLongCircleIsShortened() throws {
    let circle =
      Self.head + "scenarios:\n" + (0..<100).map { "  s\($0): { extends: s\(($0 + 1) % 100) }\n" }.joined()
    let message = try #require(findings(in: circle).findings.first).diagnostic.message
    #expect(
      message
        == "The scenario s0 extends itself: " + (0..<20).map { "s\($0)" }.joined(separator: " → ")
        + " → … → s0")
  }
}
