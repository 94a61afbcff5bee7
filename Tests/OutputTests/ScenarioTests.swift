import Foundation
import TestSupport
import Testing

/// `--scenario all`, and budgets that name their scenarios.
@Suite struct ScenarioTests {
  /// A policy whose budget is kept if Wi-Fi is available, and broken otherwise.
  private static func policy(_ budget: String = "completion: { p95: 2d }") -> String {
    """
    schema: 1
    app: { name: Diary, bundleIdentifier: com.example.diary }
    sessions:
      backup: { identifier: com.example.diary.backup, allowsCellularAccess: false, timeoutIntervalForResource: 7d }
    transfers:
      backup: { session: backup, count: 3, size: 1MB, startedIn: background }
    scenarios:
      away: { wifi: [] }
    budgets:
      backup: { \(budget), unfinishedShare: 50% }

    """
  }

  private static let scenarios = [
    "away", "commuter", "fieldWorker", "homeCharging", "kiosk", "office", "rareUser", "student",
    "weekendUser",
  ]

  private func run(_ command: String, _ words: String..., policy: String = policy()) throws -> Shell.Result {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    return try Tool.run(words: [command, "bgpolicy.yaml", "--runs", "30"] + words, in: folder.path)
  }

  @Test(arguments: ["text", "markdown"]) func formsAreWhatTheyWere(_ format: String) throws {
    let result = try run("estimate", "--scenario", "all", "--format", format)
    #expect((result.status, result.errors) == (1, ""))
    Snapshot.check(result.output, against: "Tests/Fixtures/Estimate/scenarios.\(format)")
  }

  /// Each estimate of `--scenario all` equals the estimate of a call with only this scenario.
  @Test func partsAreThoseOfSingleCalls() throws {
    let all = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try run("estimate", "--scenario", "all", "--format", "json").output.utf8))
        as? NSDictionary)
    let parts = try #require(all["scenarios"] as? [NSDictionary])
    #expect(parts.map { $0["scenario"] as? String } == Self.scenarios)
    #expect(all["verdict"] as? String == "fail")
    let rows = try run("estimate", "--scenario", "all", "--format", "csv").output.split(separator: "\r\n")
    var expected: [Substring] = []
    for (scenario, part) in zip(Self.scenarios, parts).prefix(3) {
      let json = try run("estimate", "--scenario", scenario, "--format", "json").output
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary == part)
      let own = try run("estimate", "--scenario", scenario, "--format", "csv").output.split(separator: "\r\n")
      expected += own.dropFirst(expected.isEmpty ? 0 : 1)
    }
    #expect(Array(rows.prefix(expected.count)) == expected)
  }

  @Test func pageHasTheMatrix() throws {
    let page = try PageDocument(try run("estimate", "--scenario", "all", "--format", "html").output)
    let heads = page.elements.filter { $0.name == "th" && $0.attributes["scope"] == "col" }.map(\.text)
    #expect(heads.contains("completion.p95 ≤ 2d"))
    #expect(page.elements.filter { $0.name == "th" }.map(\.text).contains("away"))
  }

  /// The gate fails because of one scenario, and names the scenario.
  @Test func gateNamesTheScenario() throws {
    #expect(try run("gate", "--skip", "generated").status == 0)
    let result = try run("gate", "--skip", "generated", "--scenario", "all")
    #expect(result.status == 1)
    #expect(
      result.output.contains("backup.completion.p95 is never reached; its budget is 2d (scenario away)"))
    #expect(!result.output.contains("(scenario commuter)"))
    let json = try run("gate", "--skip", "generated", "--scenario", "all", "--format", "json").output
    let gate = try JSONDecoder().decode(Gate.self, from: Data(json.utf8)).policies[0]
    #expect(gate.scenario == nil)
    #expect(gate.scenarios == Self.scenarios)
    let failed = Set(gate.budgets.limits.filter { $0.verdict == "fail" }.map(\.scenario))
    // In the scenario `away`, too few runs complete 95 % of the work.
    #expect(failed == ["away"])
    #expect(gate.budgets.limits.count == 2 * Self.scenarios.count)
  }

  private struct Gate: Decodable {
    struct Limit: Decodable {
      let scenario: String
      let name: String
      let verdict: String
    }
    struct Budgets: Decodable {
      let limits: [Limit]
    }
    struct Policy: Decodable {
      let scenario: String?
      let scenarios: [String]
      let budgets: Budgets
    }
    let policies: [Policy]
  }

  /// A budget that names scenarios is checked in all of them by a gate without `--scenario`.
  @Test(arguments: [
    ("scenarios: [office, commuter]", ["office", "commuter"], 0),
    ("scenarios: [away]", ["away"], 1),
    ("severity: warning, scenarios: [away, kiosk]", ["away", "kiosk"], 0),
  ]) func budgetsNameScenarios(_ key: String, _ names: [String], _ status: Int32) throws {
    let policy = Self.policy("completion: { p95: 2d }, \(key)")
    let result = try run("gate", "--skip", "generated", "--format", "json", policy: policy)
    #expect(result.status == status)
    let gate = try JSONDecoder().decode(Gate.self, from: Data(result.output.utf8)).policies[0]
    #expect(gate.scenarios == names)
    #expect(gate.budgets.limits.map(\.scenario) == names.flatMap { [$0, $0] })
    // An estimate in another scenario leaves the budget out.
    let other = try run("estimate", "--scenario", "fieldWorker", policy: policy)
    #expect(other.status == 0)
    #expect(!other.output.contains("completion.p95"))
    let all = try run("estimate", "--scenario", "all", policy: policy).output
    #expect(all.contains("not required"))
  }

  @Test func missingScenarioIsReported() throws {
    let lint = try Tool.run("lint", "-", input: Self.policy("scenarios: [comuter]"))
    #expect(lint.status == 1)
    #expect(lint.output.contains("No scenario is called comuter, did you mean commuter?"))
  }

  @Test func unusableCallsSayWhy() throws {
    for (command, words, message) in [
      ("whatif", ["--set", "transfers.backup.count=4"], "--scenario all is for estimate and gate"),
      ("advise", [], "--scenario all is for estimate and gate"),
      ("estimate", ["--why"], "--why shows one scenario"),
      ("estimate", ["--trace"], "--trace shows one scenario"),
    ] {
      let folder = try ScratchFolder()
      try folder.write(Self.policy(), to: "bgpolicy.yaml")
      let result = try Tool.run(
        words: [command, "bgpolicy.yaml", "--scenario", "all"] + words, in: folder.path)
      #expect(result.status == 2)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  /// A policy may have a scenario of its own with the name `all`.
  @Test func ownScenarioComesFirst() throws {
    let policy = Self.policy().replacing("away:", with: "all:")
    let result = try run("estimate", "--scenario", "all", policy: policy)
    #expect(result.output.hasPrefix("Diary, scenario all: "))
  }
}
