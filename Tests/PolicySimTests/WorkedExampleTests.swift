import PolicyModel
import Testing

@testable import PolicySim

/// The worked examples of the resume limiter, to the second.
@Suite struct WorkedExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let lab: Lab
    let end: Double
    let resumes: Int
    let delay: Double?
    let held: Double

    var testDescription: String { name }
  }

  private static let chain = "oneAtATime"

  static let examples = [
    Example(name: "W1", lab: Lab(count: 10), end: 15, resumes: 1, delay: 60, held: 0),
    Example(
      name: "W2", lab: Lab(count: 10, submit: chain), end: 30_710, resumes: 10, delay: 30_720, held: 30_660),
    Example(name: "W3", lab: Lab(count: 5, submit: chain), end: 925, resumes: 5, delay: 960, held: 900),
    Example(
      name: "W4", lab: Lab(count: 20, submit: chain, timeout: "1000d"), end: 31_457_320, resumes: 20,
      delay: 31_457_280, held: 31_457_220),
    // The last batch is held for the seven days of its timeout.
    Example(
      name: "W5", lab: Lab(count: 20, submit: chain), end: 983_055, resumes: 15, delay: nil,
      held: 982_980 + 604_800),
    Example(
      name: "W6 rolling", lab: Lab(count: 10, duration: "300s", submit: chain), end: 3_540, resumes: 10,
      delay: 60,
      held: 540),
    Example(
      name: "W6 idle", lab: Lab(count: 10, duration: "300s", submit: chain, model: ["limiter.lapse": "idle"]),
      end: 33_660, resumes: 10, delay: 30_720, held: 30_660),
    Example(
      name: "W7 literal", lab: Lab(count: 10, submit: chain, model: ["limiter.lapse": "literal"]), end: 590,
      resumes: 10, delay: 60, held: 540),
    Example(
      name: "W8", lab: Lab(count: 1_000, duration: "2s", submit: "{ batch: 100 }"), end: 31_160, resumes: 10,
      delay: 30_720, held: 30_660),
    Example(
      name: "W9 rolling", lab: Lab(count: 1_000, submit: "{ batch: 100 }"), end: 1_790, resumes: 10,
      delay: 60,
      held: 540),
    Example(
      name: "W9 idle", lab: Lab(count: 1_000, submit: "{ batch: 100 }", model: ["limiter.lapse": "idle"]),
      end: 31_910, resumes: 10, delay: 30_720, held: 30_660),
  ]

  @Test(arguments: examples) func holds(_ example: Example) throws {
    let run = try example.lab.simulation().ran()
    #expect(run.end == example.end)
    #expect(run.work.launches == example.resumes)
    #expect(run.held == example.held)
    if let delay = example.delay { #expect(run.delay == delay) }
  }

  /// Items start at 0, 65, 190, 435 and 920 s, and end at 5, 70, 195, 440 and 925 s.
  @Test func w3HasTheseEnds() throws {
    var run = try Lab(count: 5, submit: "oneAtATime").simulation()
    var ends: [Int64] = []
    while run.step() {
      if let finish = run.work.lastFinish, finish != ends.last { ends.append(finish) }
    }
    #expect(ends == [5_000, 70_000, 195_000, 440_000, 925_000])
  }

  /// Fifteen items finish. The sixteenth item is held until its timeout at 1,587,855 s, and the delay does not change.
  @Test func w5StopsAtTheTimeout() throws {
    var run = try Lab(count: 20, submit: "oneAtATime").simulation()
    var delay = 0.0
    while run.now < 1_587_855_000 {
      delay = run.delay
      guard run.step() else { break }
    }
    #expect(run.now == 1_587_855_000)
    #expect(delay == 983_040)
    #expect(run.work.finished == 15)
    #expect(run.work.isStopped)
  }
}

/// Worked examples with events other than the ends of transfers.
@Suite struct InterventionTests {
  /// W15: the delay is reset at 435 s, and the transfer that a push creates at 495 s starts at once.
  @Test func w15DelayIsReset() throws {
    var run = try Lab(count: 3, submit: "oneAtATime").simulation()
    var job = Job(transfer: 0, start: 495_000, isMeasured: true)
    // The app was in the background earlier, so the new job may not count as the first submission.
    job.submitted = 2
    run.append(job)
    run.app.enqueue(Submission(at: 495_000, job: 1, items: 1, isChallenged: false))
    while run.now < 435_000 { try advance(&run) }
    #expect(run.now == 435_000)
    #expect(run.delay == 0)
    #expect(run.jobs[0].launches == 3)
    run.run()
    #expect(run.jobs[1].lastFinish == 500_000)
    #expect(run.launches == 4)
    #expect(run.delay == 60)
  }

  /// W17: a challenge resumes the app at once. The limiter holds the transfers that the app then creates, not the transfers
  /// that have begun.
  @Test func w17ChallengeInIOS8() throws {
    var run = try w17(era: "ios8")
    #expect(times(of: &run, where: { !$0.line.items.isEmpty }).first == 480_000)
    while run.now < 482_000 { try advance(&run) }
    #expect(run.delay == 960)
    #expect(run.launches == 1)
    while run.now < 485_000 { try advance(&run) }
    #expect(run.jobs[0].lastFinish == 485_000)
    // The session also has transfer B, so the end of A does not resume the app again.
    #expect(run.launches == 1)
    while run.jobs[1].finished == 0 { try advance(&run) }
    #expect(run.jobs[1].lastFinish == 1_447_000)
    #expect(run.jobs[1].held == 960_000)
  }

  /// In iOS 7 nothing is held, and the challenge waits for the delayed resume.
  @Test func w17ChallengeInIOS7() throws {
    var run = try w17(era: "ios7")
    run.run()
    // A begins at 0, is asked at 2 s, answered at 480 s and has 3 s of work left; B begins at 482 s.
    #expect(run.jobs[0].lastFinish == 483_000)
    #expect(run.jobs[1].lastFinish == 487_000)
    #expect(run.jobs.map(\.held) == [0, 0])
  }

  private func w17(era: String) throws -> Simulation {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers:
        a: { session: session, duration: 5s, authChallenge: perTransfer }
        b: { session: session, duration: 5s }
      """
    let policy = try Lab.policy(text)
    let parameters = try Lab.parameters(["challenge.after": "2s", "limiter.era": era])
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("lab", in: policy)), parameters, measuring: .firstTimes)
    var run = Simulation(idle: model, seed: 1, run: 0)
    for transfer in 0..<2 { run.append(Job(transfer: transfer, start: -1, isMeasured: true)) }
    for _ in 0..<4 { run.daemon.limiter.resume(at: 0) }
    #expect(run.delay == 480)
    run.app.enqueue(Submission(at: 0, job: 0, items: 1, isChallenged: true))
    run.app.enqueue(Submission(at: 482_000, job: 1, items: 1, isChallenged: false))
    return run
  }

  /// Makes one step; the run may not be over.
  private func advance(_ run: inout Simulation) throws {
    let isThere = run.step()
    try #require(isThere)
  }

  /// The time of the first step after which a condition holds; empty if there is no such step.
  private func times(of run: inout Simulation, where holds: (Simulation) -> Bool) -> [Int64] {
    while run.step() {
      run.fillSlots()
      if holds(run) { return [run.now] }
    }
    return []
  }
}
