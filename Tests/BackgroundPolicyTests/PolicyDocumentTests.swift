import BackgroundPolicy
import Foundation
import TestSupport
import Testing

/// Tests of the library by its public interface only.
@Suite struct PolicyDocumentTests {
  private static let head = "schema: 1\napp: { name: Example, bundleIdentifier: com.example }\n"

  @Test func diagnosticsSayWhatAndWhere() throws {
    let text = Self.head + "sessions:\n  photos: { identifier: com.example.photos, isDiscretionry: true }\n"
    let document = PolicyDocument(text: text, name: "photos.yaml")
    let diagnostic = try #require(document.diagnostics.first { $0.rule == "policy-unknown-key" })
    #expect(diagnostic.severity == .error)
    #expect((diagnostic.location.line, diagnostic.location.column) == (4, 45))
    #expect(diagnostic.description.hasPrefix("photos.yaml:4:45: error: "))
    #expect(!document.isValid)
  }

  /// The diagnostics of the text have related locations and safe and unsafe fixes. Some diagnostics are suppressed, and every
  /// severity occurs.
  @Test func diagnosticsSurviveJSON() throws {
    let text = """
      \(Self.head)backgroundModes: [fetch, audio, audio] # bgpolicy:ignore bg-mode-fetch-unused -- a beta needs it
      sessions:
        photos: { identifier: com.example.photos, isDiscretionary: true, timeoutIntervalForResource: 1s }
        videos: { identifier: com.example.photos, isDiscretionry: true }
      """
    let diagnostics = PolicyDocument(text: text).diagnostics
    let severities = Set(diagnostics.map(\.severity))
    let safeties = Set(diagnostics.flatMap(\.fixes).map(\.isSafe))
    #expect(severities == [.note, .warning, .error])
    #expect(safeties == [true, false])
    #expect(diagnostics.contains { $0.isSuppressed })
    #expect(diagnostics.contains { !$0.related.isEmpty })
    let data = try JSONEncoder().encode(diagnostics)
    #expect(try JSONDecoder().decode([PolicyDiagnostic].self, from: data) == diagnostics)
  }

  @Test func rulesSurviveJSON() throws {
    let rules = PolicyRule.all
    #expect(!rules.isEmpty)
    let data = try JSONEncoder().encode(rules)
    #expect(try JSONDecoder().decode([PolicyRule].self, from: data) == rules)
  }

  @Test func aFixMakesAnotherDocument() throws {
    let text = Self.head + "sessions:\n  photos: { identifier: com.example.photos, isDiscretionry: true }\n"
    let document = PolicyDocument(text: text)
    let diagnostic = try #require(document.diagnostics.first { $0.rule == "policy-unknown-key" })
    let fixed = document.applying(try #require(diagnostic.fixes.first))
    #expect(fixed.text == text.replacing("isDiscretionry", with: "isDiscretionary"))
    #expect(fixed.diagnostics.allSatisfy { $0.severity != .error })
    #expect(document.text == text)
  }

  /// A fix that needs the decision of a person is shown, but is applied only on request.
  @Test func aDisplayOnlyFixIsMadeByHand() throws {
    let document = PolicyDocument(text: Self.head + "backgroundModes: [voip]\n")
    let diagnostic = try #require(document.diagnostics.first { $0.rule == "bg-mode-voip-unexplained" })
    let fix = try #require(diagnostic.fixes.first)
    #expect(fix.isDisplayOnly && !fix.isSafe)
    #expect(fix.unsafeReason == "depends on whether the app takes calls")
    #expect(document.fixed(includingUnsafe: true).text == document.text)
    let expected = Self.head + "backgroundModes: [{ mode: voip, because: takes calls }]\n"
    #expect(document.applying(fix).text == expected)
  }

  @Test(
    arguments: [
      (
        "sessions: { api: { type: default, isDiscretionary: true } }", "session-discretionary-noop",
        "unnecessary"
      ),
      (
        "sessions: { api: { type: default, httpShouldUsePipelining: true } }",
        "session-pipelining-deprecated", "deprecated"
      ),
      ("backgroundModes: [voip]", "bg-mode-voip-unexplained", nil),
    ] as [(String, String, String?)]) func diagnosticsHaveTheTagsOfTheirRule(
      _ policy: String, _ rule: String, _ tag: String?
    )
    throws
  {
    let diagnostics = PolicyDocument(text: Self.head + policy + "\n").diagnostics
    let diagnostic = try #require(diagnostics.first { $0.rule == rule })
    #expect(diagnostic.tags.map(\.rawValue) == (tag.map { [$0] } ?? []))
  }

  @Test func aFixOfAnotherDocumentChangesNothing() throws {
    let long = PolicyDocument(text: Self.head + "sessions:\n  photos: { identifer: com.example.photos }\n")
    let fix = try #require(long.diagnostics.flatMap(\.fixes).first)
    #expect(PolicyDocument(text: "schema: 1\n").applying(fix).text == "schema: 1\n")
  }

  @Test(arguments: [false, true]) func fixedDocumentsHaveNothingLeftToFix(_ includingUnsafe: Bool) throws {
    let text =
      Self.head
      + "backgroundModes: [audio, audio]\nsessions:\n  photos: { identifier: com.example.photos, isDiscretionary: true }\n"
    let document = PolicyDocument(text: text)
    let fixed = document.fixed(includingUnsafe: includingUnsafe)
    #expect(fixed.text.contains("[audio]"))
    #expect(fixed.text.contains("allowsConstrainedNetworkAccess") == includingUnsafe)
    #expect(fixed.fixed(includingUnsafe: includingUnsafe).text == fixed.text)
  }

  @Test func basePoliciesComeFromTheCaller() {
    let text = "schema: 1\nextends: [base.yaml]\nsessions: { photos: { identifier: com.example.photos } }\n"
    let alone = PolicyDocument(text: text, name: "app/bgpolicy.yaml")
    let missing = alone.diagnostics.first { $0.rule == "policy-extends" }
    #expect(missing?.message.contains("it is not available") == true)
    let document = PolicyDocument(text: text, name: "app/bgpolicy.yaml") { path in
      #expect(path == "app/base.yaml")
      return Self.head
    }
    #expect(document.isValid)
  }

  @Test func suppressionsExpireByTheDayOfTheCaller() {
    let text =
      Self.head
      + "backgroundModes: [fetch] # bgpolicy:ignore bg-mode-fetch-unused until=2026-01-31 -- a beta needs it\n"
    let before = PolicyDocument(text: text, today: "2026-01-31")
    let after = PolicyDocument(text: text, today: "2026-02-01")
    let reasons = before.diagnostics.filter { $0.rule == "bg-mode-fetch-unused" }.map(\.suppressionReason)
    #expect(reasons == ["a beta needs it"])
    #expect(after.diagnostics.contains { $0.rule == "suppression-expired" })
  }

  @Test(arguments: ["Photos", "Podcasts"]) func filesAreThoseOfTheCommand(_ example: String) throws {
    let path = "Examples/\(example)/bgpolicy.yaml"
    let files = try PolicyDocument(text: try Project.text(path), name: path).generatedFiles()
    #expect(!files.isEmpty)
    for file in files {
      #expect(file.text == (try Project.text("Examples/\(example)/Generated/\(file.path)")))
    }
  }

  @Test func invalidDocumentsAreNotCompiled() async {
    let document = PolicyDocument(text: "tasks: 3\n")
    #expect(throws: PolicyError.invalid) { try document.generatedFiles() }
    await #expect(throws: PolicyError.invalid) { try await document.estimate() }
  }

  @Test func rulesAreListedOnce() {
    let names = PolicyRule.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count > 150)
    #expect(PolicyRule.all.allSatisfy { $0.sources.allSatisfy { $0.hasPrefix("https://") } })
  }
}

/// Estimates by the library.
@Suite struct PolicyEstimateTests {
  private func photos() throws -> PolicyDocument {
    PolicyDocument(text: try Project.text("Examples/Photos/bgpolicy.yaml"))
  }

  @Test func figuresAreThoseOfTheCommand() async throws {
    let estimate = try await photos().estimate(runs: 50, seed: 7)
    let result = try Tool.run(
      "estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "50", "--seed", "7", "--format", "json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let transfers = try #require(json["transfers"] as? [String: [String: Any]])
    #expect(estimate.runs == 50)
    #expect(Set(estimate.transfers.map(\.name)) == Set(transfers.keys))
    for transfer in estimate.transfers {
      let completion = try #require(transfers[transfer.name]?["completionSeconds"] as? [String: Any])
      let p95 = try #require(completion["p95"] as? Double)
      #expect(abs(try #require(transfer.completion.p95) - p95) < 0.001)
    }
  }

  @Test func progressGrowsToOne() async throws {
    let shares = Shares()
    _ = try await photos().estimate(runs: 300) { shares.add($0) }
    let all = shares.all
    #expect(all == all.sorted())
    #expect(all.last == 1)
    #expect(all.count > 1)
  }

  @Test func aCancelledTaskEnds() async throws {
    let document = try photos()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await document.estimate(runs: 1_000_000)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func tooMuchWorkIsRefused() async throws {
    let document = PolicyDocument(
      text: """
        schema: 1
        app: { name: A, bundleIdentifier: com.example.a }
        sessions: { s: { identifier: com.example.a.s } }
        transfers: { t: { session: s, size: 1kB, every: 0.001s } }

        """, name: "heavy.yaml")
    await #expect(throws: PolicyError.tooMuchWork) { try await document.estimate() }
  }

  @Test func unknownScenariosAreNamed() async throws {
    let document = try photos()
    let known = document.scenarios
    #expect(known.contains("commuter"))
    await #expect(throws: PolicyError.unknownScenario("nowhere", known: known)) {
      try await document.estimate(scenario: "nowhere")
    }
  }
}

/// The shares that an estimate reports, which may come from any thread.
private final class Shares: @unchecked Sendable {
  private let lock = NSLock()
  private var shares: [Double] = []

  var all: [Double] { lock.withLock { shares } }

  func add(_ share: Double) { lock.withLock { shares.append(share) } }
}
