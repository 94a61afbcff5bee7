import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// `--fix` makes fixes until no more fixes can be made.
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

  private func fix(_ text: String, _ scope: FixResult.Scope = .all) -> FixResult {
    FixResult(SourceText(name: "policy.yaml", text: text), allowing: scope, on: RuleExample.day) {
      PolicyReader.read($0)
    }
  }

  private func text(_ fixing: FixResult) -> String { String(decoding: fixing.source.bytes, as: UTF8.self) }

  /// A second run makes no fixes, except unsafe fixes of text that the first run has written. A person has to see such text before the fix
  /// is made.
  @Test(arguments: triggers) func fixingTwiceIsFixingOnce(_ example: Case) {
    let once = fix(example.text)
    let twice = fix(text(once))
    #expect(twice.fixes.isEmpty || once.unmade.contains { $0.reason.contains("has just written") })
    #expect(once.fixes.isEmpty == (text(once) == example.text))
    let safe = fix(example.text, .safe)
    #expect(text(fix(text(safe), .safe)) == text(safe))
  }

  /// `--fix=all` makes every fix that a rule offers for its own examples.
  @Test(arguments: triggers) func advertisedFixesAreMade(_ example: Case) {
    let fixing = fix(example.text)
    let name = example.testDescription.prefix { $0 != " " }
    let own = fixing.unmade.filter { $0.finding.rule.name.text == name }
    #expect(own.map { "\($0.fix.title): \($0.reason)" } == [], "\(text(fixing))")
  }

  /// Safe fixing never makes a change that only an unsafe fix may make.
  @Test(arguments: triggers) func safeFixesAreSafe(_ example: Case) {
    #expect(fix(example.text, .safe).fixes.filter { $0.safety != .safe }.isEmpty)
  }

  @Test(arguments: triggers) func nothingGetsWorse(_ example: Case) {
    let before = Linter.findings(
      in: PolicyReader.read(SourceText(name: "policy.yaml", text: example.text)), on: RuleExample.day)
    let fixing = fix(example.text)
    for severity in [Severity.error, .warning] {
      let count = { (findings: [Finding]) in findings.count { $0.severity >= severity } }
      #expect(count(fixing.findings) <= count(before))
    }
    #expect(fixing.findings.count { $0.rule.isAboutShape } <= before.count { $0.rule.isAboutShape })
  }

  private static let head = "schema: 1\napp: { name: A, bundleIdentifier: com.example }\n"

  @Test func renamedModesAreNotRemovedAtOnce() {
    let fixing = fix(Self.head + "backgroundModes: [remote-notifications, Fetch]\n")
    #expect(text(fixing) == Self.head + "backgroundModes: [remote-notification, fetch]\n")
    #expect(fixing.unmade.isEmpty, "A mode that a dependency may use is not removed")
  }

  /// If the moments in a policy are empty or wrong, no two rules undo each other's fixes again and again.
  @Test(arguments: ["[]", "[opening]", "[[launch]]", "[launch]", "[launch, opening]"]) func fixesOfMomentsEnd(
    _ moments: String
  ) {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      tasks:
        refresh: { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, submittedAt: \(moments) }

      """
    var texts = [text]
    for _ in 0..<4 { texts.append(self.text(fix(texts[texts.count - 1]))) }
    #expect(texts[3] == texts[4])
    #expect(!texts[4].contains("reschedule"))
  }

  /// A fix adds nothing for text that another fix removes.
  @Test func nothingIsWrittenForWhatIsRemoved() {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example, deploymentTarget: { iOS: "26.0" } }
      sessions:
        api:
          type: default
          enablesEarlyData: true
      transfers:
        order: { session: api, direction: upload, size: 1kB }

      """
    let found = Linter.findings(in: PolicyReader.read(SourceText(name: "p.yaml", text: text)))
    #expect(
      Set(found.map(\.name)).isSuperset(of: ["session-early-data-classic", "session-early-data-replay"]))
    #expect(self.text(fix(text)) == text.replacing("    enablesEarlyData: true\n", with: ""))
  }

  @Test func fixesThatLintWorseAreNamed() throws {
    let text =
      Self.head + """
        require:
          - { id: cellular, for: sessions, must: { allowsExpensiveNetworkAccess: true } }
        sessions:
          library: { identifier: com.example.library, timeoutIntervalForResource: 1d, allowsCellularAccess: false }

        """
    let fixing = fix(text)
    let unmade = try #require(
      fixing.unmade.first { $0.finding.name == "session-cellular-instead-of-expensive" })
    #expect(unmade.reason.hasPrefix("it would cause error[require/cellular]: "))
    #expect(self.text(fixing) == text)
  }

  /// A large number of fixes takes only a few readings of the policy.
  @Test(arguments: [
    (0..<200).reduce(into: head + "sessions:\n") {
      $0 += "  s\($1): { identifier: com.example.s\($1), isDiscretionary: yes }\n"
    },
    (0..<200).reduce(into: head + "backgroundModes: [fetch]\ntasks:\n") {
      $0 += "  t\($1): { type: appRefresh, identifier: com.example.t\($1) }\n"
    },
    (0..<200).reduce(into: head + "# bgpolicy:ignore session-data-task -- it is so\nsessions:\n") {
      $0 += "  # bgpolicy:ignore push-rate -- it is so\n  s\($1): { type: default }\n"
    },
  ]) func manyFixesTakeFewReadings(_ policy: String) {
    var readings = 0
    let fixing = FixResult(SourceText(name: "policy.yaml", text: policy), allowing: .all, on: RuleExample.day)
    {
      readings += 1
      return PolicyReader.read($0)
    }
    #expect(fixing.fixes.count >= 200)
    #expect(readings < 60, "\(fixing.fixes.count) fixes")
  }

  /// A fix of the policy's shape can uncover hidden findings, even in the text that the fix has written. The fixes of these findings are
  /// made, too. No policy has more errors than before.
  @Test func uncoveredFindingsAreFixed() {
    let text = """
      permittedIdentifiers: expiringActivity
      <<:
          tasks:
              cleanup:
                  submittedAt:
                      -   n0: []
                      - handlerEnd
                  <<:
                      identifier: com.example.cleanup
                      type: processing
              <<:
                  refresh:
                      submittedAt:
                          -   - oneAtATime
                      earliestBegin: 1h
                      <<:
                          identifier: com.example.refresh
                          type: appRefresh
          app:
              deploymentTarget:
                  iOS: '16.0'
              <<:
                  bundleIdentifier: com.example
                  name: Example
          schema: 1

      """
    func errors(_ findings: [Finding]) -> Int { findings.count { $0.severity == .error } }
    let fixing = FixResult(SourceText(name: "policy.yaml", text: text), allowing: .all, on: nil) {
      PolicyReader.read($0)
    }
    let before = Linter.findings(in: PolicyReader.read(SourceText(name: "policy.yaml", text: text)))
    #expect(errors(fixing.findings) <= errors(before), "\(self.text(fixing))")
  }

  @Test func unselectedFindingsStay() {
    let text =
      Self.head
      + "sessions: { one: { type: default, isDiscretionary: true, httpShouldUsePipelining: true } }\n"
    let fixing = FixResult(
      SourceText(name: "policy.yaml", text: text), allowing: .all, on: nil,
      where: { $0.name == "session-discretionary-noop" }, read: { PolicyReader.read($0) })
    #expect(fixing.fixes.map(\.title) == ["Remove isDiscretionary"])
  }

  @Test func suppressedFindingsStay() {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        one: { type: default, isDiscretionary: true } # bgpolicy:ignore session-discretionary-noop -- meant
      """
    #expect(fix(text).fixes.isEmpty)
  }

  @Test func basePoliciesStayAsTheyAre() {
    let text = "schema: 1\nextends: org.yaml\napp: { name: A, bundleIdentifier: com.example }\n"
    let base = "schema: 1\nsessions: { one: { type: default, isDiscretionary: true } }\n"
    let fixing = FixResult(SourceText(name: "policy.yaml", text: text), allowing: .all, on: nil) {
      PolicyReader.read($0) { _ in .success(Array(base.utf8)) }
    }
    #expect(fixing.findings.contains { $0.name == "session-discretionary-noop" })
    #expect(fixing.fixes.isEmpty)
  }
}
