import PolicyModel
import Testing

@testable import PolicySim

/// The launches of processing tasks, and the time that a device has for processing.
///
/// The tolerance of statistics is five standard errors: a test of correct numbers fails once in a million.
@Suite struct ProcessingTests {
  /// A model with a processing task that needs power unless `task` says otherwise.
  private static func model(
    _ task: String = "reschedule: true", needsPower: Bool = true, scenario: String = "day", day: String = "",
    _ model: [String: String] = [:]
  ) throws -> SimulationModel {
    let power = needsPower ? "requiresExternalPower: true, " : ""
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks: { task: { identifier: com.example.task, type: processing, \(power)\(task) } }
      scenarios: { day: { extends: commuter, variation: 0s\(day.isEmpty ? "" : ", \(day)") } }
      """)
    return SimulationModel(
      policy, on: try #require(DeviceDay(scenario, in: policy)), try Lab.parameters(model),
      measuring: .firstTimes)
  }

  /// The launches of a week in hours, for a task that needs power.
  static func launches(_ task: String, charging: String, model: [String: String] = [:]) throws -> [Double] {
    let whole = try Self.model(task, day: "charging: [\(charging)]", model)
    return Simulation(whole, seed: 1, run: 0).launchTimes().map { $0 / 3_600 }
  }

  private func perDay(_ model: SimulationModel, runs: Int = 300) -> Mean {
    var counts = Mean()
    for run in 0..<runs {
      counts.add(Double(Simulation(model, seed: 3, run: run).launchTimes().count) / 7)
    }
    return counts
  }

  private func expect(_ model: SimulationModel, _ expected: Double, within share: Double = 0.03) {
    let counts = perDay(model)
    let error = 5 * (counts.standardError ?? 0) + share * expected
    #expect(abs(counts.value - expected) < error, "\(counts.value) ± \(error), not \(expected)")
  }

  /// The parameter is a number of launches a day for any time on power: it is neither a probability nor a number of nights.
  @Test(
    arguments: [0.25, 0.5, 1, 2, 4], ["\"23:00-07:00\"", "\"09:30-12:00\", \"13:00-17:00\", \"23:00-07:00\""])
  func comeAsOftenAsTheModelSays(_ perDay: Double, _ charging: String) throws {
    expect(
      try Self.model(day: "charging: [\(charging)]", ["processing.per_day": "\(perDay)"]), perDay)
  }

  /// Neither visits nor daytime charging changes the number of launches a day.
  @Test(arguments: ["office", "commuter", "homeCharging"]) func builtInDaysHaveOneADay(_ scenario: String)
    throws
  {
    expect(try Self.model(scenario: scenario), 1, within: 0.1)
  }

  @Test func noneWithoutPower() throws {
    #expect(perDay(try Self.model(day: "charging: []"), runs: 30).value == 0)
    #expect(perDay(try Self.model(day: "use: medium", ["processing.per_day": "0"]), runs: 30).value == 0)
  }

  /// A task that does not require power does not wait for power.
  @Test func powerIsRequiredOnRequest() throws {
    expect(try Self.model(needsPower: false, day: "charging: []"), 1)
  }

  /// A task with unlimited opportunities waits only for power: the p quantile of the wait is max(0, 24p − w) hours, with w
  /// hours of power a day.
  @Test func waitsForPower() throws {
    let model = try Self.model(
      "earliestBegin: 0s", day: "charging: [\"23:00-07:00\"]", ["processing.per_day": "100000"])
    let delays = (0..<2_000).compactMap {
      Simulation(model, seed: 1, run: $0).launchTimes().first.map { $0 / 3_600 }
    }.sorted()
    try #require(delays.count == 2_000)
    #expect(abs(delays[1_000] - 4) < 0.8)
    #expect(abs(delays[1_900] - 14.8) < 0.8)
    #expect(abs(Double(delays.count { $0 < 0.01 }) / 2_000 - 1.0 / 3) < 0.05)
  }

  /// Launches are spread over the whole night, not concentrated at the time at which the device is plugged in.
  @Test func comeAtAnyTimeOfTheNight() throws {
    let model = try Self.model(day: "charging: [\"23:00-07:00\"]")
    var hours: [Double] = []
    for run in 0..<300 {
      let simulation = Simulation(model, seed: 2, run: run)
      let start = Double(simulation.device.offset) / 3_600_000
      hours += simulation.launchTimes().map { ($0 / 3_600 + start + 1).truncatingRemainder(dividingBy: 24) }
    }
    #expect(hours.allSatisfy { $0 < 8 + 1e-6 })
    for hour in 0..<8 {
      let share = Double(hours.count { Int($0) == hour }) / Double(hours.count)
      #expect(abs(share - 0.125) < 0.04, "\(hour): \(share)")
    }
  }

  /// 16 waking hours with a weight of 0.1 have a sixth of the weighted day, next to 8 hours with a weight of 1.
  @Test func preferTheNight() throws {
    let model = try Self.model(
      needsPower: false, day: "foregroundSessions: { perDay: 0.0, between: \"07:00-23:00\" }",
      ["processing.used_within": "none"])
    var awake = Mean()
    for run in 0..<400 {
      let simulation = Simulation(model, seed: 2, run: run)
      for launch in simulation.launchTimes() {
        let clock = (launch / 3_600 + Double(simulation.device.offset) / 3_600_000)
          .truncatingRemainder(dividingBy: 24)
        awake.add((7..<23).contains(clock) ? 1 : 0)
      }
    }
    #expect(abs(awake.value - 1.6 / 9.6) < 5 * (awake.standardError ?? 0), "\(awake.value)")
  }

  /// During waking hours, a use of the device cuts off work of four minutes with a probability of 1 − e^(−4/15).
  @Test func areEndedByUseOfTheDevice() throws {
    let model = try Self.model(
      "reschedule: true, expectedRuntime: 4m",
      day: "foregroundSessions: { perDay: 0.0, between: \"00:00-24:00\" }, charging: [\"00:00-24:00\"]",
      ["processing.used_within": "none", "processing.per_day": "4"])
    var cut = Mean()
    for run in 0..<200 {
      let simulation = Simulation(model, seed: 2, run: run).ran()
      for index in 0..<simulation.scheduler.tasks[0].launches {
        cut.add(index < simulation.scheduler.tasks[0].counts.cutOffs ? 1 : 0)
      }
    }
    #expect(abs(cut.value - 0.234) < 5 * (cut.standardError ?? 0), "\(cut.value)")
  }

  /// The system launches processing tasks only of apps that were used within the week.
  @Test func needUseWithinTheWeek() throws {
    let unused = "foregroundSessions: { perDay: 0 }"
    #expect(perDay(try Self.model(day: unused), runs: 30).value == 0)
    #expect(perDay(try Self.model(day: unused, ["processing.used_within": "none"]), runs: 30).value > 0.5)
    let rare = perDay(try Self.model(scenario: "rareUser"))
    #expect(rare.value > 0.3 && rare.value < 0.8, "\(rare.value)")
  }

  /// The ideal device launches processing tasks at equal gaps.
  @Test func areEvenInTheLab() throws {
    let launches = try Simulation(Self.model(scenario: "lab", ["processing.per_day": "2"]), seed: 1, run: 0)
      .launchTimes()
    #expect(launches == (0..<14).map { Double($0) * 43_200 } + (launches.count > 14 ? [604_800] : []))
  }
}
