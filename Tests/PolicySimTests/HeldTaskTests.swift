import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// Tasks that the limiter holds while the app is resumed for other tasks.
@Suite struct HeldTaskTests {
  /// Two chains of two items, 5 s and 20 s each, one item at a time and in a session of its own.
  ///
  /// The ends of the first items, after 5 s and 20 s, make the delay 60 s and 120 s. The second item of the shorter chain is
  /// held until 65 s, or until 120 s after the resume for the longer chain.
  @Test(arguments: [("creation", [70.0, 160]), ("resume", [145, 160])])
  func laterResumesMoveHeldTasksOrNot(_ hold: String, _ ends: [Double]) throws {
    let run = try Self.twoChains(hold).ran()
    #expect(run.jobs.map { $0.lastFinish.map { Double($0) / 1_000 } } == ends)
    #expect(run.jobs.map(\.held) == [Int64(ends[0] * 1_000) - 10_000, 120_000])
    #expect(run.jobs.map(\.launches) == [2, 2])
  }

  /// The bands show the alternative rule, and the run under this rule equals a run in which `limiter.hold` sets the rule.
  @Test(arguments: ["creation", "resume"]) func bandsHaveTheOtherRule(_ hold: String) throws {
    let other = hold == "creation" ? "resume" : "creation"
    let model = try Self.twoChains(hold).model
    let bound = try #require(LimiterVariant.bounds(of: model.settings.limiter).last)
    let run = Simulation(model.variant(bound), seed: 1, run: 0).ran()
    #expect(run.jobs.map(\.lastFinish) == (try Self.twoChains(other).ran().jobs.map(\.lastFinish)))
  }

  private static func twoChains(_ hold: String) throws -> Simulation {
    try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions:
        short: { identifier: com.example.short }
        long: { identifier: com.example.long }
      transfers:
        a: { session: short, count: 2, duration: 5s, submit: oneAtATime }
        b: { session: long, count: 2, duration: 20s, submit: oneAtATime }
      """, model: ["limiter.hold": hold])
  }

  /// A visit at 10 s releases the second item of a chain, or leaves it held until 65 s if the visit doesn't count.
  @Test(arguments: [("app", 15.0), ("process", 70)]) func visitsResetTheDelayOrNot(
    _ visits: String, _ end: Double
  ) throws {
    var lab = Lab(count: 2, submit: "oneAtATime", model: ["limiter.visits": visits])
    lab.scenario = "foreground: [{ at: 10s, for: 3m }]"
    let run = try lab.simulation().ran()
    #expect(run.jobs.map { $0.lastFinish.map { Double($0) / 1_000 } } == [end])
  }

  /// If visits don't count, tasks of an open app wait as long as two developers observed: 29 s in a window of 60 s that began 31 s before, and
  /// 475 s in a window of 480 s that began 5 s before.
  @Test(arguments: [(1, 31_000, 29_000), (4, 5_000, 475_000)] as [(Int, Int64, Int64)])
  func tasksOfAnOpenAppMayWait(_ resumes: Int, _ age: Int64, _ wait: Int64) throws {
    for (visits, expected) in [("app", 0), ("process", wait)] {
      var limiter = ResumeLimiter(LimiterRules(try Lab.parameters(["limiter.visits": visits])))
      for _ in 0..<resumes { limiter.resume(at: 0) }
      #expect(limiter.opening(forTaskCreatedAt: age, inForeground: true) == age + expected)
    }
  }

  /// The third item is held for 120 s from 70 s on, and times out after 100 s: it has been held until then.
  @Test func aHoldThatEndsInATimeoutCounts() throws {
    var lab = Lab(count: 3, duration: "5s", submit: "oneAtATime", timeout: "7d")
    lab.unboundedTimeout = .seconds(100)
    let run = try lab.simulation().ran()
    // The first items end at 5 s and 70 s; the resumes hold the next items for 60 s and for 120 s.
    #expect(run.jobs.map(\.finished) == [2])
    #expect(run.jobs.map(\.held) == [160_000])
  }

  /// Overlapping holds of batches of the same job count once, whichever batch is released first.
  @Test(arguments: [[3_461, 3_461], [700, 3_461]]) func overlappingHoldsCountOnce(_ ends: [Int64]) {
    var job = Job(transfer: 0, start: 0)
    job.beginHold(at: 600_000)
    job.beginHold(at: 650_000)
    for end in ends { job.endHold(at: end * 1_000) }
    #expect(job.held == 2_861_000)
  }
}
