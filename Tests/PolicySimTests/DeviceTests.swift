import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// Tasks, pushes and transfers of one app on one device.
@Suite struct WholeDeviceTests {
  private func run(
    _ sections: String, day: String = "", base: String = "lab", model: [String: String] = [:],
    disabledMechanisms: Set<Mechanism> = []
  ) throws -> Simulation {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      \(sections)
      scenarios: { day: { extends: \(base)\(day.isEmpty ? "" : ", \(day)") } }
      """
    let policy = try Lab.policy(text)
    let simulated = SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
      disabledMechanisms: disabledMechanisms, measuring: .firstTimes)
    return Simulation(simulated, seed: 1, run: 0).ran()
  }

  private let refresh = "type: appRefresh, identifier: com.example.lab.refresh"
  private let processing = "type: processing, identifier: com.example.lab.night"
  private let push = "headers: { apns-push-type: background }, payload: { aps: { content-available: 1 } }"

  /// The limiter's delay holds the transfers of a task. The launch for the task does not double the delay.
  @Test func tasksCreateWhatTheLimiterHolds() throws {
    let run = try run(
      """
      transfers:
        first: { session: session, duration: 9m }
        second: { session: session, duration: 5s }
      tasks: { refresh: { \(refresh), earliestBegin: 10m, startsTransfers: [second] } }
      """, model: ["limiter.base": "5m"])
    // The resume for the first transfer at 540 s sets the delay; the task creates the second transfer at 600 s.
    let second = try #require(run.jobs.first { run.model.transfers[$0.transfer].name == "second" })
    #expect(second.start == 600_000)
    #expect(second.held == 240_000)
    #expect(second.lastFinish == 845_000)
    #expect(run.launches == 3)
    #expect(run.scheduler.tasks[0].counts.first == 600_000)
  }

  @Test func whatNothingSubmitsNeverFinishes() throws {
    let run = try run(
      """
      transfers: { work: { session: session, duration: 5s } }
      tasks: { night: { \(processing), requiresExternalPower: true, startsTransfers: [work] } }
      """, day: "charging: []")
    #expect(run.jobs.isEmpty)
    #expect(RunResult(run).jobs.map(\.finished) == [0])
  }

  /// Each push launches the app if pushes are at least a quarter of an hour apart.
  @Test(arguments: [(perDay: 24, launches: 24.0), (96, 96), (192, 96)])
  func pushesLaunchOncePerGap(_ example: (perDay: Int, launches: Double)) throws {
    let run = try run("pushes: { news: { \(push), perDay: \(example.perDay) } }")
    #expect(run.scheduler.pushes[0].outcomes.sent == example.perDay * 7)
    #expect(abs(RunResult(run).pushes[0].launchesPerDay - example.launches) < 0.2)
    let unlimited = try self.run(
      "pushes: { news: { \(push), perDay: \(example.perDay) } }", disabledMechanisms: [.launchThrottle])
    #expect(RunResult(unlimited).pushes[0].launchesPerDay == Double(example.perDay))
  }

  /// The throttle limits all pushes of the app together, not each push by itself.
  @Test func pushesShareTheThrottle() throws {
    let run = try run(
      "pushes: { a: { \(push), perDay: 96 }, b: { \(push), perDay: 96 } }")
    #expect(run.scheduler.pushes.reduce(0) { $0 + $1.counts.launches } <= 7 * 96 + 1)
  }

  @Test func oneRefreshIsPendingInAll() throws {
    let run = try run(
      """
      tasks:
        a: { \(refresh), reschedule: true }
        b: { type: appRefresh, identifier: com.example.lab.other, reschedule: true }
      """, base: "commuter")
    #expect(run.model.launches.tasks.map(\.name) == ["a"])
    #expect(run.scheduler.tasks[0].counts.launches > 0)
  }

  @Test(arguments: ["backgroundRefresh: false", "lowPowerMode: [00:00-24:00]", "lowDataMode: [00:00-24:00]"])
  func refreshIsSwitchedOff(_ day: String) throws {
    let run = try run("tasks: { refresh: { \(refresh), reschedule: true } }", day: day, base: "commuter")
    #expect(run.scheduler.tasks[0].counts.launches == 0)
  }

  /// Without Background App Refresh, neither tasks nor pushes nor sessions launch the app.
  @Test(arguments: [true, false]) func backgroundRefreshIsNeededForLaunches(_ isOn: Bool) throws {
    let run = try run(
      """
      transfers: { chain: { session: session, count: 3, duration: 5s, submit: oneAtATime } }
      tasks:
        refresh: { \(refresh), reschedule: true, earliestBegin: 1h }
        night: { \(processing), reschedule: true }
      pushes: { news: { \(push), perDay: 24 } }
      """, day: "backgroundRefresh: \(isOn)")
    #expect(run.scheduler.tasks.allSatisfy { ($0.counts.launches > 0) == isOn })
    #expect((run.scheduler.pushes[0].counts.launches > 0) == isOn)
    #expect((run.launches > 0) == isOn)
    #expect(run.work.finished == (isOn ? 3 : 1))
  }

  /// If a resume is impossible, the events and challenges of a session wait until the user opens the app.
  @Test(arguments: [(challenge: "never", ends: 205.0), ("perTransfer", 504.0), ("replacesTask", 505)])
  func visitsGoOnWithWhatNothingResumes(_ example: (challenge: String, ends: Double)) throws {
    let run = try run(
      """
      transfers:
        chain: { session: session, count: 3, duration: 5s, submit: oneAtATime, authChallenge: \(example.challenge) }
      """,
      day: "backgroundRefresh: false, foreground: ["
        + (1...9).map { "{ at: \(100 * $0)s, for: 0.5s }" }.joined(separator: ", ") + "]")
    #expect(run.work.finished == 3)
    #expect(run.end == example.ends)
    #expect(run.launches == 0)
    #expect(run.held == 0)
  }

  /// Work that takes longer than its window is cut off each time; without the window, the work completes.
  @Test func workBeyondTheWindowIsCutOff() throws {
    let sections =
      "tasks: { refresh: { \(refresh), reschedule: true, earliestBegin: 1d, expectedRuntime: 40s } }"
    let cut = try run(sections)
    #expect(cut.scheduler.tasks[0].counts.cutOffs > 0)
    #expect(cut.scheduler.tasks[0].completed == 0)
    let whole = try run(sections, disabledMechanisms: [.launchWindow])
    #expect(whole.scheduler.tasks[0].counts.cutOffs == 0)
    #expect(whole.scheduler.tasks[0].completed > 0)
  }

  /// Processing ends when the user opens the app, and is repeated the next night.
  @Test func theUserCutsProcessingOff() throws {
    let run = try run(
      "tasks: { night: { \(processing), expectedRuntime: 4m } }",
      day: "charging: [00:00-01:00], foreground: [{ at: 2m, for: 1m }]")
    #expect(run.scheduler.tasks[0].counts.cutOffs == 1)
    #expect(run.scheduler.tasks[0].completed == 1)
    #expect(run.scheduler.tasks[0].counts.launches == 2)
  }

  /// Continued processing runs when the user opens the app: all starts that the user has wanted since the app was last open.
  @Test(arguments: [(perDay: "", starts: 1), (", perDay: 2", 5), (", perDay: 0", 0)])
  func continuedProcessingStartsInTheForeground(_ example: (perDay: String, starts: Int)) throws {
    let run = try run(
      "tasks: { export: { type: continuedProcessing, identifier: com.example.lab.export\(example.perDay) } }",
      day: "foreground: [{ at: 1d, for: 1m }, { at: 2d, for: 1m }]")
    #expect(run.scheduler.tasks[0].completed == example.starts)
  }

  @Test func backgroundTasksRunWhenTheUserLeaves() throws {
    let run = try run(
      """
      transfers: { work: { session: session, duration: 20s } }
      backgroundTasks: { long: { expectedRuntime: 40s }, short: { expectedRuntime: 5s } }
      """, day: "foreground: [{ at: 5s, for: 5s }]")
    #expect(run.app.backgroundTasks.map(\.runs) == [1, 1])
    #expect(run.app.backgroundTasks.map(\.cutOffs) == [1, 0])
    // The transfer ends at 20 s, when the app still runs: no resume.
    #expect(run.launches == 0)
  }

  @Test func constrainedNetworksAreAvoided() throws {
    let transfer =
      "transfers: { work: { session: session, duration: 5s, allowsConstrainedNetworkAccess: false } }"
    #expect(try run(transfer, day: "lowDataMode: [00:00-03:00]").end == 10_805)
    #expect(try run(transfer, day: "lowDataMode: [00:00-03:00]", disabledMechanisms: [.lowDataMode]).end == 5)
  }

  @Test func expensiveNetworksAreAvoided() throws {
    let transfer =
      "transfers: { work: { session: session, duration: 5s, allowsExpensiveNetworkAccess: false } }"
    #expect(try run(transfer, day: "wifi: [], hotspot: [00:00-03:00]").end == nil)
    #expect(try run(transfer, day: "hotspot: [00:00-03:00]").end == 10_805)
    #expect(
      try run("transfers: { work: { session: session, duration: 5s } }", day: "hotspot: [00:00-03:00]").end
        == 5)
  }

  /// Without retries, items that a force quit cancels are lost; with retries, the app submits them again at the next visit.
  @Test func forceQuitCancels() throws {
    let day = "foreground: [{ at: 10s, for: 5s }, { at: 100s, for: 5s }], forceQuitShare: 100%"
    let lost = try run("transfers: { work: { session: session, duration: 60s } }", day: day)
    #expect(lost.work.failed == 1)
    #expect(lost.work.finished == 0)
    let spared = try run(
      "transfers: { work: { session: session, duration: 60s } }", day: day, disabledMechanisms: [.forceQuit])
    #expect(spared.end == 60)
  }

  /// A transfer that can't be resumed starts again after an interruption, and all its bytes are counted again.
  @Test func interruptedWorkIsChargedAgain() throws {
    func transfer(_ isResumable: Bool) throws -> Job {
      try run(
        """
        transfers:
          work:
            { session: session, duration: 90m, size: 90MB, allowsCellularAccess: false, resumable: \(isResumable) }
        """, day: "wifi: [00:00-01:00, 05:00-08:00]"
      ).work
    }
    #expect(try transfer(true).lastFinish == 5 * 3_600_000 + 1_800_000)
    #expect(try abs(transfer(true).wifiBytes - 90e6) < 1)
    #expect(try transfer(false).lastFinish == 6 * 3_600_000 + 1_800_000)
    #expect(try abs(transfer(false).wifiBytes - 150e6) < 1)
  }

  /// If a share of attempts fails, the number of items that finish is the sum of a geometric series.
  @Test func failedItemsAreTriedAgain() throws {
    func finished(_ retries: Int) throws -> Int {
      try run(
        """
        transfers:
          work: { session: session, count: 1000, duration: 5s, failureShare: 50%, retries: \(retries) }
        """, model: ["limiter.cap": "60s"]
      ).work.finished
    }
    // Four standard errors of 1 000 draws are 64 items at most.
    #expect(try abs(finished(0) - 500) < 64)
    #expect(try abs(finished(1) - 750) < 64)
    #expect(try abs(finished(3) - 938) < 64)
    #expect(
      try run(
        "transfers: { work: { session: session, count: 9, duration: 5s, failureShare: 50% } }",
        disabledMechanisms: [.failures]
      ).work.finished == 9)
  }

  @Test func fasterRadiosCostLess() throws {
    func energy(_ radio: String) throws -> Double {
      try run(
        "transfers: { work: { session: session, size: 100MB, direction: upload } }", day: "wifi: []",
        model: ["cellular.radio": radio]
      ).work.energy
    }
    #expect(try energy("nr_low") < energy("lte"))
    #expect(try energy("nr_mm") != energy("nr_low"))
  }

  /// A run has the same results each time, whichever runs were made before.
  @Test func runsRepeat() throws {
    let sections = """
      transfers:
        a: { session: session, count: 20, size: 1MB..3MB, every: 1d, startedIn: background, failureShare: 10%, retries: 2 }
        b: { session: session, count: 5, size: 1MB }
      tasks:
        refresh: { \(refresh), reschedule: true, startsTransfers: [b] }
        night: { \(processing), reschedule: true, expectedRuntime: 2m }
      pushes: { news: { \(push), perDay: 10 } }
      """
    let first = try run(sections, base: "student")
    let second = try run(sections, base: "student")
    #expect(first.jobs.map(\.lastFinish) == second.jobs.map(\.lastFinish))
    #expect(first.launches == second.launches)
  }

  @Test func dayHasAsManyMillisecondsAsElsewhere() {
    #expect(DailyPattern.day == TimeSpan.millisecondsPerDay)
  }
}
