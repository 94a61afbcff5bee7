import PolicyModel
import PolicySyntax
import Testing

@testable import PolicySim

/// The throttle of silent pushes; times are in milliseconds, as in the model.
@Suite struct PushThrottleTests {
  private func launches(of times: [Int64], gap: Int64, until end: Int64? = nil) -> [Int64] {
    var throttle = PushThrottle(PushLimits(gap: gap))
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

  /// n pushes over a span L launch the app ⌊L/g⌋ + 1 times within this span if the time between pushes is at most the gap g.
  @Test(arguments: [1, 7, 30, 100], [60, 300, 450, 900])
  func launchesInside(_ count: Int, _ spacing: Int64) {
    let times = (0..<count).map { Int64($0) * spacing }
    let span = times.last ?? 0
    #expect(launches(of: times, gap: 900).count == Int(span / 900) + 1)
  }

  /// Of the pushes that arrive during the gap, the app needs only the newest.
  @Test func theNewestIsKept() {
    var throttle = PushThrottle(PushLimits(gap: 900))
    let isLaunched = (0..<4).map { throttle.push($0, at: Int64($0) * 100) }
    #expect(isLaunched == [true, false, false, false])
    #expect(throttle.storedIsDue == 900)
    #expect(throttle.deliverStored(by: 899) == nil)
    #expect(throttle.deliverStored(by: 900) == 3)
    #expect(throttle.deliverStored(by: 9_000) == nil)
    // The next gap counts from that launch.
    let isNextLaunched = throttle.push(4, at: 1_799)
    #expect(!isNextLaunched)
    #expect(throttle.storedIsDue == 1_800)
    #expect(throttle.forgetStored() == 4)
    #expect(throttle.storedIsDue == .never)
  }

  @Test func rarePushesAllLaunch() {
    #expect(launches(of: [0, 1_000, 5_000], gap: 900) == [0, 1_000, 5_000])
  }
}

/// App refresh and processing tasks.
@Suite struct TaskLaunchTests {
  /// The times at which a run launches the app for a task in a week, in hours; `charging` has the windows on power.
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
    let simulated = SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(model),
      measuring: .firstTimes)
    return Simulation(simulated, seed: 1, run: run).launchTimes().map { $0 / 3_600 }
  }

  @Test func refreshKeepsItsDistanceAndRunsOnceUnlessRescheduled() throws {
    for run in 0..<50 {
      let often = try Self.launches(
        "type: appRefresh, reschedule: true, earliestBegin: 30m", run: run, model: ["refresh.per_day": "6"])
      #expect((14...63).contains(often.count))
      #expect(try Self.launches("type: appRefresh", run: run).count == 1)
    }
  }
}

/// The frequency of app refreshes, and the resulting age of the shown data.
///
/// The tolerance of statistics is five standard errors: a test of correct numbers fails once in a million.
@Suite struct RefreshTests {
  /// A model in which the app is used from 07:00 to 23:00, all devices are alike, and no user opens the app.
  private static func model(earliest: String, _ model: [String: String]) throws -> SimulationModel {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks:
        task: { identifier: com.example.task, type: appRefresh, reschedule: true, earliestBegin: \(earliest) }
      scenarios: { day: { foregroundSessions: { perDay: 0, between: "07:00-23:00" }, charging: [] } }
      """)
    let values = ["refresh.spread": "0", "refresh.used_within": "none"].merging(model) { $1 }
    return SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), try Lab.parameters(values),
      measuring: .firstTimes)
  }

  /// The hours from 07:00 to 23:00 that have passed since the midnight before a Monday.
  private static func use(_ hours: Double, since offset: Int64) -> Double {
    let time = hours + Double(offset) / 3_600_000
    let day = (time / 24).rounded(.down)
    return day * 16 + min(max(time - day * 24 - 7, 0), 16)
  }

  /// The number of refreshes a day equals the parameter, over the parameter's whole range and beyond. If the hours of use are too few, the
  /// model extends the hours first, and then shortens the gap. A wait that the policy sets keeps its length.
  @Test(arguments: [0.5, 2, 6, 24, 60, 64, 75.8, 96, 130], ["0s", "15m"])
  func comeAsOftenAsTheModelSays(_ perDay: Double, _ earliest: String) throws {
    let model = try Self.model(earliest: earliest, ["refresh.per_day": "\(perDay)"])
    var counts = Mean()
    for run in 0..<150 {
      let launches = Simulation(model, seed: 9, run: run).launchTimes()
      counts.add(Double(launches.count) / 7)
    }
    let expected = earliest == "0s" ? perDay : min(perDay, 96)
    guard earliest == "0s" || perDay < 90 else { return #expect(counts.value > 47) }
    // With a constant gap, the number of launches may differ by one at the ends of the week.
    let error = max(counts.standardError ?? 0, 1.0 / 7 / 5)
    #expect(abs(counts.value - expected) < 5 * error, "\(counts.value) ± \(error)")
  }

  /// The smallest gap is earliestBegin or the least gap of the model, whichever is longer.
  @Test(arguments: [("0s", 900.0), ("10m", 900), ("1h", 3_600), ("6h", 21_600)])
  func keepTheirDistance(_ example: (earliest: String, floor: Double)) throws {
    let model = try Self.model(earliest: example.earliest, ["refresh.per_day": "24"])
    var gaps: [Double] = []
    for run in 0..<40 {
      let launches = Simulation(model, seed: 9, run: run).launchTimes()
      gaps += zip(launches, launches.dropFirst()).map { $1 - $0 }
    }
    // The tolerance of two milliseconds is for rounding.
    #expect(try #require(gaps.min()) >= example.floor - 0.002)
    #expect(try #require(gaps.min()) < example.floor + 600)
  }

  /// With six refreshes in 16 hours at equal gaps, the median age of the shown data is 1.3 h, and its p95 is 2.5 h.
  @Test func evenGapsShowWhatIsHalfAGapOld() throws {
    let launches = try Lab.simulation(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks:
        task: { identifier: com.example.task, type: appRefresh, reschedule: true, earliestBegin: 160m }
      """
    ).launchTimes().map { $0 / 3_600 }
    var ages: [Double] = []
    for (start, end) in zip(launches, launches.dropFirst()) {
      for part in 0..<100 { ages.append((end - start) * (Double(part) + 0.5) / 100) }
    }
    let distribution = Distribution(ages)
    #expect(launches.count == 62)
    #expect(abs(try #require(distribution.p50) - 1.33) < 0.03)
    #expect(abs(try #require(distribution.p95) - 2.53) < 0.03)
  }

  /// A gap between refreshes is 0.25 h plus a random time from 0 to 4.83 h, on average 2.67 h. The share of time in which the shown data is
  /// younger than x is the integral of the gaps' tail from 0 to x, divided by the mean gap. The median age is 1.49 h, and the p95 is 3.95
  /// h.
  @Test func randomGapsShowWhatIsOlder() throws {
    let ages = try Self.ages()
    for (share, age) in [(0.05, 0.1333), (0.5, 1.4932), (0.9, 3.4778), (0.95, 3.9480)] {
      let younger = Double(ages.count { $0 <= age }) / Double(ages.count)
      let error = (share * (1 - share) / Double(ages.count)).squareRoot()
      #expect(abs(younger - share) < 5 * error, "\(share): \(younger)")
    }
  }

  /// The age of the shown data in the middle of each of many runs, in hours of use.
  private static func ages() throws -> [Double] {
    let model = try Self.model(earliest: "15m", [:])
    return (0..<3_000).compactMap { number in
      let run = Simulation(model, seed: 9, run: number)
      let offset = run.device.offset
      let now = use(0, since: offset) + 56
      return run.launchTimes().map { now - use($0 / 3_600, since: offset) }.filter { $0 >= 0 }.min()
    }
  }
}

/// Tasks of dependencies, for which the policy does not say when they are submitted.
@Suite struct DependencyLaunchTests {
  @Test func goOnUnlessThePolicySaysOtherwise() throws {
    let refresh = "type: appRefresh, earliestBegin: 12h"
    let model = ["refresh.per_day": "6"]
    let own = try TaskLaunchTests.launches(refresh, model: model)
    let dependency = try TaskLaunchTests.launches("\(refresh), owner: sdk", model: model)
    #expect(own.count == 1)
    #expect(dependency.count > 3)
    #expect(try dependency == TaskLaunchTests.launches("\(refresh), reschedule: true", model: model))
    #expect(try own == TaskLaunchTests.launches("\(refresh), owner: sdk, reschedule: false", model: model))
  }
}

/// Launches for requests that the policy submits at several moments and with several waits.
@Suite struct SubmissionLaunchTests {
  private static let hour: Int64 = 3_600_000

  @Test(arguments: [(2, 1), (3, 24), (4, 23), (26, 1)]) func waitForATimeOfTheDay(
    _ clock: Int64, _ hours: Int64
  ) {
    let three = EarliestBeginRule.at(3 * Self.hour)
    #expect(three.wait(at: clock * Self.hour, failures: 0) == hours * Self.hour)
  }

  @Test func waitLongerAfterFailures() {
    let backoff = EarliestBeginRule.backoff(from: 24, factor: 2, atMost: 168)
    #expect((0...5).map { backoff.wait(at: 0, failures: $0) } == [24, 48, 96, 168, 168, 168])
  }

  /// With a backoff, work that never fits into its time is launched at longer and longer intervals.
  @Test func comeRarerAfterFailures() throws {
    let launches = try ProcessingTests.launches(
      """
      reschedule: true, expectedRuntime: 1h,
      earliestBegin: { backoff: { from: 12h, factor: 2, atMost: 2d } }
      """, charging: "\"00:00-24:00\"", model: ["processing.per_day": "200"])
    let gaps = zip(launches.dropFirst(), launches).map { $0 - $1 }
    try #require(gaps.count >= 3)
    // The second request waits for 24 h, and all later requests for 48 h.
    #expect(gaps[0] >= 24 && gaps[0] < 48)
    #expect(gaps[1...].allSatisfy { $0 >= 48 })
  }

  /// The number of launches if the user opens the app every two hours, for a minute.
  private func launches(_ submission: String) throws -> Int {
    let visits = (1..<84).map { "{ at: \($0 * 2)h, for: 1m }" }.joined(separator: ", ")
    return try TaskLaunchTests.launches(
      "type: appRefresh, \(submission)", day: "foreground: [\(visits)]", model: ["refresh.per_day": "6"]
    ).count
  }

  @Test func comeAgainWithTheUser() throws {
    let once = try launches("earliestBegin: 30m")
    #expect(once == 1)
    #expect(try launches("earliestBegin: 30m, submittedAt: [enteringBackground]") > 5)
    #expect(try launches("earliestBegin: 30m, submittedAt: [launch]") > 5)
    #expect(try launches("earliestBegin: 30m, submittedAt: [userAction]") == once)
    #expect(try launches("earliestBegin: 30m, submittedAt: [launch, handlerEnd]") > 5)
    // Nothing submits the first request.
    #expect(try launches("earliestBegin: 30m, submittedAt: [handlerStart, handlerEnd]") == 0)
  }

  /// If a request replaces a pending request, the wait begins again.
  @Test func neverComeIfTheUserIsAlwaysSooner() throws {
    #expect(try launches("earliestBegin: 3h, submittedAt: [launch]") == 0)
    #expect(try launches("earliestBegin: 3h, submittedAt: [launch], unlessPending: true") > 5)
  }

  /// A date that is known only at run time does not delay requests.
  @Test func runtimeHoldsNothingBack() throws {
    let refresh = "type: appRefresh, reschedule: true"
    #expect(
      try TaskLaunchTests.launches("\(refresh), earliestBegin: runtime") == TaskLaunchTests.launches(refresh))
  }
}
