import PolicyModel
import Testing

@testable import PolicySim

/// The outcomes of silent pushes that don't launch the app.
@Suite struct PushOutcomeTests {
  /// The outcomes of a push in runs on a commuter's device with changed habits.
  private static func runs(
    _ day: String, perDay: Int = 24, count: Int = 40, _ model: [String: String] = [:]
  ) throws -> (outcomes: PushOutcomes, launched: Int) {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      pushes: { push: { perDay: \(perDay) } }
      scenarios: { day: { extends: commuter, variation: 0s, \(day) } }
      """)
    let whole = SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
      measuring: .firstTimes)
    var outcomes = PushOutcomes()
    var launched = 0
    for run in 0..<count {
      let push = Simulation(whole, seed: 4, run: run).ran().scheduler.pushes[0]
      outcomes.add(push.outcomes)
      launched += push.counts.launches
    }
    return (outcomes, launched)
  }

  private static func share(_ outcome: PushOutcome, _ day: String, _ model: [String: String] = [:]) throws
    -> Double
  {
    try #require(try runs(day, model).outcomes.share(outcome))
  }

  /// Every push that is sent launches the app, has another outcome, or is still stored at the end of the week.
  @Test(arguments: [
    "forceQuitShare: 50%", "lowPowerMode: [12:00-20:00]", "foregroundSessions: { perDay: 0.2 }",
    "backgroundRefresh: false", "rebootsPerWeek: 3, forceQuitShare: 100%",
    "foregroundSessions: { perDay: 1, duration: 10h }", "battery: { drainPerHour: 12% }",
  ]) func outcomesAddUp(_ day: String) throws {
    let (outcomes, launched) = try Self.runs(day, perDay: 96)
    let ended = PushOutcome.allCases.reduce(launched) { $0 + outcomes.count($1) }
    // One push of each of the 40 runs may be stored before or after the week.
    #expect(abs(outcomes.sent - ended) <= 40, "\(outcomes)")
  }

  /// Pushes that an open app receives, and pushes that are dropped, don't count as replaced.
  @Test func othersDoNotGiveWay() throws {
    let off = try Self.runs("backgroundRefresh: false, foregroundSessions: { perDay: 0 }")
    #expect(off.launched == 0)
    #expect(off.outcomes.share(.replaced) == 0)
    #expect(off.outcomes.share(.refreshOff) == 1)
    let open = try Self.runs(
      "foregroundSessions: { perDay: 1, duration: 10h, between: \"08:00-08:01\" }", ["push.min_gap": "0s"])
    #expect(open.outcomes.share(.replaced) == 0)
    let share = try #require(open.outcomes.share(.deliveredToOpenApp))
    #expect(abs(share - 10.0 / 24) < 0.03, "\(share)")
    #expect(try Self.runs("rebootsPerWeek: 0", perDay: 192).outcomes.share(.replaced) ?? 0 > 0.3)
  }

  /// Low Power Mode and a low battery hold pushes, as Apple documents.
  @Test func powerIsSaved() throws {
    let saving = try Self.runs("lowPowerMode: [00:00-24:00]")
    #expect(saving.launched == 0)
    #expect(saving.outcomes.share(.powerSaving) ?? 0 > 0.7)
    #expect(try Self.share(.powerSaving, "battery: { drainPerHour: 12% }") > 0.1)
    #expect(try Self.share(.powerSaving, "lowPowerMode: []") == 0)
    // The newest push is delivered as soon as Low Power Mode is off; all other pushes of the eight hours are replaced.
    let partly = try Self.runs("lowPowerMode: [10:00-18:00]", perDay: 240)
    let replaced = try #require(partly.outcomes.share(.powerSaving))
    #expect(abs(replaced - 8.0 / 24) < 0.04, "\(replaced)")
  }

  /// An app that the user has not opened for long is not launched until the user opens it.
  @Test func appsAreUsed() throws {
    let unused = try Self.runs("foregroundSessions: { perDay: 0 }")
    #expect(unused.launched == 0)
    #expect(unused.outcomes.share(.unusedApp) ?? 0 > 0.9)
    #expect(try Self.runs("foregroundSessions: { perDay: 0 }", ["push.used_within": "none"]).launched > 0)
    // If the user opens the app every five days on average, gaps longer than seven days cover a share of e^(−7/5) of the
    // time.
    let rare = try Self.share(.unusedApp, "foregroundSessions: { perDay: 0.2 }")
    #expect(abs(rare - 0.21) < 0.1, "\(rare)")
    #expect(try Self.share(.unusedApp, "foregroundSessions: { perDay: 2 }") == 0)
  }

  /// After a reboot, pushes launch an app that was force quit.
  @Test func rebootEndsForceQuit() throws {
    let day = "foreground: [{ at: 1h, for: 1m }], forceQuitShare: 100%"
    let quit = try Self.runs(day)
    #expect(quit.outcomes.share(.forceQuit) ?? 0 > 0.98)
    let rebooted = try Self.runs("\(day), rebootsPerWeek: 14")
    #expect(rebooted.outcomes.share(.forceQuit) ?? 1 < 0.1)
    #expect(rebooted.launched > 10 * quit.launched)
  }

  /// A spent daily budget ends the launches, and the next day begins a new budget.
  @Test func budgetIsADays() throws {
    let (outcomes, launched) = try Self.runs("rebootsPerWeek: 0", perDay: 96, ["push.per_day": "20"])
    #expect(launched <= 40 * 7 * 20)
    #expect(launched > 40 * 7 * 19)
    #expect(outcomes.share(.overBudget) ?? 0 > 0.5)
  }

  /// For a while after use of the app, launches for pushes have no least gap.
  @Test func pushesFollowUseFreely() {
    var throttle = PushThrottle(PushLimits(gap: 900, perDay: 96, freeTime: 600))
    func arrive(_ time: Int64) -> Bool { throttle.push(0, at: time) }
    #expect([0, 100, 900].map { arrive($0) } == [true, false, true])
    throttle.appLeft(at: 1_000)
    #expect(
      [1_001, 1_100, 1_599, 1_601, 2_498, 2_499].map { arrive($0) } == [true, true, true, false, false, true])
  }
}
