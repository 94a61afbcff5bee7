import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// The requirements of an organization: the values that they check, and the locations of their findings.
@Suite struct RequirementTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let subject: String
    let conditions: String
    /// The section that is checked, with marks around the text that breaks the requirement.
    let policy: String
    let messages: [String]

    var testDescription: String { "\(subject) \(conditions)" }
  }

  static let cases = [
    // Values in whatever unit.
    Case(
      subject: "sessions", conditions: "must: { timeoutIntervalForResource: 2d }",
      policy: "sessions: { a: { identifier: com.example.a, timeoutIntervalForResource: 48h } }", messages: []),
    Case(
      subject: "sessions", conditions: "must: { timeoutIntervalForRequest: { atMost: 60s } }",
      policy: "sessions: { a: { identifier: com.example.a, timeoutIntervalForRequest: «61» } }",
      messages: ["timeoutIntervalForRequest of a is 61; it must be at most 60s"]),
    Case(
      subject: "transfers", conditions: "must: { size: { atMost: 5MB } }",
      policy: """
        sessions: { a: { identifier: com.example.a } }
        transfers:
          one: { session: a, direction: download, size: 2MB..5MB }
          two: { session: a, direction: download, size: «4MB..6MB» }
        """, messages: ["size of two is 4MB..6MB; it must be at most 5MB"]),
    Case(
      subject: "app", conditions: "must: { deploymentTarget: { iOS: { atLeast: \"9.0\" } } }",
      policy: "", messages: []),
    Case(
      subject: "app",
      conditions: "must: { deploymentTarget.iOS: { atLeast: \"17\" }, sdk: { atLeast: \"99\" } }",
      policy: "",
      messages: [
        "sdk of app is 26.1 by default; it must be at least 99",
        "deploymentTarget.iOS of app is 16.0; it must be at least 17",
      ]),
    // The defaults of Apple and of the policy language count as values.
    Case(
      subject: "sessions", conditions: "must: { allowsCellularAccess: false, type: background }",
      policy: "sessions: { «a»: { identifier: com.example.a } }",
      messages: ["allowsCellularAccess of a is true by default; it must be false"]),
    Case(
      subject: "sessions",
      conditions: "when: { waitsForConnectivity: false }, must: { httpMaximumConnectionsPerHost: 4 }",
      policy: "sessions: { «a»: { type: default } }",
      messages: ["httpMaximumConnectionsPerHost of a is 6 by default; it must be 4"]),
    Case(
      subject: "transfers", conditions: "must: { submit: { oneOf: [allAtOnce, { batch: 50 }] } }",
      policy: """
        sessions: { a: { identifier: com.example.a } }
        transfers:
          one: { session: a, direction: download, size: 1MB }
          two: { session: a, direction: download, size: 1MB, submit: { batch: 50 } }
          three: { session: a, direction: download, size: 1MB, submit: «oneAtATime» }
        """, messages: ["submit of three is oneAtATime; it must be one of allAtOnce, { batch: 50 }"]),
    // A missing value meets only the requirement that it is missing.
    Case(
      subject: "tasks", conditions: "must: { expectedRuntime: { atMost: 25s } }",
      policy: "tasks: { «a»: { type: appRefresh, identifier: com.example.a } }",
      messages: ["a has no expectedRuntime; it must be at most 25s"]),
    Case(
      subject: "tasks", conditions: "must: { startsTransfers: { present: false } }",
      policy: "tasks: { a: { type: appRefresh, identifier: com.example.a } }", messages: []),
    // Texts, with build settings in their place.
    Case(
      subject: "tasks", conditions: "must: { identifier: { matches: \"com.example.?*\" } }",
      policy: """
        tasks:
          a: { type: appRefresh, identifier: $(PRODUCT_BUNDLE_IDENTIFIER).a }
          b: { type: processing, identifier: «com.example.» }
        """, messages: ["identifier of b is com.example.; it must be of the form com.example.?*"]),
    Case(
      subject: "pushes",
      conditions: "must: { headers.apns-priority: 5, payload: { aps: { content-available: 1 } } }",
      policy: """
        pushes:
          a: { headers: { apns-push-type: background, apns-priority: «10» }, payload: { aps: { content-available: 1 } } }
        """, messages: ["headers.apns-priority of a is 10; it must be 5"]),
    Case(
      subject: "targets",
      conditions: "must: { appGroups: { matches: \"group.com.example.*\" }, type: { not: widget } }",
      policy: """
        targets:
          a: { type: extension, bundleIdentifier: com.example.a, appGroups: «[group.com.example.a, group.org]» }
        """,
      messages: [
        "appGroups of a is [group.com.example.a, group.org]; it must be of the form group.com.example.*"
      ]),
    // A condition that no value can meet is an error in the requirement.
    Case(
      subject: "sessions", conditions: "must: { «alowsCellularAccess»: false }",
      policy: "sessions: { a: { identifier: com.example.a } }",
      messages: ["The sessions have no key alowsCellularAccess, did you mean allowsCellularAccess?"]),
    Case(
      subject: "sessions", conditions: "must: { timeoutIntervalForResource: «{ atMost: 4MB }» }",
      policy: "sessions: { a: { identifier: com.example.a } }",
      messages: ["timeoutIntervalForResource of a is 7d, which can't be compared with at most 4MB"]),
    Case(
      subject: "sessions", conditions: "must: { timeoutIntervalForResource: { «atmost»: 2d } }",
      policy: "sessions: { a: { identifier: com.example.a } }",
      messages: ["There is no condition atmost, did you mean atMost?"]),
  ]

  @Test(arguments: cases) func requirementIsChecked(_ example: Case) {
    let marked = MarkedText(
      RuleExample.head + example.policy
        + "\nrequire:\n  - { id: own, for: \(example.subject), \(example.conditions) }\n")
    let findings = Linter.findings(in: PolicyReader.read(marked.source())).filter {
      $0.name.isRequirement || $0.rule.isAboutShape
    }
    #expect(findings.map(\.diagnostic.message) == example.messages)
    if !marked.spans.isEmpty { #expect(findings.map(\.diagnostic.span.range) == marked.spans) }
  }

  private static let base = """
    schema: 1
    require:
      - id: no-cellular
        for: sessions
        must: { allowsCellularAccess: false }
        message: Sessions stay off cellular.
        severity: warning
    """

  private func findings(_ text: String, base: String = base) -> [Finding] {
    let source = SourceText(name: "app/policy.yaml", text: "schema: 1\nextends: org.yaml\n" + text)
    let reading = PolicyReader.read(source) { path in
      path == "app/org.yaml" ? .success(Array(base.utf8)) : .failure(UnreadableFile("there is no such file"))
    }
    return Linter.findings(in: reading)
  }

  @Test func bothPlacesAreShown() throws {
    let text = """
      app: { name: A, bundleIdentifier: com.example }
      sessions: { a: { identifier: com.example.a, allowsCellularAccess: true } }
      """
    let finding = try #require(findings(text).first { $0.name == "require/no-cellular" })
    #expect(finding.severity == .warning)
    #expect(finding.diagnostic.message == "Sessions stay off cellular.")
    #expect(finding.diagnostic.path == "sessions.a.allowsCellularAccess")
    #expect(finding.diagnostic.span.source.index == 0)
    #expect(finding.diagnostic.related.map(\.span.source.index) == [1])
    #expect(finding.diagnostic.fixes.map(\.title) == ["Set allowsCellularAccess to false"])
  }

  @Test func inheritedValueIsFoundWhereItIsWritten() throws {
    let base = Self.base + "\nsessions: { a: { identifier: com.example.a, allowsCellularAccess: true } }\n"
    let finding = try #require(
      findings("app: { name: A, bundleIdentifier: com.example }\n", base: base)
        .first { $0.name == "require/no-cellular" })
    #expect(finding.diagnostic.span.source.index == 1)
    #expect(finding.diagnostic.related.map(\.span.source.index) == [1, 0])
    #expect(finding.diagnostic.related.last?.message == "inherited from here")
  }

  /// An extending policy can neither switch a requirement off nor replace the requirement.
  @Test(arguments: [
    ("rules: { require/no-cellular: off }", "policy-bad-value"),
    ("rules: { require: off }", "policy-bad-value"),
    (
      "require: [{ id: no-cellular, for: tasks, must: { identifier: { present: true } } }]",
      "policy-bad-value"
    ),
  ])
  func requirementCannotBeWeakened(_ text: String, _ rule: String) {
    let policy = """
      app: { name: A, bundleIdentifier: com.example }
      sessions: { a: { identifier: com.example.a } }

      """
    let names = findings(policy + text).map(\.name.text)
    #expect(names.contains("require/no-cellular"))
    #expect(names.contains(rule))
  }
}
