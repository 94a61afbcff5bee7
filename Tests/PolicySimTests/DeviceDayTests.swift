import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import Testing

@testable import PolicySim

/// Built-in device days, the device days of policies, and populations.
@Suite struct DeviceDayTests {
  private func policy(_ text: String) throws -> Policy {
    let reading = PolicyReader.read(SourceText(name: "p.yaml", text: "schema: 1\n" + text))
    try #require(reading.diagnostics == [])
    return try #require(reading.policy)
  }

  // MARK: - Built-in days

  @Test func builtInDaysAreSoundAndAssumed() throws {
    #expect(PlatformFacts.scenarioNames == PlatformFacts.scenarioNames.sorted())
    #expect(PlatformFacts.scenarioNames.count == 9)
    let empty = try policy("")
    for fact in PlatformFacts.scenarios {
      #expect(fact.confidence == .assumed)
      #expect(fact.citations == [.ourAssumption])
      #expect(!fact.summary.isEmpty && !fact.summary.hasSuffix("."))
      let day = try #require(DeviceDay(fact.name, in: empty))
      #expect(day.isIdeal == (fact.name == "lab"))
      #expect((day.weekday.charging.variation > .zero) == !day.isIdeal)
      for habits in [fact.weekday, fact.weekend ?? fact.weekday] {
        // A hotspot counts only while no other Wi-Fi is available.
        for window in habits.hotspot { #expect(!habits.wifi.contains(window)) }
        for window in habits.wifi + habits.charging { #expect(window.minutes > 0) }
      }
    }
    #expect(DeviceDay("nobody", in: empty) == nil)
  }

  // MARK: - Days of a policy

  /// A policy's own scenario takes precedence over the built-in scenario with the same name, and may extend the built-in scenario.
  @Test func ownScenarioWins() throws {
    let own = try policy(
      "scenarios: { fieldWorker: { extends: fieldWorker, lowPowerMode: [] }, student: { extends: commuter } }"
    )
    let field = try #require(DeviceDay("fieldWorker", in: own))
    let empty = try policy("")
    let builtIn = try #require(DeviceDay("fieldWorker", in: empty))
    #expect(field.weekday.lowPowerMode.usual == [])
    #expect(field.weekday.wifi == builtIn.weekday.wifi)
    #expect(field.battery == builtIn.battery)
    let student = try #require(DeviceDay("student", in: own))
    let commuter = try #require(DeviceDay("commuter", in: own))
    #expect(student.weekday == commuter.weekday)
  }

  /// A policy's own windows are exact and apply to every day; inherited windows vary as before.
  @Test func ownWindowsAreExact() throws {
    let plain = try policy("scenarios: { day: { extends: commuter, wifi: [\"19:00-07:00\"] } }")
    let day = try #require(DeviceDay("day", in: plain))
    for habits in [day.weekday, day.weekend] {
      #expect(habits.wifi == DayHabits.Windows(usual: [ClockWindow(start: 19 * 60, end: 7 * 60)]))
      #expect(habits.charging.variation == .minutes(30))
    }
    let varied = try policy(
      "scenarios: { day: { extends: commuter, wifi: [\"19:00-07:00\"], variation: 10m, weekend: { variation: 0 } } }"
    )
    let other = try #require(DeviceDay("day", in: varied))
    #expect(other.weekday.wifi.variation == .minutes(10))
    #expect(other.weekday.charging.variation == .minutes(10))
    #expect(other.weekend.charging.variation == .zero)
  }

  @Test func everyKeyHasItsPlace() throws {
    let own = try policy(
      """
      scenarios:
        day:
          extends: lab
          foregroundSessions: { perDay: 9, duration: 3m, between: "08:00-02:00" }
          cellular: ["06:00-24:00"]
          hotspot: ["12:00-14:00"]
          lowDataMode: ["06:00-12:00"]
          thermal: ["13:00-13:30"]
          forceQuitShare: 10%
          weekend: { foregroundSessions: { perDay: 3 }, thermal: [], forceQuitShare: 0% }
          battery: { drainPerHour: 8%, chargePerHour: 60%, atStart: 50% }
          backgroundRefresh: false
          rebootsPerWeek: 0.5
          use: low
      """)
    let day = try #require(DeviceDay("day", in: own))
    #expect(day.exactForegroundSessions == nil)
    #expect(day.weekday.visitsPerDay == 9)
    #expect(day.weekday.visitDuration == .minutes(3))
    #expect(day.weekday.foregroundSessions.usual.map(\.description) == ["08:00-02:00"])
    #expect(day.weekday.cellular.usual.map(\.description) == ["06:00-24:00"])
    #expect(day.weekday.hotspot.usual.map(\.description) == ["12:00-14:00"])
    #expect(day.weekday.lowDataMode.usual.map(\.description) == ["06:00-12:00"])
    #expect(day.weekday.thermal.usual.map(\.description) == ["13:00-13:30"])
    #expect(day.weekday.forceQuitShare == 0.1)
    #expect(day.weekend.visitsPerDay == 3)
    #expect(day.weekend.visitDuration == .minutes(3))
    #expect(day.weekend.thermal.usual == [])
    #expect(day.weekend.forceQuitShare == 0)
    #expect(day.battery == BatteryHabits(drainPerHour: 0.08, chargePerHour: 0.6, levelAtStart: 0.5))
    #expect(!day.refreshesInBackground)
    #expect(day.rebootsPerWeek == 0.5)
    #expect(day.use == .low)
  }

  // MARK: - Populations

  @Test(arguments: [(0, 2_000), (1, 2_000), (2, 100), (3, 17), (4, 1)] as [(UInt64, Int)])
  func sharesAreKept(_ seed: UInt64, _ runs: Int) throws {
    let policy = try policy(
      "scenarios: { mine: { extends: lab } }\npopulation: { commuter: 60%, rareUser: 30%, mine: 10%, office: 0% }"
    )
    let day = try #require(DeviceDay("population", in: policy))
    #expect(day.name == "population")
    #expect(!day.isIdeal)
    #expect(day.kinds.map(\.day.name) == ["commuter", "rareUser", "mine"])
    var counts = [0, 0, 0]
    for run in 0..<runs { counts[day.kind(ofRun: run, seed: seed)] += 1 }
    for (count, share) in zip(counts, [0.6, 0.3, 0.1]) {
      let error: Double = Double(count) - share * Double(runs)
      #expect(error.magnitude < 3, "\(counts)")
    }
  }

  /// Each run simulates the device that is drawn for the run from the population.
  @Test func runsAreThoseOfTheirDevice() throws {
    let head = """
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab, isDiscretionary: true } }
      transfers: { work: { session: session, size: 1MB, startedIn: background } }

      """
    let policy = try policy(head + "population: { commuter: 50%, kiosk: 50% }")
    func end(_ name: String, _ run: Int) throws -> Double? {
      let day = try #require(DeviceDay(name, in: policy))
      let model = SimulationModel(policy, on: day, Parameters(), measuring: .firstTimes)
      return Simulation(model, seed: 7, run: run).ran().end
    }
    let population = try #require(DeviceDay("population", in: policy))
    for run in 0..<40 {
      let kind = population.kind(ofRun: run, seed: 7)
      #expect(try end("population", run) == end(["commuter", "kiosk"][kind], run))
    }
  }

  @Test func withoutAPopulationThereIsNone() throws {
    #expect(DeviceDay("population", in: try policy("")) == nil)
  }
}
