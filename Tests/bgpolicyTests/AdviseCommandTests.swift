import Foundation
import TestSupport
import Testing

/// `bgpolicy advise`, called as a user calls it.
@Suite struct AdviseCommandTests {
  struct Document: Decodable, Sendable {
    struct Subject: Decodable, Sendable {
      let kind: String
      let name: String?
    }
    struct Figure: Decodable, Sendable {
      let subject: Subject
      let figure: String
      let before: Double?
      let after: Double?
      let difference: Double?
      let interval: [Double?]?
      let betterInDraws: Double?
      let worseInDraws: Double?
    }
    struct Cost: Decodable, Sendable {
      let subject: Subject
      let figure: String
      let interpretation: String?
    }
    struct UnmetBudget: Decodable, Sendable {
      let name: String
    }
    struct Proposal: Decodable, Sendable {
      let number: Int
      let kind: String
      let title: String
      let objective: String
      let costs: [Cost]
      let removedFindings: [String]
      let addedFindings: [String]
      let fixedBudgets: [String]
      let weakenedBudgets: [String]
      let figures: [Figure]
      let diff: String
    }
    struct Rejection: Decodable, Sendable {
      let kind: String
      let title: String
      let reason: String
    }
    let version: Int
    let proposals: [Proposal]
    let unmetBudgets: [UnmetBudget]
    let rejected: [Rejection]
  }

  private static let folder = "Tests/Fixtures/Advice"

  private static func advise(_ policy: String, runs: Int = 60) throws -> Document {
    let result = try Tool.run(words: ["advise", policy, "--format", "json", "--runs", "\(runs)"])
    #expect(result.status == 0)
    #expect(result.errors == "")
    return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  /// The advice on policies of the fixtures. The advice on each policy is requested once.
  private static let advice = SharedResults<String, Document> { name in
    try advise("\(folder)/\(name).bgpolicy.yaml")
  }

  // MARK: The story of one at a time

  /// For a thousand downloads, one at a time, the advice is batching, and the report shows the lower p95.
  @Test func batchingIsFound() async throws {
    let document = try await Self.advice["one-at-a-time"]
    let first = try #require(document.proposals.first)
    #expect(first.kind == "batch")
    #expect(first.diff.contains("-    submit: oneAtATime\n+    submit: allAtOnce\n"))
    let p95 = try #require(first.figures.first { $0.figure == "completionP95" })
    let (before, after) = (try #require(p95.before), try #require(p95.after))
    #expect(after * 2 < before)
    #expect(try #require(p95.interval?.last ?? nil) < 0)
    #expect(try abs(#require(p95.difference) - (after - before)) < 1e-5)
  }

  /// After the proposal is applied, no proposal remains. Comments and other values are unchanged.
  @Test func appliedAdviceIsTheEnd() throws {
    let folder = try ScratchFolder()
    let text = try Project.text("\(Self.folder)/one-at-a-time.bgpolicy.yaml")
    let path = try folder.write(text, to: "bgpolicy.yaml")
    let applied = try Tool.run("advise", path, "--runs", "60", "--apply", "1")
    #expect(applied.status == 0)
    #expect(applied.errors.contains("Submit all 1000 items of resources at once"))
    let changed = try String(contentsOfFile: path, encoding: .utf8)
    #expect(changed == text.replacing("submit: oneAtATime", with: "submit: allAtOnce"))
    // Further calls propose networks next, and finally propose nothing.
    var next = applied
    var last = changed
    for _ in 0..<4 where next.status == 0 {
      last = try String(contentsOfFile: path, encoding: .utf8)
      next = try Tool.run("advise", path, "--runs", "60", "--apply", "1")
    }
    #expect(last.contains("submit: allAtOnce"))
    #expect(next.status == 2)
    #expect(next.errors.contains("There is no proposal to apply"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == last)
  }

  // MARK: Good and bad advice

  @Test func goodPolicyIsLeftAlone() async throws {
    let policy = "\(Self.folder)/good.bgpolicy.yaml"
    let document = try await Self.advice["good"]
    #expect(document.proposals.map(\.title) == [])
    #expect(try Tool.run("advise", policy, "--runs", "60").output.contains("Nothing to propose: "))
  }

  /// Devices with many app refreshes have too many episodes for the daily budget, so an earlier timeout helps. In the other policies, every
  /// remaining edit that helps one transfer costs another transfer something.
  @Test(arguments: [("Photos", []), ("Podcasts", ["resourceTimeout"]), ("ContactTracing", [])])
  func examplesGetTheAdviceThatFits(_ example: String, _ kinds: [String]) throws {
    // With only sixty runs, the neighbors of the photos may seem to lose more than they do.
    let document = try Self.advise("Examples/\(example)/bgpolicy.yaml", runs: 200)
    #expect(document.proposals.map(\.kind) == kinds)
  }

  @Test func twoSessionsBecomeOne() async throws {
    let document = try await Self.advice["two-sessions"]
    let proposal = try #require(document.proposals.first { $0.kind == "oneSession" })
    #expect(proposal.diff.contains("+  drawings: { session: any, count: 20"))
    #expect(proposal.diff.contains("allowsCellularAccess: false } # bulk"))
    #expect(proposal.diff.contains("-  wifi: {"))
  }

  @Test func brokenBudgetsComeFirst() async throws {
    let document = try await Self.advice["broken-budget"]
    let first = try #require(document.proposals.first)
    #expect(first.kind == "cellularFlag")
    #expect(first.objective == "budgets")
    #expect(first.fixedBudgets == ["backup.cellularBytesPerDay"])
  }

  /// A value that the app decides is never edited, even if an edit would keep the budget.
  @Test(arguments: [
    ("allowsCellularAccess: runtime", nil),
    ("allowsExpensiveNetworkAccess: { runtime: true }", nil),
    ("allowsConstrainedNetworkAccess: runtime", "allowsExpensiveNetworkAccess: false"),
  ])
  func valuesOfTheAppStay(_ property: String, _ proposed: String?) throws {
    let text = try Project.text("\(Self.folder)/broken-budget.bgpolicy.yaml")
    let folder = try ScratchFolder()
    let path = try folder.write(
      text.replacing("timeoutIntervalForResource: 2d", with: "timeoutIntervalForResource: 2d, \(property)"),
      to: "bgpolicy.yaml")
    let edits = try withExtendedLifetime(folder) {
      try Self.advise(path).proposals.filter { $0.kind == "cellularFlag" }.map(\.diff)
    }
    #expect(edits.isEmpty == (proposed == nil))
    for edit in edits {
      #expect(edit.contains(try #require(proposed)))
      #expect(edit.split(separator: "\n").contains { $0.hasPrefix("+") && $0.contains(property) }, "\(edit)")
    }
  }

  // MARK: Bounds

  /// No proposal causes a finding or breaks a budget, and applying each proposal gives its diff.
  @Test(arguments: ["one-at-a-time", "two-sessions", "broken-budget"])
  func proposalsBreakNothing(_ name: String) async throws {
    let text = try Project.text("\(Self.folder)/\(name).bgpolicy.yaml")
    for proposal in try await Self.advice[name].proposals {
      let folder = try ScratchFolder()
      let path = try folder.write(text, to: "bgpolicy.yaml")
      let old = try Tool.run("lint", path, "--fail-on", "warning").status
      _ = try Tool.run("advise", path, "--runs", "60", "--apply", "\(proposal.number)")
      #expect(try Tool.run("lint", path, "--fail-on", "warning").status <= old)
      #expect(try Tool.run("estimate", path, "--runs", "60").status == 0 || proposal.fixedBudgets.isEmpty)
      try folder.write(text, to: "Tests/Fixtures/Advice/\(name).bgpolicy.yaml")
      try folder.write(proposal.diff, to: "advice.diff")
      let patched = try Shell.run(["git", "apply", "advice.diff"], in: folder.path)
      #expect(patched.status == 0, "\(patched.errors)")
      let result = try String(
        contentsOfFile: folder.path("Tests/Fixtures/Advice/\(name).bgpolicy.yaml"), encoding: .utf8)
      #expect(try result == String(contentsOfFile: path, encoding: .utf8))
    }
  }

  @Test func sameSeedGivesTheSameBytes() throws {
    let words = ["advise", "\(Self.folder)/two-sessions.bgpolicy.yaml", "--runs", "30"]
    let one = try Tool.run(words: words)
    let other = try Tool.run(
      words: words,
      environment: ["TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8", "SWIFT_DETERMINISTIC_HASHING": "1"])
    #expect(one.output == other.output)
  }

  @Test func unusableCallsSayWhy() throws {
    let missing = try Tool.run(
      "advise", "\(Self.folder)/one-at-a-time.bgpolicy.yaml", "--runs", "20", "--apply", "9")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("There is no proposal 9: the report has 1 proposal"))
    let input = try Tool.run("advise", "-", "--apply", "1", input: "schema: 1\n")
    #expect(input.status == 2)
    #expect(input.errors.contains("--apply can't change standard input"))
    let broken = try Tool.run(
      "advise", "-", input: "schema: 1\ntransfers: { a: { session: b, size: 1XB } }\n")
    #expect(broken.status == 1)
    #expect(broken.errors.contains("policy-bad-value"))
  }

  @Test func markdownHasTheDiff() throws {
    let page = try Tool.run(
      "advise", "\(Self.folder)/one-at-a-time.bgpolicy.yaml", "--runs", "20", "--format", "markdown"
    ).output
    #expect(page.contains("### 1. Submit all 1000 items of resources at once\n"))
    #expect(page.contains("```diff\n--- a/Tests/Fixtures/Advice/one-at-a-time.bgpolicy.yaml\n"))
  }
}
