import PolicyLint
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

/// Fixes that reports show, but that no option applies.
@Suite struct DisplayOnlyFixTests {
  private static let head = "schema: 1\napp: { name: A, bundleIdentifier: com.example }\n"

  private func fix(_ text: String, _ scope: FixResult.Scope) -> FixResult {
    FixResult(SourceText(name: "policy.yaml", text: text), allowing: scope, on: RuleExample.day) {
      PolicyReader.read($0)
    }
  }

  /// A policy, a rule, and the titles of the fixes that the rule shows in the policy.
  @Test(
    arguments: [
      (
        "tasks: { refresh: { type: appRefresh, identifier: com.example.refresh, submittedAt: [launch, handlerStart] } }",
        "bg-refresh-floor", ["Add earliestBegin: 15m", "Add earliestBegin: 1h"]
      ),
      (
        "backgroundModes: [voip]", "bg-mode-voip-unexplained",
        ["Write { mode: voip, because: takes calls }", "Remove voip from backgroundModes"]
      ),
      (
        """
        pushes:
          changes: { match: { kind: sync }, payload: { aps: { content-available: 1 } } }
          config: { match: { kind: sync }, payload: { aps: { content-available: 1 } } }
        """, "push-not-told-apart", ["Set match to { kind: config }"]
      ),
      (
        "backgroundModes: [fetch]", "bg-mode-fetch-unused", ["Remove fetch from backgroundModes"]
      ),
      (
        "permittedIdentifiers: [com.example.sync]", "bg-identifier-without-handler",
        ["Remove it from permittedIdentifiers"]
      ),
      (
        """
        sessions: { library: { identifier: com.example.library, timeoutIntervalForResource: 1d } }
        transfers: { photos: { session: library, duration: 5s } }
        """, "task-byte-counts-missing", ["Add size: unknown"]
      ),
    ] as [(String, RuleName, [String])])
  func areShownAndNotApplied(_ policy: String, _ rule: RuleName, _ titles: [String]) throws {
    let policy = Self.head + policy + "\n"
    for scope in FixResult.Scope.allCases {
      let fixing = fix(policy, scope)
      let finding = try #require(fixing.findings.first { $0.name == rule })
      #expect(finding.diagnostic.fixes.map(\.title) == titles)
      #expect(finding.diagnostic.fixes.allSatisfy { $0.safety.name == "display-only" })
      #expect(finding.diagnostic.fixes.filter(scope.allows).isEmpty)
      // The report does not list these fixes as fixes that bgpolicy could have made.
      #expect(!fixing.unmade.contains { $0.finding.name == rule })
      #expect(!fixing.fixes.contains { titles.contains($0.title) })
    }
  }

  @Test(
    arguments: [
      (.safe, .safe, .safe), (.safe, .guesses, .guesses), (.guesses, .safe, .guesses),
      (.guesses, .changesSwift, .guesses),
      (.guesses, .displayOnly(because: "is one of two"), .displayOnly(because: "is one of two")),
      (.displayOnly(because: "is one of two"), .safe, .displayOnly(because: "is one of two")),
    ] as [(Fix.Safety, Fix.Safety, Fix.Safety)])
  func severalFixesAreAsSafeAsTheLeastSafeOne(_ one: Fix.Safety, _ other: Fix.Safety, _ both: Fix.Safety) {
    #expect(one.combined(with: other) == both)
  }
}
