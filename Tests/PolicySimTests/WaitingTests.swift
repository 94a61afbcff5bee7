import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicySim

/// The waits of a transfer other than for the limiter: for a network, power, or a budget.
@Suite struct WaitingTests {
  // MARK: - Budgets

  struct BudgetCase: Sendable, CustomTestStringConvertible {
    let size: String
    let count: Int
    let end: Double
    var testDescription: String { "\(count) × \(size)" }
  }

  /// The budget is 5 GB in 24 hours from the first byte, and the rate is 2.5 MB/s.
  @Test(arguments: [
    BudgetCase(size: "12GB", count: 1, end: 173_600), BudgetCase(size: "5GB", count: 1, end: 2_000),
    BudgetCase(size: "20GB", count: 1, end: 261_200), BudgetCase(size: "4MB", count: 3_000, end: 173_600),
    BudgetCase(size: "4MB", count: 1_250, end: 2_000),
  ])
  func budgetSpreadsOverDays(_ example: BudgetCase) throws {
    let run = try budgeted(example, isDiscretionary: true).ran()
    #expect(run.end == example.end)
    #expect(run.work.finished == example.count)
  }

  @Test func budgetIsForDiscretionaryTransfersOnly() throws {
    let run = try budgeted(BudgetCase(size: "12GB", count: 1, end: 0), isDiscretionary: false).ran()
    #expect(run.end == 4_800)
  }

  private func budgeted(_ example: BudgetCase, isDiscretionary: Bool) throws -> Simulation {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab, isDiscretionary: \(isDiscretionary) } }
      transfers: { work: { session: session, count: \(example.count), size: \(example.size) } }
      """
    return try Lab.simulation(text, model: ["wifi_budget": "5GB"])
  }

  // MARK: - Discretionary transfers

  /// With Wi-Fi and power for w hours a day, the p quantile of the delay is max(0, 24p − w) hours.
  @Test(arguments: [(window: "23:00-07:00", hours: 8.0), ("02:00-04:00", 2.0), ("00:00-24:00", 24.0)])
  func windowDecidesTheDelay(_ example: (window: String, hours: Double)) throws {
    let estimate = try estimate(
      """
      sessions: { session: { identifier: com.example.lab, isDiscretionary: true, timeoutIntervalForResource: 7d } }
      transfers: { work: { session: session, size: 0, startedIn: background } }
      scenarios:
        day: { foregroundSessions: { perDay: 0 }, wifi: [00:00-24:00], charging: ["\(example.window)"] }
      """, scenario: "day", runs: 4_000)
    let completion = try #require(estimate.transfers.first).completion
    for (share, value) in [(0.5, completion.p50), (0.9, completion.p90), (0.95, completion.p95)] {
      let hours = try #require(value) / 3_600
      // Three standard errors of a quantile of 4 000 uniform draws over a day are 0.57 hours at most.
      #expect(abs(hours - max(0, 24 * share - example.hours)) < 0.57, "p\(share)")
    }
  }

  /// With a timeout of at least 48 hours, requirements end too late to matter: the device has power on each
  /// earlier day.
  @Test(arguments: ["48h", "7d"]) func relaxationIsTooLateToMatter(_ timeout: String) throws {
    func completion(_ model: [String: String]) throws -> [Double?] {
      let policy = try Lab.policy(
        """
        schema: 1
        app: { name: Lab, bundleIdentifier: com.example.lab }
        sessions:
          session: { identifier: com.example.lab, isDiscretionary: true, timeoutIntervalForResource: \(timeout) }
        transfers: { work: { session: session, size: 0, startedIn: background } }
        scenarios:
          day: { foregroundSessions: { perDay: 0 }, wifi: [00:00-24:00], charging: ["02:00-04:00"] }
        """)
      let simulated = SimulationModel(
        policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
        measuring: .firstTimes)
      return (0..<200).map { Simulation(simulated, seed: 3, run: $0).ran().end }
    }
    let usual = try completion([:])
    #expect(try usual == completion(["discretionary.relax": "1", "discretionary.relax_network": "1"]))
    // If the requirements ended earlier, the completion would change.
    #expect(try usual != completion(["discretionary.relax": "0.01"]))
    #expect(usual.allSatisfy { $0 != nil })
  }

  /// After half of a resource timeout of 12 hours, a transfer continues without power.
  @Test func powerIsWaivedLater() throws {
    let run = try Lab.simulation(
      policy(
        session: "isDiscretionary: true, timeoutIntervalForResource: 12h",
        day: "wifi: [00:00-24:00], charging: []"),
      scenario: "day")
    #expect(run.ran().end == 21_605.0)
  }

  /// After nine tenths of the resource timeout, a transfer may use any network that the session allows.
  @Test func wifiIsWaivedLaterStill() throws {
    let session = "isDiscretionary: true, timeoutIntervalForResource: 10h"
    let open = try Lab.simulation(
      policy(session: session, day: "wifi: [], charging: [00:00-24:00]"), scenario: "day")
    #expect(open.ran().end == 32_405.0)
    let barred = try Lab.simulation(
      policy(session: session + ", allowsCellularAccess: false", day: "wifi: []"), scenario: "day")
    #expect(barred.ran().end == nil)
    #expect(barred.ran().work.isStopped)
  }

  @Test func lowPowerModeHoldsItBack() throws {
    let run = try Lab.simulation(
      policy(
        session: "isDiscretionary: true, timeoutIntervalForResource: 7d", day: "lowPowerMode: [00:00-03:00]"),
      scenario: "day")
    #expect(run.ran().end == 10_805.0)
  }

  /// A transfer that is not discretionary takes cellular if there is no Wi-Fi, unless the session forbids it.
  @Test(arguments: [
    (session: "", end: 5.0), (session: "allowsCellularAccess: false", end: 28_805.0),
    (session: "allowsExpensiveNetworkAccess: false", end: 28_805.0),
  ])
  func cellularIsUsedWhereItMay(_ example: (session: String, end: Double)) throws {
    let run = try Lab.simulation(
      policy(session: example.session, day: "wifi: [08:00-10:00]"), scenario: "day"
    ).ran()
    #expect(run.end == example.end)
  }

  /// The end of a window of Wi-Fi interrupts a transfer, which continues in the next window.
  @Test func progressIsKept() throws {
    let text = policy(session: "allowsCellularAccess: false", day: "wifi: [00:00-01:00, 05:00-06:00]")
      .replacing("duration: 5s", with: "duration: 90m")
    #expect(try Lab.simulation(text, scenario: "day").ran().end == 5.5 * 3_600)
  }

  private func policy(session: String, day: String) -> String {
    """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions: { session: { identifier: com.example.lab\(session.isEmpty ? "" : ", \(session)") } }
    transfers: { work: { session: session, duration: 5s } }
    scenarios: { day: { extends: lab, \(day) } }
    """
  }

  // MARK: - The app in the foreground

  /// A visit resets the delay and releases the held items.
  @Test func visitReleasesWhatIsHeld() throws {
    let run = try Lab(count: 5, submit: "oneAtATime", scenario: "foreground: [{ at: 300s, for: 1s }]")
      .simulation().ran()
    // Items end at 5, 70 and 195 s. The next item is held from 195 to 300 s. The app is closed at 301 s, so the end at 305 s
    // resumes the app; the last item ends at 370 s.
    #expect(run.end == 370)
    #expect(run.work.launches == 5)
    #expect(run.held == 60 + 120 + 105 + 60)
    #expect(run.delay == 120)
  }

  /// A transfer that ends in a visit causes no resume, and the next item starts at once.
  @Test func visitSparesResumes() throws {
    let run = try Lab(count: 5, submit: "oneAtATime", scenario: "foreground: [{ at: 0, for: 1h }]")
      .simulation().ran()
    #expect(run.end == 25)
    #expect(run.work.launches == 0)
  }

  // MARK: - Slots

  /// The transfer with the higher priority goes first; transfers of equal priority go by name, in any order of the policy's text.
  @Test func slotsGoByPriorityAndName() throws {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers:
        c: { session: session, count: 4, duration: 5s }
        b: { session: session, count: 4, duration: 5s }
        a: { session: session, count: 4, duration: 5s, priority: 0.2 }
      """
    let run = try Lab.simulation(text).ran()
    let ends = Dictionary(
      uniqueKeysWithValues: run.jobs.map {
        (run.model.transfers[$0.transfer].name, ($0.lastFinish ?? 0) / 1_000)
      })
    #expect(ends == ["b": 5, "c": 10, "a": 15])
    #expect(run.launches == 1)
  }

  private func estimate(_ policy: String, scenario: String, runs: Int) throws -> Estimate {
    let text = "schema: 1\napp: { name: Lab, bundleIdentifier: com.example.lab }\n" + policy
    let reading = PolicyReader.read(SourceText(name: "lab.yaml", text: text))
    try #require(reading.diagnostics == [])
    let policy = try #require(reading.policy)
    var settings = Estimator.Settings(
      day: try #require(DeviceDay(scenario, in: policy)), parameters: Parameters())
    settings.runs = runs
    return Estimator.estimate(policy, settings)
  }
}

/// Laws that hold for every policy.
@Suite struct PropertyTests {
  /// Random policies, each named by its seed.
  static let policies = (1...60).map { RandomPolicy(seed: UInt64($0)) }

  @Test(arguments: policies) func roundsAtOnceChangeNothing(_ policy: RandomPolicy) throws {
    for run in 0..<3 {
      var fast = try policy.simulation(run: run)
      var slow = fast
      slow.takesRoundsAtOnce = false
      fast.run()
      slow.run()
      for (left, right) in zip(fast.jobs, slow.jobs) {
        #expect(left.lastFinish == right.lastFinish)
        #expect(left.launches == right.launches)
        #expect(left.finished == right.finished)
        #expect(left.expired == right.expired)
        #expect(left.missedDeadline == right.missedDeadline)
        #expect(left.held == right.held)
        #expect(abs(left.wifiBytes - right.wifiBytes) < 1)
        #expect(abs(left.energy - right.energy) < 1e-3 * max(1, right.energy))
      }
    }
  }

  @Test(arguments: policies) func stateStaysSound(_ policy: RandomPolicy) throws {
    var run = try policy.simulation(run: 1)
    var steps = 0
    var last: Int64 = 0
    while run.step(), steps < 20_000 {
      steps += 1
      #expect(run.now >= last)
      last = run.now
      // The delay is 0 or the base times a power of the factor.
      let doublings = run.delay / 60
      #expect(
        run.delay == 0 || run.daemon.limiter.delay == .max
          || (doublings == doublings.rounded() && Int(doublings).nonzeroBitCount == 1))
      for item in run.line.items { #expect(!run.daemon.batches[item.batch].isHeld, "nothing held may run") }
      for (index, state) in run.daemon.sessions.enumerated() {
        #expect(state.active <= 4)
        #expect(state.active == run.line.items.count { run.daemon.batches[$0.batch].session == index })
        // Every submitted item is waiting, being transferred, paused, finished or failed.
        let open = run.daemon.batches.filter { $0.session == index }.reduce(0) {
          $0 + $1.waiting + $1.active + $1.paused
        }
        let outstanding = run.jobs.filter { run.model.transfers[$0.transfer].session == index }
          .reduce(0) { $0 + $1.outstanding }
        #expect(open == outstanding)
        #expect(open == state.unfinished)
      }
      for job in run.jobs {
        #expect(job.held >= 0)
        #expect(job.finished <= job.submitted)
      }
    }
    #expect(steps < 20_000)
  }

  /// The order of sessions, transfers, tasks and pushes changes nothing, on the ideal device and on all other devices.
  @Test(arguments: policies + ConservationTests.policies, ["lab", nil])
  func declarationOrderChangesNothing(_ policy: RandomPolicy, _ scenario: String?) throws {
    var policy = policy
    if let scenario { policy.scenario = scenario }
    var reversed = policy
    reversed.isReversed = true
    let (left, right) = (try Self.figures(policy), try Self.figures(reversed))
    #expect(left == right, "\(zip(left, right).filter { $0 != $1 })")
  }

  /// The results of a run, by names.
  private static func figures(_ policy: RandomPolicy) throws -> [String] {
    var run = try policy.simulation(run: 2)
    var steps = 0
    while steps < 50_000, run.step() { steps += 1 }
    try #require(steps < 50_000, "it goes on and on")
    let transfers = RunResult(run).jobs.map { job in
      "\(run.model.transfers[job.transfer].name): \(job.finished) by \(job.lastFinish ?? -1), "
        + "\(job.failed) failed, \(job.launches) launches, \(job.held) held, "
        + "\(job.wifiBytes.rounded()) + \(job.cellularBytes.rounded()) B, "
        + "\((job.energy * 1e3).rounded()) mJ"
    }
    let tasks = zip(run.model.launches.tasks, run.scheduler.tasks).map {
      "\($0.name): \($1.counts.launches) from \($1.counts.first ?? -1), \($1.counts.cutOffs) cut off"
    }
    let pushes = zip(run.model.launches.pushes, run.scheduler.pushes).map {
      "\($0.name): \($1.counts.launches) from \($1.counts.first ?? -1) of \($1.outcomes.sent)"
    }
    return (transfers + tasks + pushes).sorted() + ["\(run.launches) launches"]
  }

  /// In the lab, the completion times under the rules for the reset are in the order of the rules, and more items never end sooner.
  @Test(arguments: 1...8, [5, 61]) func readingsAreOrdered(_ items: Int, _ duration: Int) throws {
    func end(_ reset: String, _ items: Int) throws -> Double {
      try #require(
        Lab(
          count: items, duration: "\(duration)s", submit: "oneAtATime", timeout: "1000d",
          model: ["limiter.lapse": reset]
        )
        .simulation().ran().end)
    }
    #expect(try end("literal", items) <= end("rolling", items))
    #expect(try end("rolling", items) <= end("idle", items))
    #expect(try end("rolling", items) < end("rolling", items + 1))
  }

  @Test func splittingABatchNeverSparesAResume() throws {
    let resumes = try [100, 50, 20, 10, 5, 1].map { batch in
      try Lab(count: 100, submit: "{ batch: \(batch) }", timeout: "1000d", model: ["limiter.cap": "1h"])
        .simulation().ran()
        .work.launches
    }
    #expect(resumes == resumes.sorted())
  }
}

/// A policy of a few transfers on a few sessions.
struct RandomPolicy: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  var isReversed = false
  var scenario = "commuter"
  /// Whether the policy also has failures, tasks and pushes.
  var isWhole = false

  init(seed: UInt64) {
    self.seed = seed
  }

  var testDescription: String { "seed \(seed)" }

  var text: String {
    var random = SplitMix(seed: seed)
    func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }
    let sessions = (0...random.below(3)).map { index in
      "  s\(index): { identifier: com.example.s\(index), isDiscretionary: \(pick(["true", "false"])), "
        + "timeoutIntervalForResource: \(pick(["6h", "1d", "7d"])), allowsCellularAccess: \(pick(["true", "false"])), "
        + "httpMaximumConnectionsPerHost: \(pick(["2", "4", "6"])) }\n"
    }
    let transfers = (0...random.below(4)).map { index -> String in
      var text =
        "  t\(index): { session: s\(random.below(sessions.count)), count: \(pick(isWhole ? ["1", "3", "10"] : ["1", "3", "10", "57", "200"])), "
      text += pick(["duration: 5s, size: 1MB", "size: 4MB", "size: 2MB..6MB", "duration: 90s", "size: 300MB"])
      text += ", submit: \(pick(["allAtOnce", "oneAtATime", "{ batch: 10 }", "{ batch: 50 }"]))"
      text += ", startedIn: \(pick(["foreground", "background"])), every: \(pick(["once", "6h", "1d"]))"
      text += ", priority: \(pick(["0.2", "0.5", "0.8"]))"
      text += ", authChallenge: \(pick(["never", "never", "once", "perTransfer", "replacesTask"]))"
      text +=
        ", validFor: \(pick(["1h", "1d"])), deadline: \(pick(["2h", "3d"])), direction: \(pick(["upload", "download"]))"
      if seed % 3 == 0 { text += ", onExpiry: replacesTask" }
      if isWhole {
        text += ", failureShare: \(pick(["0%", "20%", "60%"])), retries: \(pick(["0", "1", "5"]))"
        text += ", resumable: \(pick(["true", "false"]))"
      }
      return text + " }\n"
    }
    let launches = isWhole ? launches(transfers.count, &random) : [:]
    return "schema: 1\napp: { name: Random, bundleIdentifier: com.example }\nsessions:\n"
      + (isReversed ? sessions.reversed() : sessions).joined() + "transfers:\n"
      + (isReversed ? transfers.reversed() : transfers).joined()
      + launches.sorted { $0.key < $1.key }.map { key, lines in
        "\(key):\n" + (isReversed ? lines.reversed() : lines).joined()
      }.joined()
  }

  /// An app refresh, and some processing tasks, pushes and background tasks, which start transfers.
  private func launches(_ transfers: Int, _ random: inout SplitMix) -> [String: [String]] {
    func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }
    func starts() -> String { random.below(2) == 0 ? "" : ", startsTransfers: [t\(random.below(transfers))]" }
    var result = [
      "tasks": [
        "  refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, expectedRuntime: "
          + "\(pick(["5s", "40s"]))\(starts()) }\n"
      ]
    ]
    for index in 0..<random.below(3) {
      result["tasks"]?.append(
        "  night\(index): { type: processing, identifier: com.example.n\(index), reschedule: "
          + "\(pick(["true", "false"])), expectedRuntime: \(pick(["10s", "9m"]))\(starts()) }\n")
    }
    for index in 0...random.below(2) {
      result["pushes", default: []].append(
        "  p\(index): { perDay: \(pick(["0", "3", "24"])), expectedRuntime: \(pick(["2s", "60s"]))\(starts()) }\n"
      )
    }
    return result
  }

  func simulation(run: Int) throws -> Simulation {
    let reading = PolicyReader.read(SourceText(name: "random.yaml", text: text))
    try #require(reading.diagnostics == [])
    let policy = try #require(reading.policy)
    return Simulation(
      SimulationModel(
        policy, on: try #require(DeviceDay(scenario, in: policy)), Parameters(), measuring: .firstTimes),
      seed: seed,
      run: run)
  }
}
