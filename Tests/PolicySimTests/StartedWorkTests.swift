import PolicyModel
import Testing

@testable import PolicySim

/// Transfers that a task or a push submits: the frequency of their work, and the wait for its start.
@Suite struct StartedWorkTests {
  private static func policy(_ transfer: String, scenarios: String = "") throws -> Policy {
    try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      tasks:
        refresh:
          { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, reschedule: true, startsTransfers: [work] }
      transfers:
        work: { session: session, count: 1, duration: 5s\(transfer) }
      \(scenarios)
      """)
  }

  private static func run(_ transfer: String, _ scenario: String, run: Int = 0) throws -> RunResult {
    let policy = try policy(transfer)
    let day = try #require(DeviceDay(scenario, in: policy))
    return RunResult(Simulation(SimulationModel(policy, on: day, Parameters()), seed: 1, run: run).ran())
  }

  /// Work that comes up once is submitted by the first launch, an hour later, and by no later launch.
  @Test func workThatComesUpOnceIsSubmittedOnce() throws {
    let once = try Self.run(", every: once", "lab")
    #expect(once.measured[0].map { $0.completion(of: once.transfers[0]) } == [3_605])
    let policy = try Self.policy(", every: once")
    let day = try #require(DeviceDay("lab", in: policy))
    let whole = Simulation(SimulationModel(policy, on: day, Parameters()), seed: 1, run: 0).ran()
    #expect(whole.jobs.count == 1)
    #expect(whole.scheduler.tasks[0].counts.launches > 100)
  }

  /// Work that comes up every 12 hours is submitted twice a day, however often the task runs; without `every` each launch
  /// brings work.
  @Test(arguments: 0..<4) func workComesUpAsOftenAsItSays(run: Int) throws {
    let own = try Self.run(", every: 12h", "commuter", run: run)
    #expect(own.measured[0].count == 42)
    #expect(own.measured[0].allSatisfy { $0.start >= $0.arises })
    let each = try Self.run("", "commuter", run: run)
    #expect(Double(each.measured[0].count) / 21 == each.tasks[0].launchesPerDay)
    #expect(each.measured[0].allSatisfy { $0.start == $0.arises })
  }

  /// The completion of work includes the wait for its start.
  @Test func waitForTheStartCounts() throws {
    let runs = try (0..<40).map { try Self.run(", every: 12h", "commuter", run: $0) }
    let waits = runs.flatMap { $0.measured[0].map { Double($0.start - $0.arises) } }
    #expect(waits.contains { $0 > 0 })
    for run in runs {
      for job in run.measured[0] where job.finished == 1 {
        let completion = try #require(job.completion(of: run.transfers[0]))
        #expect(completion >= Double(job.start - job.arises) / 1_000 + 5)
      }
    }
  }

  /// If a task never runs, its work never ends.
  @Test func workThatNothingSubmitsNeverEnds() throws {
    let policy = try Self.policy(
      ", every: 1d", scenarios: "scenarios: { off: { extends: commuter, backgroundRefresh: false } }")
    let day = try #require(DeviceDay("off", in: policy))
    let run = RunResult(Simulation(SimulationModel(policy, on: day, Parameters()), seed: 1, run: 0).ran())
    #expect(run.measured[0].count == 21)
    #expect(run.measured[0].allSatisfy { $0.completion(of: run.transfers[0]) == .infinity })
  }

  /// Items that have not finished at the end of the run count as expired if their validity ends before the end of the run.
  @Test(arguments: [("1d", 3), ("90d", 0)]) func itemsThatNeverEndOutliveTheirValidity(
    _ validity: String, _ expired: Int
  ) throws {
    let run = try Lab(
      count: 3, duration: "400d", timeout: "365d", extra: ", validFor: \(validity)", model: ["horizon": "30d"]
    )
    .simulation().ran()
    #expect(run.work.finished == 0)
    #expect(run.work.expired == expired)
  }

  /// A server that asks once asks at its first item, even if the session has carried items of other transfers before.
  @Test func serversThatAskOnceAskAtTheirFirstItem() throws {
    let run = try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers:
        plain: { session: session, count: 4, duration: 10s, priority: 1 }
        secret: { session: session, count: 4, duration: 10s, authChallenge: once }
      """
    ).ran()
    // The challenge resumes the app once, and the end of all eight items resumes it once.
    #expect(run.launches == 2)
  }

  /// A task of a default session fails at once if no network is available, unless the session waits for connectivity.
  @Test(arguments: [("false", 0, 6), ("true", 6, 0)]) func tasksWithoutNetworkFailOrWait(
    _ waits: String, _ finished: Int, _ failed: Int
  ) throws {
    let run = try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { type: default, waitsForConnectivity: \(waits) } }
      transfers: { work: { session: session, count: 6, duration: 10s } }
      scenarios:
        day: { extends: lab, wifi: [08:00-24:00], cellular: [], foreground: [{ at: 0s, for: 12h }] }
      """, scenario: "day"
    ).ran()
    #expect(run.work.finished == finished)
    #expect(run.work.failed == failed)
    let end: Instant? = finished > 0 ? 8 * 3_600_000 + 20_000 : nil
    #expect(run.work.lastFinish == end)
  }

  /// The user opens the app half an hour after the start of the last refresh, which took 10 s, and again ten minutes after
  /// leaving the app.
  @Test func contentIsAsOldAsTheLastRefreshOrUse() throws {
    let run = try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks:
        refresh:
          { type: appRefresh, identifier: com.example.refresh, earliestBegin: 1h, reschedule: true, expectedRuntime: 10s }
      scenarios:
        day: { extends: lab, foreground: [{ at: 8h30m, for: 1m }, { at: 8h41m, for: 1m }] }
      """, scenario: "day"
    ).ran()
    #expect(run.scheduler.ages.map(\.age) == [1_790_000, 600_000])
  }
}
