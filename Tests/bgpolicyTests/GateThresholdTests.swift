import Foundation
import TestSupport
import Testing

/// Thresholds on the cost of a change, and the cost by budget and cohort.
@Suite struct GateThresholdTests {
  struct Document: Decodable {
    struct Policy: Decodable {
      let thresholds: [Verdict]
      let change: Change?
    }
    struct Verdict: Decodable {
      let threshold: String
      let verdict: String
      let scenario: String
      let figure: Figure
    }
    struct Figure: Decodable {
      let name: String
      let before: Double?
      let after: Double?
      let difference: Double?
      let withinNoise: Bool
    }
    struct Change: Decodable {
      struct Cost: Decodable {
        struct Budgets: Decodable { let compared: [Figure] }
        struct Cohort: Decodable {
          let scenario: String
          let runs: Int
          let figures: [Figure]
        }
        let budgets: Budgets
        let cohorts: [Cohort]
      }
      let costs: [Cost]?
    }
    struct Finding: Decodable {
      let rule: String
      let line: Int
    }
    let policies: [Policy]
    let findings: [Finding]
  }

  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" } }
    sessions:
      library: { identifier: com.example.a.library, timeoutIntervalForResource: 2d, isDiscretionary: false }
    transfers:
      photos: { session: library, direction: download, count: 10, size: 1MB }
      covers: { session: library, direction: download, count: 3, size: 10kB }
    population: { commuter: 60%, student: 40% }
    budgets: { photos: { completion: { p95: 3d, mean: 2d }, cellularBytesPerDay: 1GB } }

    """

  private func gate(_ edit: (String, String), _ words: [String]) throws -> (
    run: Shell.Result, document: Document
  ) {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    #expect(Self.policy.contains(edit.0))
    try repository.folder.write(Self.policy.replacing(edit.0, with: edit.1), to: "bgpolicy.yaml")
    let run = try Tool.run(
      words: ["gate", "--base", "git:main", "--skip", "generated", "--format", "json", "--runs", "60"]
        + words,
      in: repository.folder.path)
    return (run, try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)))
  }

  /// A threshold, and the verdicts on six times as many photos.
  static let thresholds: [(text: String, verdicts: [String])] = [
    ("completion.p95=+10%", ["exceeded", "kept"]), ("completion.p95=+5000%", ["kept", "kept"]),
    ("photos.completion.p95=+1s", ["exceeded"]), ("covers.completion.p95=+0s", ["kept"]),
    ("photos.completion.p95=1s", ["exceeded"]), ("photos.completion.p95=3d", ["kept"]),
    ("photos.completion.mean=+10%", ["exceeded"]), ("photos.launchesPerDay.p99=+100", ["kept"]),
    ("photos.energyPerDay=+1J", ["exceeded"]), ("photos.energyPerDay=1kJ", ["kept"]),
    ("photos.cellularBytesPerDay=+1MB", ["exceeded"]), ("photos.unfinishedShare=+1%", ["kept"]),
    ("other.completion.p95=1s", []),
  ]

  @Test(arguments: thresholds) func eachFormIsJudged(_ text: String, _ verdicts: [String]) throws {
    let (run, document) = try gate(("count: 10", "count: 60"), ["--threshold", text])
    let policy = try #require(document.policies.first)
    #expect(policy.thresholds.map(\.verdict) == verdicts, "\(run.output)")
    #expect(policy.thresholds.allSatisfy { $0.threshold == text && $0.scenario == "commuter" })
    let exceeded = verdicts.count { $0 == "exceeded" }
    let findings = document.findings.filter { $0.rule == "threshold-exceeded" }
    #expect(findings.count == exceeded && findings.allSatisfy { $0.line == 6 }, "\(findings)")
    #expect(run.status == (exceeded > 0 ? 1 : 0))
  }

  /// An increase that may be due to chance exceeds no threshold, and the report calls the increase noise.
  @Test func noiseExceedsNothing() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy.replacing("count: 10", with: "count: 1000"), to: "bgpolicy.yaml")
    try repository.commit("first")
    try repository.folder.write(Self.policy.replacing("count: 10", with: "count: 1001"), to: "bgpolicy.yaml")
    let run = try repository.bgpolicy(
      "gate", "--base", "git:main", "--skip", "generated", "--runs", "20", "--format", "json", "--threshold",
      "photos.completion.p95=+0s", "--threshold", "photos.launchesPerDay.mean=+0")
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    for verdict in try #require(document.policies.first).thresholds {
      let increase = try #require(verdict.figure.difference)
      let expected = increase <= 0 ? "kept" : verdict.figure.withinNoise ? "noise" : "exceeded"
      #expect(verdict.verdict == expected, "\(verdict)")
    }
  }

  @Test func aNewPolicyHasOnlyAbsoluteThresholds() throws {
    let repository = try ScratchRepository()
    try repository.folder.write("", to: "README.md")
    try repository.commit("first")
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    let run = try repository.bgpolicy(
      "gate", "--base", "git:main", "--skip", "generated", "--runs", "20", "--format", "json", "--threshold",
      "photos.completion.p95=1s", "--threshold", "completion.p95=+1%")
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(document.policies.first?.thresholds.map(\.verdict) == ["exceeded"], "\(run.output)")
  }

  @Test func everyBudgetAndCohortHasItsCost() throws {
    let (run, document) = try gate(("count: 10", "count: 60"), ["--scenario", "population"])
    let cost = try #require(document.policies.first?.change?.costs?.first)
    let names = ["photos.completion.p95", "photos.completion.mean", "photos.cellularBytesPerDay"]
    #expect(cost.budgets.compared.map(\.name) == names)
    for figure in cost.budgets.compared {
      #expect(try #require(figure.after) > #require(figure.before) && !figure.withinNoise, "\(run.output)")
    }
    #expect(cost.cohorts.map(\.scenario) == ["commuter", "student"])
    #expect(cost.cohorts.map(\.runs).reduce(0, +) == 60)
    #expect(cost.cohorts.allSatisfy { $0.figures.map(\.name) == names })
    let alone = try gate(("count: 10", "count: 60"), []).document
    #expect(alone.policies.first?.change?.costs?.first?.cohorts.isEmpty == true)
  }

  /// The compared figures equal the figures of the verdicts.
  @Test func comparedFiguresAreThoseOfBudgets() throws {
    let (run, document) = try gate(("count: 10", "count: 60"), [])
    let cost = try #require(document.policies.first?.change?.costs?.first)
    for figure in cost.budgets.compared {
      let text = try #require(
        run.output.firstMatch(
          of: try Regex("\"name\": \"\(figure.name)\",\\s*\"limit\": [0-9.]+,\\s*\"actual\": ([0-9.]+)")))
      let actual = try #require(Double(text.output[1].substring ?? ""))
      #expect(abs(actual - (figure.after ?? 0)) < 1e-4 * max(1, actual), "\(figure.name)")
    }
  }

  @Test(arguments: ["text", "markdown", "html"]) func everyReportHasThem(_ format: String) throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.commit("first")
    try repository.folder.write(Self.policy.replacing("count: 10", with: "count: 60"), to: "bgpolicy.yaml")
    let run = try repository.bgpolicy(
      "gate", "--base", "git:main", "--skip", "generated", "--runs", "40", "--scenario", "population",
      "--threshold", "completion.p95=+10%", "--format", format)
    for text in [
      "Thresholds", "By cohort", "exceeded", "student (40.0 %)", "The change raises photos.completion.p95",
    ] {
      #expect(run.output.contains(text), "\(text): \(run.output)")
    }
  }

  @Test func theConfigurationHasThresholds() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "bgpolicy.yaml")
    try repository.folder.write(
      "threshold: [photos.completion.p95=+10%, covers.completion.p95=+1d]\n", to: "bgpolicy.config.yaml")
    try repository.commit("first")
    try repository.folder.write(Self.policy.replacing("count: 10", with: "count: 60"), to: "bgpolicy.yaml")
    let words = ["gate", "--skip", "generated", "--runs", "40"]
    // Without a base there is no change, but no option of the call is ignored.
    #expect(try Tool.run(words: words, in: repository.folder.path).status == 0)
    let run = try Tool.run(words: words + ["--base", "git:main"], in: repository.folder.path)
    #expect(run.status == 1 && run.output.contains("threshold-exceeded"), "\(run.output) \(run.errors)")
  }

  static let malformed: [(text: String, message: String)] = [
    ("completion.p95", "must have the form FIGURE=LIMIT"),
    ("completion.p96=1d", "has no figure completion.p96"),
    ("completion.p95=", "must limit completion.p95 by"),
    ("completion.p95=-1d", "for example 2d, +1h or +10%"),
    ("energyPerDay=1d", "for example 500J"), ("cellularBytesPerDay=+x%", "for example 100MB"),
    ("expiredShare=+200%", "for example 1% or +0.5%"), ("launchesPerDay.p50=nan", "for example 5, +1"),
    ("launchesPerDay.p50=+1e9%", "for example 5, +1"),
    (".completion.p95=1d", "has no figure .completion.p95"),
  ]

  @Test(arguments: malformed) func malformedThresholdIsAUsageError(_ text: String, _ message: String) throws {
    let run = try Tool.run("gate", "--base", "git:main", "--threshold", text)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
