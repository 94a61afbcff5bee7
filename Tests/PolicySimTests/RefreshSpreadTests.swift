import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// The spread of app refreshes between devices, and their dependence on the use of the app.
@Suite struct RefreshSpreadTests {
  private static func model(
    _ day: String = "", task: String = "reschedule: true", _ model: [String: String] = [:],
    disabledMechanisms: Set<Mechanism> = []
  ) throws -> SimulationModel {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks: { task: { identifier: com.example.task, type: appRefresh, \(task) } }
      scenarios: { day: { extends: commuter, \(day) } }
      """)
    return SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
      disabledMechanisms: disabledMechanisms, measuring: .firstTimes)
  }

  private static func rates(_ model: SimulationModel, runs: Int = 4_000) -> [Double] {
    (0..<runs).map { model.refreshesPerDay(seed: 6, run: $0) }
  }

  /// Half of all devices have fewer refreshes than the typical device; a twentieth has less than 6 · e^(−1.645 · 1.6) = 0.43
  /// a day, and a twentieth more than 83.
  @Test func ratesAreLogNormal() throws {
    let rates = Self.rates(try Self.model("use: medium"))
    for (share, rate) in [(0.05, 0.4316), (0.5, 6.0), (0.95, 83.41)] {
      let below = Double(rates.count { $0 < rate }) / Double(rates.count)
      #expect(
        abs(below - share) < 5 * (share * (1 - share) / Double(rates.count)).squareRoot(),
        "\(share): \(below)")
    }
    // The least gap allows at most 96 refreshes a day.
    #expect(rates.max() == 96)
  }

  /// An explicit rate applies to every device, unless the spread is set, too.
  @Test func givenRatesHaveNoSpread() throws {
    #expect(Set(Self.rates(try Self.model("use: low", ["refresh.per_day": "9"]), runs: 50)) == [9])
    #expect(Set(Self.rates(try Self.model("use: low", ["refresh.spread": "0"]), runs: 50)) == [2])
    let both = Self.rates(
      try Self.model("use: low", ["refresh.per_day": "9", "refresh.spread": "1"]), runs: 50)
    #expect(Set(both).count == 50)
  }

  /// Each device keeps its factor: a different typical rate changes the rates of all devices by the same ratio.
  @Test func ratesHaveCommonRandomNumbers() throws {
    let (low, high) = (
      Self.rates(try Self.model("use: rare"), runs: 50), Self.rates(try Self.model("use: low"), runs: 50)
    )
    #expect(zip(low, high).allSatisfy { $1 == 96 || abs($1 / $0 - 4) < 1e-9 })
  }

  /// The mean launches a day over different devices equal the mean of the devices' rates.
  @Test func launchesAreTheMixture() throws {
    let model = try Self.model(
      "foregroundSessions: { perDay: 0 }", ["refresh.used_within": "none", "refresh.spread": "0.8"])
    var launches = Mean()
    var rates = Mean()
    for run in 0..<400 {
      launches.add(Double(Simulation(model, seed: 6, run: run).launchTimes().count) / 7)
      rates.add(model.refreshesPerDay(seed: 6, run: run))
    }
    #expect(abs(launches.value / rates.value - 1) < 0.03, "\(launches.value) of \(rates.value)")
    // The mean of a log-normal distribution.
    #expect(abs(rates.value / (6 * exponential(0.32)) - 1) < 0.15)
  }

  /// The system never refreshes an app that is not used. Refreshes end a day after the last use.
  @Test func daysWithoutUseHaveNone() throws {
    let rate = ["refresh.per_day": "24"]
    for run in 0..<20 {
      #expect(
        Simulation(try Self.model("foregroundSessions: { perDay: 0 }", rate), seed: 6, run: run).launchTimes()
          == [])
      let visit = "foreground: [{ at: 3d, for: 1m }]"
      let launches = Simulation(try Self.model(visit, rate), seed: 6, run: run).launchTimes().map {
        $0 / 86_400
      }
      // At the start of a run, the user has just used the app.
      #expect(launches.allSatisfy { $0 < 1.001 || ($0 > 3 && $0 < 4.001) }, "\(launches)")
      #expect(launches.count > 24)
    }
  }

  /// Without the throttle, an unused app is refreshed, too.
  @Test func useIsPartOfTheThrottle() throws {
    let model = try Self.model("foregroundSessions: { perDay: 0 }", disabledMechanisms: [.launchThrottle])
    #expect(Simulation(model, seed: 6, run: 0).launchTimes().count > 600)
  }

  /// One app refresh in ten ends after 2 to 5 s, before work of 10 s is done.
  @Test(arguments: [(work: "10s", share: 0.1), ("1s", 0), ("40s", 1)])
  func someEndEarly(_ example: (work: String, share: Double)) throws {
    let model = try Self.model(
      task: "reschedule: true, expectedRuntime: \(example.work)", ["refresh.per_day": "24"])
    var cut = 0
    var launches = 0
    for run in 0..<60 {
      let task = Simulation(model, seed: 6, run: run).ran().scheduler.tasks[0]
      cut += task.counts.cutOffs
      launches += task.launches
    }
    let share = Double(cut) / Double(launches)
    #expect(abs(share - example.share) < 0.02, "\(share)")
  }
}
