import PolicyModel
import Testing

@testable import PolicySim

/// A run that stops carrying transfers whose figures are known has the same results as a run that continues.
struct CountingTests {
  private static let text = """
    schema: 1
    app: { name: App, bundleIdentifier: com.example.app }
    sessions:
      chosen: { identifier: com.example.chosen, isDiscretionary: true, timeoutIntervalForResource: 2d }
      own: { identifier: com.example.own }
    tasks:
      refresh:
        { type: appRefresh, identifier: com.example.refresh, earliestBegin: 15m, startsTransfers: [small] }
      cleanup: { type: processing, identifier: com.example.cleanup, earliestBegin: 2h, expectedRuntime: 4m }
    backgroundTasks:
      save: { name: Save, expectedRuntime: 5s }
    pushes:
      news:
        headers: { apns-push-type: background, apns-priority: 5, apns-topic: com.example.app }
        payload: { aps: { content-available: 1 } }
        perDay: 9
        startsTransfers: [tiny]
    transfers:
      large: { session: chosen, count: 90, size: 4MB, submit: { batch: 30 }, every: 1d, startedIn: background }
      small: { session: own, count: 12, size: 30kB }
      tiny: { session: own, count: 1, size: 1kB..9kB }
    """

  @Test(arguments: ["commuter", "office", "kiosk", "rareUser", "homeCharging"])
  func stoppingTransfersChangesNoFigure(scenario: String) throws {
    let policy = try Lab.policy(Self.text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay(scenario, in: policy)), Parameters(), measuring: .firstTimes)
    var stopped = 0
    for run in 0..<40 {
      let whole = Simulation(model, seed: 3, run: run).ran()
      var simulation = Simulation(model, seed: 3, run: run)
      simulation.stopsTransfers = true
      simulation.run()
      if simulation.hasStoppedTransfers { stopped += 1 }
      #expect(Self.figures(RunResult(simulation)) == Self.figures(RunResult(whole)), "run \(run)")
    }
    // The test would show nothing if no run stopped carrying transfers.
    #expect(stopped > 20)
  }

  /// A run that ends when its transfers end has the same figures of transfers as a complete run.
  @Test(arguments: ["commuter", "office", "kiosk", "rareUser", "homeCharging"])
  func endingWithTransfersChangesNoFigureOfThem(scenario: String) throws {
    let text = Self.text.replacing(", startsTransfers: [small]", with: "").replacing(
      "startsTransfers: [tiny]", with: ""
    )
    .replacing("every: 1d, ", with: "")
    let policy = try Lab.policy(text)
    let model = SimulationModel(policy, on: try #require(DeviceDay(scenario, in: policy)), Parameters())
    #expect(model.transfersEndCounting)
    var ended = 0
    for run in 0..<40 {
      let whole = Simulation(model, seed: 3, run: run).ran()
      var simulation = Simulation(model, seed: 3, run: run)
      (simulation.stopsTransfers, simulation.endsWithTransfers) = (true, true)
      simulation.run()
      if simulation.now < whole.now { ended += 1 }
      let results = [RunResult(simulation), RunResult(whole)].map { result in
        result.measured.flatMap { $0.map(Self.figures) } + result.works.map(\.days.description)
      }
      #expect(results[0] == results[1], "run \(run)")
    }
    #expect(ended > 20)
  }

  /// If tasks start work about once a day, the days between two jobs are counted up to the end of the run.
  @Test func startedWorkIsCountedToTheEnd() throws {
    let policy = try Lab.policy(Self.text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("commuter", in: policy)), Parameters(), measuring: .firstTimes)
    #expect(!model.transfersEndCounting)
  }

  private static func figures(_ job: Job) -> String {
    "\(job.transfer) \(job.finished) \(job.failed) \(job.launches) \(job.held) "
      + "\(job.lastFinish ?? -1) \(job.wifiBytes) \(job.cellularBytes) \(job.radioTime) \(job.energy)"
  }

  private static func figures(_ sample: RunResult) -> [String] {
    sample.jobs.map(figures) + sample.works.map(\.days.description)
      + (sample.tasks + sample.pushes).map { "\($0)" }
      + sample.backgroundTasks.map { "\($0)" }
  }
}
