import PolicyModel
import Quantities
import TestSupport
import Testing

@testable import PolicySim

/// In every figure, completion means that all items have finished. A share that is 0 in all runs has an upper bound.
@Suite struct EstimandTests {
  /// If half of the items fail, a run of one item completes in half of the cases, and a run of ten items almost never.
  private static func policy(count: Int, failures: String, budgets: String = "") throws -> Policy {
    try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: \(count), duration: 5s, failureShare: \(failures) } }
      \(budgets)
      """)
  }

  private static func settings(_ policy: Policy, runs: Int) throws -> Estimator.Settings {
    var settings = Estimator.Settings(
      day: try #require(DeviceDay("commuter", in: policy)), parameters: try Lab.parameters([:]))
    settings.runs = runs
    return settings
  }

  @Test(arguments: [
    (count: 1, failures: "30%", complete: 0.7), (count: 10, failures: "10%", complete: 0.349),
  ])
  func quantilesBeyondTheCompleteRunsAreNever(_ example: (count: Int, failures: String, complete: Double))
    throws
  {
    let policy = try Self.policy(count: example.count, failures: example.failures)
    let transfer = try #require(
      Estimator.estimate(policy, try Self.settings(policy, runs: 400)).transfers.first)
    let share = transfer.completion.finiteShare
    // Five standard errors.
    #expect(abs(share - example.complete) < 0.12, "\(share)")
    #expect(abs(try #require(transfer.completeShare) - share) < 1e-9)
    #expect((transfer.completion.p50 == nil) == (share < 0.5))
    #expect(transfer.completion.p95 == nil)
    #expect(transfer.completion.mean == nil)
    #expect(transfer.completionBand(\.p95).high == nil)
  }

  /// A comparison has the same quantiles as an estimate. A time that is never reached is worse than any finite time.
  @Test func comparisonsKnowNever() throws {
    let before = try Self.policy(count: 1, failures: "0%")
    let after = try Self.policy(count: 1, failures: "30%")
    let settings = try Self.settings(before, runs: 200)
    let comparison = Comparison(
      Estimator.pairedRunResults(of: before, settings), Estimator.pairedRunResults(of: after, settings))
    let tail = try #require(comparison[.transfer("work"), FigureStatistic(.completion, .p95)])
    #expect(try #require(tail.before) < .infinity)
    #expect(tail.after == .infinity)
    #expect(tail.difference == .infinity)
    #expect(tail.isBeyondNoise)
    let back = Comparison(
      Estimator.pairedRunResults(of: after, settings), Estimator.pairedRunResults(of: before, settings))
    #expect(back[.transfer("work"), FigureStatistic(.completion, .p95)]?.relativeDifference == -.infinity)
  }

  /// A budget on a quantile is broken if too few runs complete, even if the complete runs are early.
  @Test func budgetsCountRunsThatNeverComplete() throws {
    let policy = try Self.policy(
      count: 1, failures: "60%", budgets: "budgets: { work: { completion: { p50: 30d, mean: 30d } } }")
    let estimate = Estimator.estimate(policy, try Self.settings(policy, runs: 200))
    let verdicts = BudgetVerdict.all(of: policy, estimate)
    #expect(verdicts.map(\.isBroken) == [true, true])
    #expect(verdicts.allSatisfy { $0.actual == nil })
  }

  // MARK: - Delivered value

  /// Of ten items that take a minute each, four at a time, four end after one minute, four after two minutes, and two after
  /// three.
  @Test(arguments: [
    (keys: "", delivered: 1.0, inTime: 1.0),
    (keys: ", validFor: 2m", delivered: 1, inTime: 0.8),
    (keys: ", deadline: 1m", delivered: 1, inTime: 0.4),
    // Items that are late and outlive their validity count once.
    (keys: ", validFor: 2m, deadline: 1m", delivered: 1, inTime: 0.4),
    (keys: ", validFor: 1m, deadline: 2m", delivered: 1, inTime: 0.4),
    (keys: ", failureShare: 100%, validFor: 2m, deadline: 1m", delivered: 0, inTime: 0),
  ])
  func itemsCountIfTheyAreValidAndOnTime(_ example: (keys: String, delivered: Double, inTime: Double)) throws
  {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: 10, duration: 60s\(example.keys) } }
      """)
    let settings = Estimator.Settings(
      day: try #require(DeviceDay("lab", in: policy)), parameters: try Lab.parameters([:]))
    let paired = Estimator.pairedEstimate(of: policy, settings)
    let transfer = try #require(paired.estimate.transfers.first)
    let delivered = try #require(Figure.all.first { $0.name == "deliveredShare" })
    #expect(transfer.share(of: delivered)?.value == example.delivered)
    #expect(transfer.share(of: .validAndOnTimeShare)?.value == example.inTime)
    #expect(paired.results.transfers.first?[.validAndOnTimeShare] == [example.inTime])
  }

  /// Work that comes up at any time waits for the user to open the app, and is late if the user opens the app late.
  @Test(arguments: ["commuter", "rareUser"]) func theWaitForAVisitCounts(_ scenario: String) throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, duration: 1s, deadline: 6h } }
      """)
    var settings = Estimator.Settings(
      day: try #require(DeviceDay(scenario, in: policy)), parameters: try Lab.parameters([:]))
    settings.runs = 300
    func share(_ settings: Estimator.Settings) throws -> Double {
      let transfer = try #require(Estimator.estimate(policy, settings).transfers.first)
      return try #require(transfer.share(of: .validAndOnTimeShare)?.value)
    }
    #expect(try share(settings) > 0.95)
    settings.anytimeWork = ["work"]
    let waiting = try share(settings)
    // The app is opened once in eight days, so 6 h are about 3 % of the time between two visits.
    #expect(scenario == "rareUser" ? waiting < 0.1 : (0.5..<0.95).contains(waiting), "\(waiting)")
  }

  /// A paired estimate equals the plain estimate, including draws and interpretations.
  @Test func pairedEstimatesAreTheEstimate() throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: 30, size: 2MB, submit: { batch: 5 }, startedIn: background } }
      budgets: { work: { completion: { p95: 1d } } }
      """)
    var settings = try Self.settings(policy, runs: 230)
    settings.predicts = true
    let paired = Estimator.pairedEstimate(of: policy, settings)
    let estimate = Estimator.estimate(policy, settings)
    for (one, other) in zip(paired.estimate.transfers, estimate.transfers) {
      #expect(one.completion.p95 == other.completion.p95)
      #expect(one[.energy] == other[.energy])
      #expect(one.bands.idle.p95 == other.bands.idle.p95)
    }
    #expect(paired.estimate.interpretations.map(\.name) == estimate.interpretations.map(\.name))
    let (own, other) = (
      BudgetVerdict.all(of: policy, paired.estimate), BudgetVerdict.all(of: policy, estimate)
    )
    #expect(own.map(\.keptShare) == other.map(\.keptShare))
    #expect(own.allSatisfy { $0.keptShare != nil })
    // The results under an interpretation have the quantiles that the estimate shows for this interpretation.
    let comparison = Comparison(paired.results, paired.results(under: "limiter.lapse=idle"))
    let tail = try #require(comparison[.transfer("work"), FigureStatistic(.completion, .p95)])
    #expect(tail.after == estimate.transfers.first?.bands.idle.p95)
    #expect(paired.interpretations.map(\.name) == ["limiter.lapse=idle", "limiter.lapse=literal"])
  }

  // MARK: - Shares

  /// The bounds contain the true share in at least 93 of 100 samples, for any share and number of runs.
  @Test(arguments: [0.0009, 0.012, 0.1, 0.5, 0.97], [20, 50, 200, 2_000])
  func boundsCoverTheTruth(share: Double, runs: Int) {
    let samples = 400
    var covered = 0
    for sample in 0..<samples {
      var random = RandomStream(seed: UInt64(sample), run: runs, name: "coverage")
      var mean = MeanShare()
      for _ in 0..<runs { mean.add(random.unit() < share ? 1 : 0) }
      if let interval = mean.interval, let low = interval.low, let high = interval.high,
        low <= share, share <= high
      {
        covered += 1
      }
    }
    // The expectation is 95 %, minus the discreteness of few runs and two standard errors of 400 samples.
    #expect(Double(covered) / Double(samples) >= 0.91, "\(covered) of \(samples)")
  }

  /// An event with the probability 1 − 0.05^(1/n) is absent from all n runs in one of twenty samples.
  @Test(arguments: [(2, 0.776393), (20, 0.139108), (2_000, 0.001497)])
  func nothingSeenIsBounded(runs: Int, bound: Double) throws {
    var none = MeanShare()
    var all = MeanShare()
    for _ in 0..<runs {
      none.add(0)
      all.add(1)
    }
    #expect(abs(try #require(none.interval?.high) - bound) < 1e-6)
    #expect(none.interval?.low == 0)
    #expect(abs(try #require(all.interval?.low) - (1 - bound)) < 1e-6)
    #expect(none.unseenRuns == none.runs)
    #expect(all.unseenRuns == nil)
  }

  /// Runs of many items vary less than runs of a single item, and have narrower bounds.
  @Test func manyItemsOfARunNarrowTheBounds() throws {
    var coarse = MeanShare()
    var fine = MeanShare()
    for run in 0..<200 {
      coarse.add(run % 2 == 0 ? 1 : 0)
      fine.add(run % 2 == 0 ? 0.51 : 0.49)
    }
    let wide = try #require(coarse.interval?.halfWidth(around: 0.5))
    let narrow = try #require(fine.interval?.halfWidth(around: 0.5))
    #expect(abs(wide - 0.0686) < 0.001)
    #expect(narrow < wide / 20)
  }
}
