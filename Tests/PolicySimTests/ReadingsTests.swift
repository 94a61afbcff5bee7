import PolicyModel
import Testing

@testable import PolicySim

/// The readings of when the limiter's delay is forgotten, of which a run is made anew only where it depends on them.
@Suite struct ReadingsTests {
  private static let lapses: [ResumeLimiter.Lapse] = [.rolling, .idle, .literal]

  /// A run that says it does not depend on a reading is the same under it, step for step.
  @Test(arguments: PropertyTests.policies) func runsThatDoNotDependAreTheSame(_ policy: RandomPolicy) throws {
    let plan = try policy.simulation(run: 0).plan
    for run in 0..<6 {
      for own in Self.lapses {
        let whole = Simulation(plan.reading(own), seed: policy.seed, run: run).ran()
        for other in Self.lapses where !whole.lapseChoices.decide(against: other) {
          let same = Simulation(plan.reading(other), seed: policy.seed, run: run).ran()
          #expect(Self.figures(whole) == Self.figures(same), "run \(run), \(own) and \(other)")
        }
      }
    }
  }

  /// The test above would say nothing if all runs depended on the readings, or none did.
  @Test func someRunsDependAndSomeDoNot() throws {
    let runs = try PropertyTests.policies.map { try $0.simulation(run: 0).ran() }
    for bound in [ResumeLimiter.Lapse.idle, .literal] {
      let count = runs.count { $0.lapseChoices.decide(against: bound) }
      #expect(count > 5 && count < runs.count - 5)
    }
  }

  private static func figures(_ run: Simulation) -> [String] {
    ["\(run.now) \(run.launches)"]
      + run.occurrences.map { occurrence in
        "\(occurrence.entry) \(occurrence.finished) \(occurrence.failed) \(occurrence.launches) \(occurrence.held) "
          + "\(occurrence.lastFinish ?? -1) \(occurrence.radioTime) \(occurrence.energy)"
      }
  }

  /// Blocks of one run, as policies of very many transfers have them, come to the same as one block of all.
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
    let readings = Readings(policy, Estimator.Settings(day: day, parameters: Parameters()))
    let runs = 40
    var single = ReadingTallies(readings)
    for run in 0..<runs { single.add(readings.block(run..<(run + 1)), of: readings.base) }
    var whole = ReadingTallies(readings)
    whole.add(readings.block(0..<runs), of: readings.base)
    for transfer in 0..<2 {
      let bounds = (single.delays(transfer), whole.delays(transfer))
      let pairs = [
        (single.base.transfers[transfer].delays, whole.base.transfers[transfer].delays),
        (bounds.0.idle, bounds.1.idle), (bounds.0.literal, bounds.1.literal),
      ]
      for (left, right) in pairs {
        #expect(Self.quantiles(left) == Self.quantiles(right))
        #expect(right.launches.count == runs)
      }
      let (left, right) = (single.base.transfers[transfer].means, whole.base.transfers[transfer].means)
      #expect(left.energy.count == runs && right.energy.count == runs)
      #expect(abs(left.energy.value - right.energy.value) <= 1e-9 * right.energy.value)
    }
  }

  private static func quantiles(_ delays: TransferDelays) -> [Double?] {
    [delays.completion, delays.launches, delays.limiterDelay].flatMap { figure in
      (0...100).map { figure.quantile(Double($0) / 100) }
    }
  }
}
