import PolicyModel
import Testing

@testable import PolicySim

/// The time of requests in which no bytes of items are transferred.
@Suite struct RequestCostTests {
  /// Items of one size on Wi-Fi of 2.5 MB a second.
  struct Items: Sendable, CustomTestStringConvertible {
    var count: Int
    var kilobytes: Double
    var concurrency = 4
    /// The wait in seconds.
    var wait = 0.3
    var session = ""
    var transfer = ""
    var day = ""
    var model: [String: String] = [:]

    var testDescription: String { "\(count) × \(kilobytes) kB, \(concurrency) at a time, \(wait) s" }

    /// Seconds until all rounds end: the requests of a round wait together, and share the network.
    var end: Double {
      let whole = Double(count / concurrency)
      let rest = Double(count % concurrency)
      func round(_ items: Double) -> Double {
        ((wait + items * kilobytes / 2_500) * 1_000).rounded(.up) / 1_000
      }
      return whole * round(Double(concurrency)) + (rest > 0 ? round(rest) : 0)
    }

    func simulation(disabledMechanisms: Set<Mechanism> = []) throws -> Simulation {
      let policy = try Lab.policy(
        """
        schema: 1
        app: { name: Lab, bundleIdentifier: com.example.lab }
        sessions: { session: { identifier: com.example.lab\(session) } }
        transfers: { work: { session: session, count: \(count), size: \(kilobytes)kB, direction: download\(transfer) } }
        scenarios: { day: { extends: lab\(day) } }
        """)
      let model = ["request.wait": "\(wait)s", "limiter.concurrency": "\(concurrency)"].merging(model) { $1 }
      return Simulation(
        SimulationModel(
          policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
          disabledMechanisms: disabledMechanisms, measuring: .firstTimes), seed: 1, run: 0)
    }
  }

  private static let many = [
    Items(count: 1, kilobytes: 20), Items(count: 4, kilobytes: 20), Items(count: 7, kilobytes: 20),
    Items(count: 50, kilobytes: 20, concurrency: 1), Items(count: 50, kilobytes: 20, concurrency: 6),
    Items(count: 6_000, kilobytes: 20), Items(count: 60, kilobytes: 2_000),
    Items(count: 6_000, kilobytes: 20, wait: 0),
    Items(count: 100, kilobytes: 333, concurrency: 10, wait: 1.7),
  ]

  /// 6,000 items of 20 kB take 498 s instead of 48 s, and 60 items of 2 MB take 52.5 s.
  @Test(arguments: many) func everyRoundOfItemsWaits(_ items: Items) throws {
    let run = try items.simulation().ran()
    #expect(abs(try #require(run.end) - items.end) < 1e-6)
    #expect(run.work.finished == items.count)
    #expect(abs(run.work.wifiBytes - Double(items.count) * items.kilobytes * 1_000) < 1)
    let without = try items.simulation(disabledMechanisms: [.requestOverhead]).ran()
    var free = items
    free.wait = 0
    #expect(abs(try #require(without.end) - free.end) < 1e-6)
  }

  /// An item that loses its network sends a new request when it continues.
  @Test func interruptedItemsAskAgain() throws {
    let run = try Items(
      count: 1, kilobytes: 200_000, session: ", allowsCellularAccess: false",
      day: ", wifi: [\"00:00-00:01\", \"00:02-24:00\"]"
    ).simulation().ran()
    // 59.7 of 80 s pass in the first minute, and the rest after a second wait.
    #expect(run.end == 120 + 0.3 + 20.3)
  }

  /// A duration is the whole time of an item, and the lab has no wait unless the parameter is set.
  @Test func durationsIncludeTheirRequests() throws {
    #expect(try Lab(count: 8, model: ["request.wait": "1s"]).simulation().ran().end == 10)
    let size =
      "schema: 1\napp: { name: Lab, bundleIdentifier: com.example.lab }\n"
      + "sessions: { session: { identifier: com.example.lab } }\n"
      + "transfers: { work: { session: session, size: 25MB } }\n"
    #expect(try Lab.simulation(size).ran().end == 10)
    #expect(try Lab.simulation(size, model: ["request.wait": "0.3s"]).ran().end == 10.3)
  }

  /// A radio stays on while the server prepares its answer, as it does after a transfer: ten requests keep the radio on for
  /// 3 s more.
  @Test func radioWaitsForTheServer() throws {
    let items = Items(
      count: 10, kilobytes: 1_000, concurrency: 1, day: ", wifi: []", model: ["launch_J": "0"])
    var free = items
    free.wait = 0
    let (run, without) = (try items.simulation().ran().work, try free.simulation().ran().work)
    #expect(abs(run.radioTime - without.radioTime - 3_000) < 1e-6)
    #expect(abs(run.energy - without.energy - 3 * 0.41) < 1e-6)
    var together = items
    together.concurrency = 10
    #expect(abs(try together.simulation().ran().work.radioTime - without.radioTime - 300) < 1e-6)
  }

  /// Bytes spend budgets, so waits between requests save nothing: a day after the first byte, the remaining bytes follow.
  @Test(arguments: [true, false], [0.3, 90]) func budgetsLastAsManyBytes(_ takesRounds: Bool, _ wait: Double)
    throws
  {
    let items = Items(
      count: 10, kilobytes: 500_000, concurrency: 1, wait: wait, session: ", isDiscretionary: true",
      model: ["wifi_budget": "2.2GB"])
    var run = try items.simulation()
    run.takesRoundsAtOnce = takesRounds
    run.run()
    // The budget is 2.2 GB a day, and its window begins with the first byte. The interrupted item sends a new request.
    #expect(run.work.finished == 10)
    let second = wait + 86_400
    let rest = 5_000.0 - 4_400
    // The window of the second day begins when the interrupted item continues.
    #expect(abs(try #require(run.end) - (second + wait + 86_400 + wait + rest / 2.5 + wait)) < 1e-6)
  }

  /// Rounds that are skipped at once end as they do step by step, also with budgets.
  @Test(arguments: [
    Items(count: 999, kilobytes: 1_234), Items(count: 400, kilobytes: 77, concurrency: 3, wait: 2),
    Items(
      count: 640, kilobytes: 5_000, concurrency: 6, session: ", isDiscretionary: true",
      model: ["wifi_budget": "1GB"]),
    Items(
      count: 640, kilobytes: 5_000, session: ", isDiscretionary: true", transfer: ", validFor: 30h",
      day: ", charging: [\"01:00-05:00\"]", model: ["wifi_budget": "1GB"]),
  ])
  func roundsEndAsStepByStep(_ items: Items) throws {
    let fast = try items.simulation().ran()
    var slow = try items.simulation()
    slow.takesRoundsAtOnce = false
    slow.run()
    #expect(fast.end == slow.end)
    #expect(fast.work.expired == slow.work.expired)
    #expect(abs(fast.work.energy / slow.work.energy - 1) < 1e-9)
    #expect(abs(fast.work.radioTime / slow.work.radioTime - 1) < 1e-9)
    #expect(fast.steps < slow.steps / 2)
  }
}
