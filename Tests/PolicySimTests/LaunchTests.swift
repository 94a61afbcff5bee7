import PolicyModel
import PolicySyntax
import Testing

@testable import PolicySim

/// The throttle of silent pushes, in milliseconds as the model has it.
@Suite struct PushThrottleTests {
  private func launches(of times: [Int64], gap: Int64, until end: Int64? = nil) -> [Int64] {
    var throttle = PushThrottle(gap: gap)
    var launches: [Int64] = []
    func deliver(by time: Int64) {
      let due = throttle.storedIsDue
      if throttle.deliverStored(by: time) != nil { launches.append(due) }
    }
    for (push, time) in times.enumerated() {
      deliver(by: time)
      if throttle.push(push, at: time) { launches.append(time) }
    }
    if let end { deliver(by: end) }
    return launches
  }

  /// Fourteen pushes every 450 s launch the app seven times; the fourteenth is stored until 6 300 s.
  @Test func fourteenPushesAreSevenLaunches() {
    let times = (0..<14).map { Int64($0) * 450 }
    #expect(launches(of: times, gap: 900) == (0...6).map { Int64($0) * 900 })
    #expect(launches(of: times, gap: 900, until: 6_299).count == 7)
    #expect(launches(of: times, gap: 900, until: 6_300).last == 6_300)
  }

  @Test func sixtyPushesInAnHour() {
    let times = (0..<60).map { Int64($0) * 60 }
    #expect(launches(of: times, gap: 900) == [0, 900, 1_800, 2_700])
    #expect(launches(of: times, gap: 900, until: 3_600).last == 3_600)
  }

  /// n pushes over a span L make ⌊L/g⌋ + 1 launches inside it, when they come at least as often as the gap.
  @Test(arguments: [1, 7, 30, 100], [60, 300, 450, 900])
  func launchesInside(_ count: Int, _ spacing: Int64) {
    let times = (0..<count).map { Int64($0) * spacing }
    let span = times.last ?? 0
    #expect(launches(of: times, gap: 900).count == Int(span / 900) + 1)
  }

  @Test func rarePushesAllLaunch() {
    #expect(launches(of: [0, 1_000, 5_000], gap: 900) == [0, 1_000, 5_000])
  }
}

/// App refresh and processing tasks.
@Suite struct TaskLaunchTests {
  /// When a run of a week has a task launched, in hours; with `charging` as the windows on power.
  static func launches(
    _ task: String, charging: String = "", day: String = "", run: Int = 0, model: [String: String] = [:]
  ) throws -> [Double] {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks: { task: { identifier: com.example.task, \(task) } }
      scenarios: { day: { extends: commuter, charging: [\(charging)]\(day.isEmpty ? "" : ", \(day)") } }
      """
    let policy = try Lab.policy(text)
    let plan = Plan(policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model))
    return Simulation(plan, seed: 1, run: run).launchTimes().map { $0 / 3_600 }
  }

  /// A request waits for the next time on power: the delay's quantile is max(0, 24p − w) hours.
  @Test func processingWaitsForTheNight() throws {
    let delays = try (0..<2_000).map { run in
      try #require(Self.launches("type: processing", charging: "\"23:00-07:00\"", run: run).first)
    }.sorted()
    #expect(abs(delays[1_000] - 4) < 0.8)
    #expect(abs(delays[1_900] - 14.8) < 0.8)
    #expect(abs(Double(delays.count { $0 == 0 }) / 2_000 - 1.0 / 3) < 0.04)
  }

  @Test func processingRunsOnceANight() throws {
    for run in 0..<20 {
      let launches = try Self.launches(
        "type: processing, reschedule: true, earliestBegin: 1h", charging: "\"23:00-07:00\"", run: run)
      #expect((6...8).contains(launches.count))
    }
  }

  @Test func processingNeedsPower() throws {
    #expect(try Self.launches("type: processing, reschedule: true") == [])
  }

  @Test func constantPowerIsANightEachDay() throws {
    let launches = try Self.launches("type: processing, reschedule: true", charging: "\"00:00-24:00\"")
    #expect(launches.count == 7)
  }

  @Test func refreshKeepsItsDistanceAndRunsOnceUnlessRescheduled() throws {
    for run in 0..<50 {
      let often = try Self.launches("type: appRefresh, reschedule: true, earliestBegin: 30m", run: run)
      #expect((14...63).contains(often.count))
      #expect(try Self.launches("type: appRefresh", run: run).count == 1)
    }
  }
}
