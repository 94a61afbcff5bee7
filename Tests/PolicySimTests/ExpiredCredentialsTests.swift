import PolicyModel
import Testing

@testable import PolicySim

/// Requests whose credentials have expired by their beginning: the server rejects these requests, and the app submits new
/// requests.
@Suite struct ExpiredCredentialsTests {
  private static func run(
    _ transfer: String, session: String = "", day: String = "", model: [String: String] = [:],
    takesRounds: Bool = true
  ) throws -> Simulation {
    var run = try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab\(session) } }
      transfers: { work: { session: session, direction: download, \(transfer) } }
      scenarios: { day: { extends: lab\(day) } }
      """, scenario: "day", model: model)
    run.takesRoundsAtOnce = takesRounds
    run.run()
    return run
  }

  /// The system waits for power until 06:00. The server rejects a request that is an hour old by then after a second; the
  /// daemon resumes the app, the app submits a new request, and the limiter holds the new request for a minute.
  @Test(arguments: [
    (answer: "fails", end: 21_611.0, expired: 1, launches: 1),
    (answer: "replacesTask", end: 21_672, expired: 0, launches: 2),
  ])
  func requestsThatWaitAreReplaced(_ example: (answer: String, end: Double, expired: Int, launches: Int))
    throws
  {
    let run = try Self.run(
      "size: 25MB, validFor: 1h, onExpiry: \(example.answer)", session: ", isDiscretionary: true",
      day: ", charging: [\"06:00-07:00\"]", model: ["request.wait": "1s"])
    #expect(run.end == example.end)
    #expect(run.work.expired == example.expired)
    #expect(run.work.launches == example.launches)
    #expect(run.work.finished == 1)
    #expect(run.work.wifiBytes == 25e6)
  }

  /// The second item of a chain is held for a minute, so credentials that are valid for a minute are valid long enough.
  @Test(arguments: ["61s", "60s"]) func holdsCount(_ validity: String) throws {
    let run = try Self.run(
      "count: 2, duration: 5s, submit: oneAtATime, validFor: \(validity), onExpiry: replacesTask")
    #expect(run.end == 70)
    #expect(run.launches == 2)
  }

  /// If each new request is held for longer than its credentials are valid, the item finally fails, under every rule.
  @Test(arguments: ["literal", "rolling", "idle"]) func itemsThatAlwaysWaitTooLongFail(_ reset: String) throws
  {
    let run = try Self.run(
      "count: 2, duration: 5s, submit: oneAtATime, validFor: 59s, onExpiry: replacesTask",
      model: ["limiter.lapse": reset])
    #expect(run.work.finished == 1)
    #expect(run.work.failed == 1)
    #expect(run.work.outstanding == 0 && !run.work.isOpen)
    #expect(run.launches > 10)
  }

  /// In the first 100 s, six rounds of four items begin. The limiter holds each new submission of the other 76 items for a minute, so three
  /// rounds, twelve items, begin in the remaining time. The run takes 120 s, six periods of two minutes for 72 items, and 80 s for the last
  /// four items.
  @Test(arguments: [true, false]) func queuesOutliveThem(_ takesRounds: Bool) throws {
    let run = try Self.run(
      "count: 100, duration: 20s, validFor: 100s, onExpiry: replacesTask", takesRounds: takesRounds)
    #expect(run.work.finished == 100)
    #expect(run.work.launches == 1 + 6 + 1)
    #expect(run.end == 920)
    #expect(run.work.expired == 0)
  }

  /// Rejections don't count as retries, and all other failures are retried as usual.
  @Test func rejectionsAreNotRetries() throws {
    let run = try Self.run(
      "count: 50, duration: 20s, validFor: 100s, onExpiry: replacesTask, failureShare: 30%, retries: 20",
      model: ["limiter.base": "0s"])
    #expect(run.work.finished == 50)
    #expect(run.work.failed == 0)
  }

  /// Without the mechanism of expired credentials, the server accepts requests at any time.
  @Test func mechanismIsApart() throws {
    let policy = try Lab.policy(
      Lab(count: 100, duration: "20s", extra: ", validFor: 100s, onExpiry: replacesTask").text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("lab", in: policy)), Parameters(),
      disabledMechanisms: [.expiredCredentials], measuring: .firstTimes)
    #expect(Simulation(model, seed: 1, run: 0).ran().end == 500)
  }
}
