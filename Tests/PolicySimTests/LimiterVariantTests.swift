import PlatformFacts
import PolicyModel
import Testing

@testable import PolicySim

/// The variants of the limiter's rules; a run is repeated under a variant only if the variant changes the run.
@Suite struct LimiterVariantTests {
  private static let rules: [LimiterVariant] =
    [.reset(.rolling), .reset(.idle), .reset(.literal), .hold(.creation), .hold(.resume)]

  /// A run that reports that a variant does not change it is the same under this variant, step by step.
  @Test(arguments: PropertyTests.policies) func runsThatDoNotDependAreTheSame(_ policy: RandomPolicy) throws {
    let model = try policy.simulation(run: 0).model
    for run in 0..<6 {
      for own in Self.rules {
        let whole = Simulation(model.variant(own), seed: policy.seed, run: run).ran()
        for other in Self.rules where !whole.daemon.limiterEffects.isChanged(by: other) {
          let same = Simulation(model.variant(own).variant(other), seed: policy.seed, run: run).ran()
          #expect(Self.figures(whole) == Self.figures(same), "run \(run), \(own) and \(other)")
        }
      }
    }
  }

  /// The test above would show nothing if all runs or no runs depended on the rules.
  @Test func someRunsDependAndSomeDoNot() throws {
    let runs = try PropertyTests.policies.map { try $0.simulation(run: 0).ran() }
    for bound in [LimiterVariant.reset(.idle), .reset(.literal), .hold(.resume)] {
      let count = runs.count { $0.daemon.limiterEffects.isChanged(by: bound) }
      #expect(count > 5 && count < runs.count - 5)
    }
  }

  private static func figures(_ run: Simulation) -> [String] {
    ["\(run.now) \(run.launches)"]
      + run.jobs.map { job in
        "\(job.transfer) \(job.finished) \(job.failed) \(job.launches) \(job.held) "
          + "\(job.lastFinish ?? -1) \(job.radioTime) \(job.energy)"
      }
  }

  /// Blocks of a single run, which policies with very many transfers have, give the same result as a single block of all
  /// runs.
  @Test(arguments: ["commuter", "rareUser"]) func blocksOfOneRunComeToTheSame(_ scenario: String) throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: App, bundleIdentifier: com.example.app }
      sessions: { session: { identifier: com.example.session } }
      transfers:
        large: { session: session, count: 40, size: 1MB..9MB, submit: { batch: 4 }, startedIn: background }
        small: { session: session, count: 3, size: 30kB..90kB, startedIn: background }
      """)
    let day = try #require(DeviceDay(scenario, in: policy))
    let variants = LimiterVariants(policy, Estimator.Settings(day: day, parameters: Parameters()))
    let runs = 40
    var single = VariantAccumulators(variants)
    for run in 0..<runs { single.add(variants.block(run..<(run + 1)), of: variants.base) }
    var whole = VariantAccumulators(variants)
    whole.add(variants.block(0..<runs), of: variants.base)
    for transfer in 0..<2 {
      for figure in [\TransferDelays.completion, \.launches, \.limiterDelay] {
        let pairs = zip(
          [single.base.transfers[transfer].delays[keyPath: figure]]
            + single.figures(transfer) { $0[keyPath: figure] }.all,
          [whole.base.transfers[transfer].delays[keyPath: figure]]
            + whole.figures(transfer) { $0[keyPath: figure] }.all)
        for (left, right) in pairs {
          #expect(Self.quantiles(left) == Self.quantiles(right))
          #expect(right.count == runs)
        }
      }
      let (left, right) = (single.base.transfers[transfer].means, whole.base.transfers[transfer].means)
      #expect(left[.energy].count == runs && right[.energy].count == runs)
      #expect(abs(left[.energy].value - right[.energy].value) <= 1e-9 * right[.energy].value)
    }
  }

  private static func quantiles(_ figure: Distribution) -> [Double?] {
    (0...100).map { figure.quantile(Double($0) / 100) }
  }
}
