import PolicyModel
import PolicySyntax
import Testing

@testable import PolicySim

/// Estimates, as the accumulated results of their runs.
@Suite struct EstimatorTests {
  /// Maps the parts in a random order, as threads may.
  private struct Shuffled: ParallelMap {
    let seed: UInt64

    func map<Part: Sendable, Product: Sendable>(
      _ parts: [Part], done: Int, of total: Int, _ transform: @escaping @Sendable (Part) -> Product
    ) -> [Product] {
      var random = RandomStream(seed: seed, run: done, name: "order")
      var order = Array(parts.indices)
      for index in order.indices.reversed() {
        order.swapAt(index, Int(random.below(Int64(index + 1))))
      }
      var products: [Int: Product] = [:]
      for index in order { products[index] = transform(parts[index]) }
      return parts.indices.compactMap { products[$0] }
    }
  }

  static let text = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions:
      session: { identifier: com.example.lab }
      slow: { identifier: com.example.slow, isDiscretionary: true }
    transfers:
      chain: { session: session, count: 6, size: 3MB, submit: oneAtATime, every: 1d }
      backup: { session: slow, count: 3, size: 1MB..80MB }
    tasks: { refresh: { type: appRefresh, identifier: com.example.lab.refresh } }
    pushes: { news: { perDay: 20 } }
    """

  static func settings(_ text: String, _ scenario: String, runs: Int) throws
    -> (policy: Policy, settings: Estimator.Settings)
  {
    let reading = PolicyReader.read(SourceText(name: "lab.yaml", text: text))
    try #require(reading.diagnostics == [])
    let policy = try #require(reading.policy)
    var settings = Estimator.Settings(
      day: try #require(DeviceDay(scenario, in: policy)), parameters: Parameters())
    settings.runs = runs
    return (policy, settings)
  }

  /// The limit of events grows with the number of runs beyond the usual number; the limit of a single run does not grow.
  @Test func limitGrowsWithTheRuns() throws {
    var (policy, settings) = try Self.settings(Self.text, "commuter", runs: 20)
    let usual = Estimator.usualRuns(of: policy)
    for (runs, times) in [(20, 1), (usual, 1), (usual + 1, 2), (10 * usual, 10)] {
      settings.runs = runs
      let meter = Estimator.meter(of: policy, settings)
      #expect(meter.limit == times * Estimator.usualMostEvents)
      #expect(meter.limitOfRun == Estimator.usualMostEvents / 20)
    }
  }

  /// The order in which parts are done does not change the result, not even in the last digit.
  @Test func orderOfWorkChangesNothing() throws {
    // Pushes take half of the test's time. Two pushes a day are accumulated in the same way as twenty.
    let text = Self.text.replacing("perDay: 20", with: "perDay: 2")
    var (policy, settings) = try Self.settings(text, "commuter", runs: 730)
    settings.explanations = [.mechanisms]
    let usual = String(describing: Estimator.estimate(policy, settings))
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(String(describing: Estimator.estimate(policy, settings, on: Shuffled(seed: seed))) == usual)
    }
  }

  @Test func oneRunMoreIsOneValueMore() throws {
    for runs in [1, 99, 100, 101, 250] {
      let (policy, settings) = try Self.settings(Self.text, "commuter", runs: runs)
      let estimate = Estimator.estimate(policy, settings)
      #expect(estimate.launchesPerDay.count == runs)
      #expect(estimate.totals[.energyPerDay].count == runs)
      #expect(estimate.transfers.allSatisfy { $0.mean(of: .energy).count == runs })
      // Daily work counts on each day of weeks 2 to 4.
      #expect(estimate.transfers.map(\.launches.count) == [21 * runs, runs])
    }
  }

  /// The cost of the app is the sum of the costs of its parts.
  @Test func totalsAddUp() throws {
    let (policy, settings) = try Self.settings(Self.text, "commuter", runs: 120)
    let estimate = Estimator.estimate(policy, settings)
    let launches =
      estimate.transfers.reduce(0) { $0 + ($1.launchesPerDay.mean ?? 0) }
      + estimate.tasks.reduce(0) { $0 + ($1.launchesPerDay.mean ?? 0) }
      + estimate.pushes.reduce(0) { $0 + ($1.launchesPerDay.mean ?? 0) }
    #expect(abs(launches - (estimate.launchesPerDay.mean ?? 0)) < 1e-6)
    let cellular = estimate.transfers.reduce(0) { $0 + $1[.cellularBytesPerDay] }
    #expect(abs(cellular - estimate.totals[.cellularBytesPerDay].value) < 1)
    let byTransfers = estimate.transfers.reduce(0) { $0 + $1[.energyPerDay] }
    let byLaunches = estimate.totals[.energyPerDay].value - byTransfers
    let others = (estimate.tasks.map(\.launchesPerDay) + estimate.pushes.map(\.launchesPerDay))
      .reduce(0) { $0 + ($1.mean ?? 0) }
    #expect(abs(byLaunches - others) < 1e-6, "a launch costs 1 J unless told otherwise")
  }

  @Test(arguments: [
    (variants: [590, 30_710, 30_710], isTooWide: true), ([10, 30, 12], false), ([10, 31, 12], true),
    ([0, 0.5, 0], false), ([0, 5, 0], true), ([0, 0, 0], false),
  ])
  func bandsOverThreefoldAreTooWide(_ example: (variants: [Double], isTooWide: Bool)) {
    #expect(Band(example.variants).isTooWide == example.isTooWide)
    #expect(Band(example.variants.reversed()).isTooWide == example.isTooWide)
  }

  @Test func bandWithoutAnEndIsTooWide() {
    #expect(Band([5, nil, 5]).isTooWide)
    #expect(Band([5, nil, 5]).high == nil)
    #expect(!Band([nil, nil, nil]).isTooWide)
  }

  /// An item that times out after three days has taken three days, although the item did not finish.
  @Test func daysGoOnUntilTheLastItemFails() throws {
    let policy = try Lab.policy(
      Lab(count: 10, duration: "9d", timeout: "3d").text.replacing("duration: 9d", with: "size: 900GB"))
    let day = try #require(DeviceDay("lab", in: policy))
    let estimate = Estimator.estimate(
      policy, Estimator.Settings(day: day, parameters: try Lab.parameters(["wifi_budget": "5GB"])))
    let transfer = try #require(estimate.transfers.first)
    #expect(transfer.completion.p50 == nil)
    #expect(transfer[.wifiBytes] > 0)
    #expect(abs(transfer[.wifiBytesPerDay] * 3 - transfer[.wifiBytes]) < 1)
  }
}

/// The causes of times that an estimate explains.
@Suite struct ExplanationTests {
  private static let chain = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions: { session: { identifier: com.example.lab } }
    transfers: { work: { session: session, count: 10, duration: 5s, submit: oneAtATime } }
    """

  /// Ten items of five seconds each take 50 s without the limiter, and 30,710 s with the limiter.
  @Test func limiterIsAlmostAllOfAChain() throws {
    var (policy, settings) = try EstimatorTests.settings(Self.chain, "lab", runs: 1)
    settings.explanations = [.mechanisms]
    let estimate = Estimator.estimate(policy, settings)
    let why = try #require(estimate.explanation?.transfers.first).costs
    #expect(why.map(\.mechanism) == [.resumeLimiter])
    #expect(why.map(\.share) == [1 - 50.0 / 30_710])
    #expect(why.allSatisfy { $0.interval == nil })
  }

  /// Ten items at once take three rounds in four slots, and one round without the limit.
  @Test func slotsCostRounds() throws {
    let text = Self.chain.replacing(", submit: oneAtATime", with: "")
    var (policy, settings) = try EstimatorTests.settings(text, "lab", runs: 1)
    settings.explanations = [.mechanisms]
    let why = try #require(Estimator.estimate(policy, settings).explanation?.transfers.first).costs
    #expect(why.map(\.mechanism) == [.concurrency])
    #expect(why.map(\.share) == [10.0 / 15])
  }

  /// Effects within the noise are left out: a policy that no mechanism affects has no causes to report.
  @Test func nothingIsToldOfWhatCostsNothing() throws {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, size: 1MB..9MB } }
      scenarios: { day: { wifi: [00:00-24:00], charging: [00:00-24:00] } }
      """
    var (policy, settings) = try EstimatorTests.settings(text, "day", runs: 400)
    settings.parameters = try Lab.parameters(["request.wait": "0s"])
    settings.explanations = [.mechanisms]
    let explanation = try #require(Estimator.estimate(policy, settings).explanation)
    #expect(explanation.transfers.map(\.costs.count) == [0])
  }

  /// Chance alone counts as an effect in at most 5 of 100 cases; 400 cases show this to 4.4 standard errors.
  @Test func noiseIsSeldomAnEffect() {
    let cases = 400
    var (means, tails) = (0, 0)
    for index in 0..<cases {
      var random = RandomStream(seed: 21, run: index, name: "noise")
      func figures() -> EffectFigures { EffectFigures((0..<200).map { _ in random.unit() }) }
      let effect = Effect(figures(), figures(), end: .infinity)
      if effect.isMeanBeyondNoise { means += 1 }
      if effect.isTailBeyondNoise { tails += 1 }
    }
    let bound = 0.05 + 4.4 * (0.05 * 0.95 / Double(cases)).squareRoot()
    #expect(Double(means) / Double(cases) < bound)
    #expect(Double(tails) / Double(cases) < bound)
  }

  @Test func largeEffectsAreSeen() {
    var random = RandomStream(seed: 22, run: 0, name: "effect")
    let base = (0..<200).map { _ in random.unit() }
    let effect = Effect(EffectFigures(base), EffectFigures(base.map { $0 * 0.8 }), end: .infinity)
    #expect(effect.isMeanBeyondNoise && effect.isTailBeyondNoise)
    #expect(abs((effect.meanShare ?? 0) - 0.2) < 1e-12)
    // Work that never ends counts as if it ended at the end of the run.
    let endless = Effect(EffectFigures([.infinity, 5]), EffectFigures([5, 5]), end: 15)
    #expect(endless.meanShare == 0.5)
  }
}
