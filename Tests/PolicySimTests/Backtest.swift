import PlatformFacts
import PolicyModel
import Quantities
import Testing

@testable import PolicySim

/// The model's prediction of a measurement, compared with the measured value and with a naive forecast.
struct Prediction: Sendable {
  let low: Double
  let high: Double
  let isHit: Bool
  /// The share of the model's values that are below the observed value; a value equal to the observed value counts half.
  let rank: Double
  /// The continuous ranked probability score on a logarithmic scale: how many powers of ten the forecast is off.
  let score: Double
  let naiveScore: Double

  init(of measurement: Measurement, _ values: [Double]) throws {
    let observed = try #require(measurement.observed)
    let distribution = Distribution(values)
    low = try #require(distribution.p05)
    high = try #require(distribution.p95)
    isHit =
      switch measurement.bound {
      case .exact: (low...high).contains(observed)
      case .most: high <= observed
      case .least: low >= observed
      }
    let (below, equal) = (values.count { $0 < observed }, values.count { $0 == observed })
    rank = (Double(below) + Double(equal) / 2) / Double(values.count)
    func score(_ values: [Double]) -> Double {
      // If the measurement is a bound, a value within the bound counts as the bound.
      let values =
        switch measurement.bound {
        case .exact: values
        case .most: values.map { max($0, observed) }
        case .least: values.map { min($0, observed) }
        }
      return Self.score(values.map(Self.scaled), Self.scaled(observed))
    }
    self.score = score(values)
    let naive = PlatformFacts.naiveForecast(of: measurement)
    try #require(!naive.isEmpty, "\(measurement.name) has no naive forecast")
    naiveScore = score(naive)
  }

  private static func scaled(_ value: Double) -> Double { naturalLog(1 + value) / naturalLog(10) }

  /// The mean distance of the values from the observed value, minus half of the mean distance between two values.
  static func score(_ values: [Double], _ observed: Double) -> Double {
    let count = Double(values.count)
    let distance = values.reduce(0) { $0 + abs($1 - observed) } / count
    let spread = values.sorted().enumerated().reduce(0) {
      $0 + (2 * Double($1.offset) - count + 1) * $1.element
    }
    return max(0, distance - spread / (count * count))
  }
}

/// The model's predictions of each public measurement that it can predict, with default values.
enum Backtest {
  static func prediction(of measurement: Measurement) throws -> Prediction {
    try Prediction(of: measurement, try values(measurement.name))
  }

  /// The model's values of a measurement.
  static func values(_ name: String) throws -> [Double] {
    switch name {
    case "wait-in-foreground-29", "wait-in-foreground-475": try waitsInForeground()
    case "least-refresh-gap": try refreshDays().compactMap { gaps($0).min() }
    case "longest-refresh-gap": try refreshDays().compactMap { gaps($0).max() }
    case "pause-after-refresh": try pausesInTheEvening()
    case "night-without-refresh": try refreshNights()
    case "wake-up-gap": try wakeUpGaps()
    case "refresh-gaps", "refresh-quarter-hour", "refresh-ten-to-twenty", "refresh-quarter-to-hour":
      try typicalGaps()
    case "refresh-each-day": try refreshDays().map { Double($0.count) }
    case "first-refresh": try refreshWeeks().compactMap(\.launches.first)
    case "refreshes-beyond-minimum":
      try days(try weeks("type: appRefresh, earliestBegin: 12h")).map { Double($0.count) }
    case "push-pause": try pushPauses()
    case "processing-time", "power-sync-time": try processingTimes()
    case "processing-off-power": try processingOffPower()
    case "launch-after-quit": try launchesAfterQuit()
    case "gigabyte": try gigabyte()
    case "upload-on-leaving": try uploads()
    default: try #require(nil as [Double]?, "nothing predicts \(name)")
    }
  }

  // MARK: - Runs of a commuter's device

  struct Week: Sendable {
    /// Milliseconds from the midnight before a Monday.
    let offset: Int64
    /// The launches in seconds.
    let launches: [Double]

    /// The seconds after midnight at a time of the run.
    func clock(_ time: Double) -> Double {
      (time + Double(offset) / 1_000).truncatingRemainder(dividingBy: 86_400)
    }
  }

  private static func model(_ rest: String, day: String = "use: medium") throws -> SimulationModel {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      \(rest)
      scenarios: { day: { extends: commuter, \(day) } }
      """)
    return SimulationModel(
      policy, on: try #require(DeviceDay("day", in: policy)), Parameters(), measuring: .firstTimes)
  }

  private static func weeks(_ task: String, runs: Int = 400) throws -> [Week] {
    let model = try model("tasks: { task: { identifier: com.example.task, reschedule: true, \(task) } }")
    return (0..<runs).map {
      let run = Simulation(model, seed: 1, run: $0)
      return Week(offset: run.device.offset, launches: run.launchTimes())
    }
  }

  /// The launches of each whole day except the first, in which the app submits its first request.
  private static func days(_ weeks: [Week]) throws -> [[Double]] {
    weeks.flatMap { week in (1..<7).map { day in week.launches.filter { Int($0 / 86_400) == day } } }
  }

  private static func gaps(_ launches: [Double]) -> [Double] {
    zip(launches, launches.dropFirst()).map { $1 - $0 }
  }

  // MARK: - App refresh

  private static let refreshes = Result { try weeks("type: appRefresh, earliestBegin: 15m") }

  private static func refreshWeeks() throws -> [Week] { try refreshes.get() }

  private static func refreshDays() throws -> [[Double]] { try days(refreshWeeks()) }

  /// The median gap within a day, for each device that has such gaps.
  private static func typicalGaps() throws -> [Double] {
    try refreshWeeks().compactMap { week in
      let all = gaps(week.launches).filter { $0 < 6 * 3_600 }.sorted()
      return all.isEmpty ? nil : all[all.count / 2]
    }
  }

  /// The time from a refresh between 17:30 and 19:30 to the next refresh, once for each device.
  private static func pausesInTheEvening() throws -> [Double] {
    try refreshWeeks().compactMap { week in
      zip(week.launches, week.launches.dropFirst()).first { (63_000..<70_200).contains(week.clock($0.0)) }
        .map { $1 - $0 }
    }
  }

  /// The refreshes from 18:09 to 06:26 in Central Europe, in the second night.
  private static func refreshNights() throws -> [Double] {
    try refreshWeeks().map { week in
      let start = 86_400 + (65_340 - week.clock(0) + 86_400).truncatingRemainder(dividingBy: 86_400)
      return Double(week.launches.count { $0 >= start && $0 < start + 44_220 })
    }
  }

  // MARK: - Other launches

  /// The mean time between two launches if a push is always waiting.
  private static func wakeUpGaps() throws -> [Double] {
    let model = try model(
      """
      tasks: { task: { identifier: com.example.task, type: appRefresh, reschedule: true } }
      pushes: { push: { perDay: 1440 } }
      """)
    return (0..<60).map { 604_800 / Double(max(1, Simulation(model, seed: 1, run: $0).ran().launches)) }
  }

  /// The first long pause between launches after the user has left the app, in seconds, if the server sends a push each minute; once for
  /// each device.
  private static func pushPauses() throws -> [Double] {
    let model = try model("pushes: { push: { perDay: 1440 } }", day: "foreground: [{ at: 10h, for: 2m }]")
    return try (0..<60).map { run in
      var simulation = Simulation(model, seed: 1, run: run)
      var times: [Double] = []
      // A small budget may be spent before the pause; the next day has a new budget.
      while simulation.now < 2 * DailyPattern.day, simulation.step() {
        if simulation.launches > times.count { times.append(Double(simulation.now) / 1_000) }
      }
      // The first pause of more than two minutes after the user has left.
      return try #require(
        zip(times, times.dropFirst()).first { $0 > 36_120 && $1 - $0 > 120 }.map { $1 - $0 })
    }
  }

  /// The run time of a processing task whose work takes longer than any window, in the night.
  private static func processingTimes() throws -> [Double] {
    let model = try model(
      "tasks: { task: { identifier: com.example.task, type: processing, requiresExternalPower: true, expectedRuntime: 1h } }"
    )
    return try (0..<200).map { run in
      var simulation = Simulation(model, seed: 1, run: run)
      var start: Int64?
      while simulation.step() {
        let end = simulation.scheduler.tasks[0].runsUntil
        if start == nil, end != nil { start = simulation.now }
        if let start, end == nil { return Double(simulation.now - start) / 1_000 }
      }
      return try #require(nil as Double?)
    }
  }

  /// The launches a day, while the device is off power, of a task that does not require power.
  private static func processingOffPower() throws -> [Double] {
    let model = try model(
      "tasks: { task: { identifier: com.example.task, type: processing, reschedule: true } }")
    return (0..<200).map { run in
      var simulation = Simulation(model, seed: 1, run: run)
      var (launches, offPower) = (0, 0.0)
      while simulation.step() {
        guard simulation.scheduler.tasks[0].counts.launches > launches else { continue }
        launches += 1
        if !simulation.device.charging.isOn { offPower += 1 }
      }
      return offPower / 7
    }
  }

  /// The launches of a processing task in the day after a force quit.
  private static func launchesAfterQuit() throws -> [Double] {
    let model = try model(
      "tasks: { task: { identifier: com.example.task, type: processing, reschedule: true } }",
      day: "foreground: [{ at: 1m, for: 1m }], forceQuitShare: 100%")
    return (0..<100).map { run in
      Double(Simulation(model, seed: 1, run: run).launchTimes().count { $0 > 120 && $0 < 86_520 })
    }
  }

  // MARK: - Transfers

  /// The times that tasks wait if they are created at different times after four resumes, while the app is open.
  private static func waitsInForeground() throws -> [Double] {
    var limiter = ResumeLimiter(LimiterRules(Parameters()))
    for _ in 0..<4 { limiter.resume(at: 0) }
    let window = limiter.delay
    limiter.foreground()
    return (0..<1_000).map { step in
      let now = window * Int64(step) / 1_000
      return Double(limiter.opening(forTaskCreatedAt: now, inForeground: true) - now) / 1_000
    }
  }

  private static func gigabyte() throws -> [Double] {
    let model = try model(
      """
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, size: 1GB, direction: download } }
      """, day: "wifi: [\"00:00-24:00\"]")
    return (0..<1_000).compactMap { run in
      let work = Simulation(model, seed: 1, run: run).ran().work
      return work.lastFinish.map { Double($0 - work.start) / 1_000 }
    }
  }

  private static func uploads() throws -> [Double] {
    let model = try model(
      """
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, size: 4kB, direction: upload } }
      """)
    return (0..<200).compactMap { run in
      let work = Simulation(model, seed: 1, run: run).ran().work
      return work.lastFinish.map { Double($0 - work.start) / 1_000 }
    }
  }
}
