import PolicyModel
import TestSupport
import Testing

@testable import PolicySim

/// A verdict on a budget says only what the runs show.
@Suite struct VerdictEvidenceTests {
  /// A policy whose device has Wi-Fi and power for eight hours each night. The ten items may be submitted at any time of the day, and 95 %
  /// of the runs are done within about 14.8 h.
  private static func nightly(_ limit: String) throws -> Policy {
    try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions:
        s: { identifier: com.example.lab, isDiscretionary: true, allowsCellularAccess: false, allowsExpensiveNetworkAccess: false }
      transfers:
        w: { session: s, direction: upload, source: file, count: 10, size: 1MB, startedIn: background }
      budgets: { w: { completion: { p95: \(limit) } } }
      scenarios:
        night:
          { extends: commuter, variation: 0s, foregroundSessions: { perDay: 0 }, wifi: ["23:00-07:00"], charging: ["23:00-07:00"], cellular: [], lowPowerMode: [], lowDataMode: [], rebootsPerWeek: 0, weekend: { foregroundSessions: { perDay: 0 }, wifi: ["23:00-07:00"], charging: ["23:00-07:00"] } }
      """)
  }

  private static func outcome(
    _ policy: Policy, _ scenario: String, seed: UInt64 = 1, runs: Int
  ) throws -> BudgetVerdict.Outcome {
    var settings = Estimator.Settings(
      day: try #require(DeviceDay(scenario, in: policy)), parameters: Parameters())
    (settings.seed, settings.runs) = (seed, runs)
    return try #require(BudgetVerdict.all(of: policy, Estimator.estimate(policy, settings)).first).outcome
  }

  /// A limit within the noise is never kept with one seed and broken with another; other limits are decided.
  @Test(
    arguments: [
      ("14h50m", [.undecided]), ("14h", [.broken]), ("16h", [.kept]),
    ] as [(String, Set<BudgetVerdict.Outcome>)])
  func noSeedDecides(_ limit: String, _ decided: Set<BudgetVerdict.Outcome>) throws {
    let policy = try Self.nightly(limit)
    let outcomes = try Set((1...6).map { try Self.outcome(policy, "night", seed: $0, runs: 2_000) })
    #expect(decided.isSubset(of: outcomes))
    #expect(outcomes.subtracting([.undecided]).count <= 1, "\(outcomes)")
  }

  /// Work that never expires in 250 runs may still expire in 1 % of all cases; 300 runs show a smaller share.
  private static func daily(_ budget: String) throws -> Policy {
    try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab, timeoutIntervalForResource: 2d } }
      transfers:
        w: { session: s, direction: upload, source: file, count: 1, size: 10kB, startedIn: foreground, every: 1d, validFor: 2d }
      budgets: { w: { \(budget) } }
      """)
  }

  @Test(
    arguments: [
      ("expiredShare: 1%", 250, .undecided), ("expiredShare: 1%", 300, .kept),
      ("expiredShare: 2%", 250, .kept),
      ("unfinishedShare: 0%", 1_000, .undecided),
    ] as [(String, Int, BudgetVerdict.Outcome)])
  func aShareIsKeptIfTheRunsCanShowIt(
    _ budget: String, _ runs: Int, _ outcome: BudgetVerdict.Outcome
  ) throws {
    #expect(try Self.outcome(Self.daily(budget), "kiosk", runs: runs) == outcome)
  }

  /// An estimate that chooses its number of runs makes enough runs to show the share. If no number of runs can show the share, the estimate
  /// makes no additional runs.
  @Test(arguments: [("expiredShare: 1%", 300), ("expiredShare: 2%", 250), ("unfinishedShare: 0%", 250)])
  func runsGoOnUntilTheyDecide(_ budget: String, _ runs: Int) throws {
    let policy = try Self.daily(budget)
    let settings = Estimator.Settings(
      of: policy, on: try #require(DeviceDay("kiosk", in: policy)), Parameters())
    for (choosesRuns, expected) in [(true, runs), (false, 250)] {
      let bounded = try Estimator.boundedEstimate(
        policy, settings, choosesRuns: choosesRuns, on: SequentialMap())
      #expect(bounded.estimate.runs == expected)
    }
  }

  /// A violation needs evidence, unless certainty is required.
  @Test(arguments: [("assumed", false), ("required", true)])
  func undecidedIsAViolationOnlyIfCertaintyIsRequired(_ certainty: String, _ isViolated: Bool) throws {
    let policy = try Self.daily("unfinishedShare: 0%, certainty: \(certainty)")
    var settings = Estimator.Settings(
      day: try #require(DeviceDay("kiosk", in: policy)), parameters: Parameters())
    settings.runs = 50
    let verdict = try #require(BudgetVerdict.all(of: policy, Estimator.estimate(policy, settings)).first)
    #expect(verdict.outcome == .undecided && !verdict.isBroken)
    #expect(verdict.isViolated == isViolated)
  }
}
