import PlatformFacts
import PolicyModel
import TestSupport
import Testing

@testable import PolicySim

/// Uncertain parameters are drawn from their ranges, and budgets name their assumptions.
@Suite struct PredictionTests {
  /// A policy with an item of 25 MB, which takes 10 s with the model's default Wi-Fi throughput.
  private static func policy(limit: String = "12s", certainty: String = "assumed") throws -> Policy {
    try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: 1, size: 25MB, startedIn: background } }
      scenarios: { home: { extends: kiosk, wifi: ["00:00-24:00"], foregroundSessions: { perDay: 0 } } }
      budgets: { work: { completion: { p95: \(limit) }, certainty: \(certainty) } }
      """)
  }

  /// The estimate if only some parameters are uncertain.
  private static func estimate(
    _ policy: Policy, uncertain: Set<String> = ["wifi.throughput"], runs: Int = 200,
    scenario: String = "home",
    seed: UInt64 = 1
  ) throws -> Estimate {
    var parameters = Parameters()
    for fact in PlatformFacts.parameters where !uncertain.contains(fact.name) {
      let isValid = parameters.set(fact.name, to: fact.text)
      #expect(isValid)
    }
    // The item takes only the time of its bytes.
    _ = parameters.set("request.wait", to: "0s")
    _ = parameters.set("throughput.spread", to: "0")
    var settings = Estimator.Settings(
      day: try #require(DeviceDay(scenario, in: policy)), parameters: parameters)
    (settings.runs, settings.seed) = (runs, seed)
    settings.predicts = true
    return Estimator.estimate(policy, settings)
  }

  /// The throughput is spread evenly by ratio between 1.4 and 6.25 MB a second, so all quantiles are known.
  @Test func intervalIsThatOfTheRange() throws {
    let prediction = try #require(Self.estimate(Self.policy()).prediction)
    for figure in Quantile.allCases {
      let interval = prediction.interval(of: figure, transfer: 0)
      // The time of 25 MB at the 95 % and at the 5 % quantile of the throughput.
      #expect(abs(try #require(interval.low) / 4.311 - 1) < 0.03)
      #expect(abs(try #require(interval.high) / 16.57 - 1) < 0.03)
      let causes = prediction.causes(of: figure, transfer: 0)
      #expect(causes.map(\.parameter) == ["wifi.throughput"])
      #expect(causes.allSatisfy { $0.isAssumed && $0.share > 0.99 })
    }
    #expect(prediction.assumedShare == 1)
  }

  /// Chance in the few runs of a draw does not widen an interval. With 8 hours of Wi-Fi and power a night, 95 % of work that comes up at any
  /// time of the day are done by about 14.8 h, whatever the throughput.
  @Test(arguments: 1...3) func noiseIsNotUncertainty(_ seed: UInt64) throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab, isDiscretionary: true, allowsCellularAccess: false } }
      transfers: { work: { session: s, count: 10, size: 1MB, startedIn: background, every: 1d } }
      scenarios:
        night:
          { extends: commuter, variation: 0s, foregroundSessions: { perDay: 0 }, wifi: ["23:00-07:00"], charging: ["23:00-07:00"], cellular: [], lowPowerMode: [], lowDataMode: [], rebootsPerWeek: 0, weekend: { foregroundSessions: { perDay: 0 }, wifi: ["23:00-07:00"], charging: ["23:00-07:00"] } }
      """)
    let estimate = try Self.estimate(policy, runs: 250, scenario: "night", seed: seed)
    let prediction = try #require(estimate.prediction)
    let median = try #require(prediction.median(of: .p95, transfer: 0))
    #expect(abs(median / 14.8 / 3_600 - 1) < 0.05, "\(median / 3_600)")
    let interval = prediction.interval(of: .p95, transfer: 0)
    let (low, high) = (try #require(interval.low) / 3_600, try #require(interval.high) / 3_600)
    #expect(low > 13.5 && high < 16, "\(low) … \(high)")
  }

  /// A share of ln(6.25 / 2.083) / ln(6.25 / 1.4) of all throughputs keeps the limit of 12 s.
  @Test(arguments: [
    ("12s", BudgetVerdict.Outcome.keptByAssumption, 0.734), ("17s", .kept, 0.967), ("9s", .broken, 0.541),
  ])
  func budgetIsKeptByAsManyDrawsAsTheRangeSays(
    _ limit: String, _ outcome: BudgetVerdict.Outcome, _ share: Double
  ) throws {
    let policy = try Self.policy(limit: limit)
    let verdict = try #require(BudgetVerdict.all(of: policy, Self.estimate(policy)).first)
    #expect(verdict.outcome == outcome)
    // Each of 100 equal parts of the range has one draw, so the share is exact to 0.01.
    #expect(abs(try #require(verdict.keptShare) - share) <= 0.01)
    #expect(verdict.assumptions == (outcome == .keptByAssumption ? ["wifi.throughput"] : []))
    #expect(verdict.isViolated == (outcome == .broken))
  }

  @Test func certaintyMayBeRequired() throws {
    let policy = try Self.policy(certainty: "required")
    let verdict = try #require(BudgetVerdict.all(of: policy, Self.estimate(policy)).first)
    #expect(verdict.outcome == .keptByAssumption)
    #expect(verdict.isViolated)
    let certain = try Self.policy(limit: "1m", certainty: "required")
    #expect(BudgetVerdict.all(of: certain, try Self.estimate(certain)).map(\.isViolated) == [false])
  }

  /// An estimate has no draws if it has few runs, or if the policy sets the parameters.
  @Test(arguments: [(nil, 200), ("wifi.throughput", 199)])
  func settledParametersAreNotDrawn(_ uncertain: String?, _ runs: Int) throws {
    let estimate = try Self.estimate(
      Self.policy(), uncertain: Set([uncertain].compactMap(\.self)), runs: runs)
    #expect(estimate.prediction == nil)
  }

  /// In the lab, no parameters are drawn. Batches of 100 take 1,790 s by the default rule, and 31,910 s if the delay is
  /// reset only while nothing runs.
  @Test(arguments: [("1h", BudgetVerdict.Outcome.keptByAssumption), ("9h", .kept), ("10m", .broken)])
  func budgetHoldsUnderAllInterpretations(_ limit: String, _ outcome: BudgetVerdict.Outcome) throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: 1000, duration: 5s, submit: { batch: 100 } } }
      budgets: { work: { completion: { p95: \(limit) } } }
      """)
    let estimate = try Self.estimate(policy, uncertain: [], scenario: "lab")
    let verdict = try #require(BudgetVerdict.all(of: policy, estimate).first)
    #expect(verdict.outcome == outcome)
    #expect(verdict.keptShare == nil)
    let isAssumed = outcome == .keptByAssumption
    #expect(verdict.breakingInterpretations == (isAssumed ? ["limiter.lapse=idle"] : []))
    #expect(verdict.assumptions == (isAssumed ? ["limiter.lapse"] : []))
  }

  /// Each of the equal parts of each parameter's range has one draw, in a random order for each parameter.
  @Test func drawsAreSpreadEvenly() throws {
    let policy = try Self.policy()
    let draws = ParameterDraws(
      Estimator.Settings(day: try #require(DeviceDay("home", in: policy)), parameters: Parameters()))
    #expect(draws.parameters.count > 20)
    let orders = draws.parameters.indices.map { index in
      draws.positions(ofParameter: index).map { Int($0 * Double(ParameterDraws.count)) }
    }
    for order in orders { #expect(order.sorted() == Array(0..<ParameterDraws.count)) }
    #expect(Set(orders).count == orders.count)
  }

  @Test(arguments: PlatformFacts.parameters) func drawnValuesAreValid(_ fact: ParameterFact) throws {
    let day = try #require(DeviceDay("commuter", in: Self.policy()))
    let settings = Estimator.Settings(day: day, parameters: Parameters())
    for parameter in UncertainParameter.all(in: settings) where parameter.name == fact.name {
      for position in [0, 0.001, 0.25, 0.5, 0.75, 0.999] {
        let value = parameter.value(at: position)
        var parameters = Parameters()
        parameters.draw(value, of: fact)
        #expect(parameters.value(of: fact) == value)
        #expect(fact.kind == .duration(isOptional: true) || fact.kind == .size || value != .none)
      }
    }
  }
}

/// The effect of a change on a few runs is applied to the distribution of all runs.
@Suite struct PairedValuesTests {
  private static let all = Distribution((1...1_000).map { Double($0) })

  @Test(arguments: [(1.0, 0.0), (3, 0), (1, 50)])
  func changeAppliesToEveryPart(_ factor: Double, _ shift: Double) {
    // A few values from the whole range, and many values from the middle.
    let chosen = stride(from: 5, through: 1_000, by: 10).map { Double($0) } + (400...600).map { Double($0) }
    let pairs = PairedValues(chosen.map { ($0, factor * $0 + shift) })
    let changed = pairs.distribution(from: CumulativeShares(Self.all))
    for share in [0.1, 0.5, 0.9, 0.95] {
      let expected = factor * 1_000 * share + shift
      #expect(abs((changed.quantile(share) ?? 0) - expected) <= factor * 25, "\(share)")
    }
    let difference = chosen.reduce(0) { $0 + $1 * (factor - 1) + shift } / Double(chosen.count)
    #expect(abs(pairs.mean(from: 500.5) - 500.5 - difference) < 1e-9)
  }

  /// A change that adds to every value, or multiplies every value, is exact with five pairs from anywhere, even for values beyond the
  /// pairs.
  @Test(arguments: [(1.0, 0.0), (3, 0), (0.2, 0), (1, 50), (2, 7)])
  func fewPairsAreEnough(_ factor: Double, _ shift: Double) {
    for chosen in [[100.0, 200, 300, 350, 400], [10, 500, 510, 520, 900], [999, 1, 2, 3, 4]] {
      let changed = PairedValues(chosen.map { ($0, factor * $0 + shift) }).distribution(
        from: CumulativeShares(Self.all))
      for share in [0.05, 0.5, 0.95] {
        let expected = factor * 1_000 * share + shift
        #expect(abs((changed.quantile(share) ?? 0) / expected - 1) < 0.03, "\(share) of \(chosen)")
      }
    }
  }

  /// Infinite values, and values that very many runs share, keep their shares.
  @Test func atomsKeepTheirShares() {
    let all = Distribution(
      [Double](repeating: 5, count: 600) + (0..<300).map { 100 + Double($0) }
        + [Double](repeating: .infinity, count: 100))
    let pairs: [PairedValues.Pair] = [
      (5, 6), (5, 6), (5, 6), (120, 220), (150, 250), (350, 450), (380, 480), (.infinity, .infinity),
    ]
    let changed = PairedValues(pairs).distribution(from: CumulativeShares(all))
    #expect(changed.quantile(0.5) == 6)
    #expect(changed.quantile(0.599) == 6)
    #expect((changed.quantile(0.601) ?? 0) > 100)
    #expect(abs(changed.finiteShare - 0.9) < 1e-5)
    #expect(changed.quantile(0.95) == nil)
  }

  /// Values that differ little from each other change alike, whatever the next pair is: a limiter's delays are such values.
  @Test func valuesChangeAsTheNearestPair() {
    let delays = [3.0, 63, 183, 423, 903, 1_863]
    let all = Distribution(delays.flatMap { delay in (0..<100).map { delay + Double($0) / 100 } })
    // A delay of a tenth, which the pairs know from a value in the lower half of each delay's values.
    let pairs = PairedValues(delays.map { ($0 + 0.25, ($0 - 3) / 10 + 3.25) })
    let changed = pairs.distribution(from: CumulativeShares(all))
    for (index, delay) in delays.enumerated() {
      for share in [0.05, 0.5, 0.95] {
        let value = changed.quantile((Double(index) + share) / Double(delays.count)) ?? 0
        #expect(abs(value - (delay - 3) / 10 - 3.5) < 1, "\(delay) at \(share)")
      }
    }
  }
}
