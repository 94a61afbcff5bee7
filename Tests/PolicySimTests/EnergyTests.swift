import PlatformFacts
import PolicyModel
import TestSupport
import Testing

@testable import PolicySim

/// The energy of bursts on a radio: promotion, time on the air, bytes and tail.
@Suite struct EnergyTests {
  struct Burst: Sendable, CustomTestStringConvertible {
    let name: String
    var preset: String? = nil
    var model: [String: String] = [:]
    var day = "wifi: []"
    let joules: Double
    let seconds: Double
    var testDescription: String { name }
  }

  /// The energy and time of one megabyte at the model's throughputs: 10 Mbit/s over cellular, and 20 Mbit/s over Wi-Fi.
  static let bursts = [
    Burst(name: "LTE", joules: 0.1504 + 0.376 + 0.092 + 4.182, seconds: 11.32),
    Burst(
      name: "LTE with a tail of 5.1 s", model: ["lte.tail_s": "5.1s"], joules: 0.1504 + 0.376 + 0.092 + 2.091,
      seconds: 6.22),
    Burst(
      name: "Huang 2012", preset: "huang-2012", joules: 0.3146 + 1.0304 + 0.41576 + 12.27056, seconds: 12.636),
    Burst(name: "Pixel 2018", preset: "pixel-2018", joules: 0.1504 + 0.376 + 4.182, seconds: 11.32),
    Burst(
      name: "the least", preset: "energy-low", joules: 0.1222 + 0.376 + 0.09 + 0.51, seconds: 6.16),
    Burst(
      name: "the most", preset: "energy-high", joules: 0.4356 + 1.032 + 0.42 + 15.476, seconds: 15.76),
    Burst(name: "Wi-Fi", day: "wifi: [00:00-24:00]", joules: 0.184 + 0.0288, seconds: 0.64),
    Burst(
      name: "Wi-Fi, Huang 2012", preset: "huang-2012", day: "wifi: [00:00-24:00]", joules: 1.16 + 0.0288,
      seconds: 0.64),
  ]

  private func run(_ count: Int, _ size: String, _ submit: String, _ burst: Burst) throws -> Simulation {
    var model = burst.model
    for value in burst.preset.flatMap(PlatformFacts.modelPreset)?.values ?? [] {
      model[value.name] = value.text
    }
    model["launch_J"] = "0"
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab, timeoutIntervalForResource: 1000d } }
      transfers: { work: { session: session, count: \(count), size: \(size), submit: \(submit), direction: download } }
      scenarios: { day: { extends: lab, \(burst.day) } }
      """
    // A discretionary transfer would wait forever for power and Wi-Fi in this scenario.
    return try Lab.simulation(text, scenario: "day", model: model).ran()
  }

  @Test(arguments: bursts) func burstCostsThis(_ burst: Burst) throws {
    let work = try run(1, "1MB", "allAtOnce", burst).work
    #expect(abs(work.energy - burst.joules) < 0.001, "\(work.energy)")
    #expect(abs(work.radioTime / 1_000 - burst.seconds) < 0.002, "\(work.radioTime)")
  }

  /// Ten separate bursts cost ten times the energy of a single burst; ten megabytes at once cost only one promotion and one
  /// tail.
  @Test(arguments: [
    (burst: bursts[0], apart: 48.0, together: 9.0, ratio: 5.3), (bursts[2], 140.3, 27.05, 5.2),
  ])
  func batchingSavesFivefold(_ example: (burst: Burst, apart: Double, together: Double, ratio: Double)) throws
  {
    let one = try run(1, "1MB", "allAtOnce", example.burst).work.energy
    let together = try run(1, "10MB", "allAtOnce", example.burst).work.energy
    #expect(abs(10 * one - example.apart) < 0.05)
    #expect(abs(together - example.together) < 0.05)
    #expect(abs(10 * one / together - example.ratio) < 0.05)
  }

  /// The joules depend on the constants of the radio; the ratio of separate bursts to a single burst hardly does.
  @Test func theRatioIsRobustAndTheJoulesAreNot() throws {
    let ratios = try [Self.bursts[0], Self.bursts[2]].map { burst in
      10 * (try run(1, "1MB", "allAtOnce", burst).work.energy)
        / (try run(1, "10MB", "allAtOnce", burst).work.energy)
    }
    #expect(abs(ratios[0] / ratios[1] - 1) < 0.05)
    let joules = try [Self.bursts[0], Self.bursts[2]].map { try run(1, "1MB", "allAtOnce", $0).work.energy }
    #expect((2.8...3.1).contains(joules[1] / joules[0]))
  }
}

/// Android's published quotas, simulated by the same model.
@Suite struct AndroidReferenceTests {
  private static func model() throws -> [String: String] {
    let preset = try #require(PlatformFacts.modelPreset("android-reference"))
    return Dictionary(uniqueKeysWithValues: preset.values.map { ($0.name, $0.text) })
  }

  @Test func everyPresetHasValuesThatItsParametersTake() {
    for preset in PlatformFacts.modelPresets {
      for value in preset.values {
        let fact = PlatformFacts.parameter(value.name)
        #expect(fact?.value(of: value.text) != nil, "\(preset.name): \(value.name) \(value.text)")
        #expect(!value.citations.isEmpty)
      }
      #expect(Set(preset.values.map(\.name)).count == preset.values.count)
    }
  }

  /// Doze idles for 60 minutes, and then each time for twice as long as before, but for at most 6 hours.
  @Test(arguments: 1...12) func dozeIdlesThisLong(_ windows: Int) throws {
    let idle = (0..<(windows - 1)).map { min(6, 1 << $0) * 3_600 }
    for duration in [0, 5, 300] {
      let run = try Lab(
        count: windows, duration: "\(duration)s", submit: "oneAtATime", timeout: "1000d", model: Self.model()
      ).simulation().ran()
      #expect(run.held == Double(idle.reduce(0, +)))
      #expect(run.end == Double(idle.reduce(0, +) + windows * duration))
      #expect(run.delay == Double(min(6, 1 << (windows - 1)) * 3_600))
    }
  }

  /// An app runs for ten minutes in 24 hours, so work of S seconds ends after 86,400 · (⌈S/600⌉ − 1) + rest seconds.
  @Test(arguments: [300, 600, 900, 1_200, 3_900]) func jobsRunTenMinutesADay(_ seconds: Int) throws {
    let megabytes = Double(seconds) * 2.5
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab, isDiscretionary: true, timeoutIntervalForResource: 100d } }
      transfers: { work: { session: session, size: \(Int(megabytes))MB } }
      """
    let run = try Lab.simulation(text, model: Self.model()).ran()
    let days = (seconds + 599) / 600 - 1
    #expect(run.end == Double(86_400 * days + seconds - 600 * days))
  }

  /// Android allows one alarm an hour. App refreshes represent alarms here, and have at least this gap in every run.
  @Test func anAlarmAnHour() throws {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks: { task: { identifier: com.example.task, type: appRefresh, reschedule: true } }
      scenarios: { day: { foregroundSessions: { perDay: 0, between: "00:00-24:00" }, charging: [] } }
      """)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(Self.model()),
      measuring: .firstTimes)
    for run in 0..<20 {
      let launches = Simulation(model, seed: 1, run: run).launchTimes()
      // Refreshes come as often as the preset allows.
      #expect((167...168).contains(launches.count), "\(launches.count)")
      #expect(zip(launches, launches.dropFirst()).allSatisfy { $1 - $0 >= 3_599.99 })
    }
  }

  /// Five messages a day are delivered, however many are sent.
  @Test(arguments: [24.0, 96, 1_000]) func fiveMessagesADay(_ sent: Double) throws {
    let run = try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      pushes: { push: { perDay: \(sent) } }
      """, model: Self.model()
    ).ran()
    let launches = RunResult(run).pushes[0].launchesPerDay
    #expect((4.9...5.2).contains(launches), "\(launches)")
  }
}
