import PolicyCalibration
import TestSupport
import Testing

@testable import PolicySim

/// The parameters that `calibrate` finds in logs of model runs equal the parameters of these runs, which differ from the
/// defaults.
@Suite struct RoundTripTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let base: Double
    let factor: Double
    let cap: String
    let seed: UInt64
    var testDescription: String { "base \(base), factor \(factor), cap \(cap), seed \(seed)" }
  }

  static let cases = [30.0, 47, 60, 118, 300].flatMap { base in
    [1.5, 1.8, 2, 2.7, 4].map { factor in
      Case(base: base, factor: factor, cap: "none", seed: UInt64(base * 10 + factor * 100))
    }
  }
  static let capped = [(30.0, 1.5), (60, 2), (300, 4)].map {
    Case(base: $0.0, factor: $0.1, cap: "20m", seed: UInt64($0.0))
  }

  /// The delays of runs in which the user sometimes opens the app, in the format that the daemon writes.
  private func log(_ example: Case, noise: Double, lost: Int) throws -> String {
    var random = SplitMix(seed: example.seed)
    var clock = 36_000.0
    var lines: [String] = []
    func write(_ process: String, _ text: String) {
      clock += 0.25
      let day = Int(clock / 86_400)
      let second = clock - Double(day) * 86_400
      let (h, m) = (Int(second / 3_600), Int(second / 60) % 60)
      let s = Int(second) % 60
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      let micro = String(Int((second - second.rounded(.down)) * 1e6) + 1_000_000).dropFirst()
      lines.append("default\t\(two(h)):\(two(m)):\(two(s)).\(micro) +0100\t\(process)\t\(text)")
    }
    for _ in 0..<6 {
      write("nsurlsessiond", "Resetting request delay for com.example.lab")
      var run = try Lab(
        count: 8 + random.below(4), submit: "oneAtATime", timeout: "10000d",
        model: [
          "limiter.base": "\(example.base)s", "limiter.factor": "\(example.factor)",
          "limiter.cap": example.cap,
        ]
      ).simulation()
      var before = run.delay
      var launches = run.launches
      var last = Double(run.now) / 1_000
      while run.step() {
        clock += min(20_000, Double(run.now) / 1_000 - last)
        last = Double(run.now) / 1_000
        if random.below(3) == 0 { write("kernel", "Set of things, request \(random.below(99)) with a delay") }
        if random.below(9) == 0 {
          write(
            "nsurlsessiond", "Set request delay for com.example.other to \(Double(1 + random.below(9_000)))")
        }
        guard run.launches > launches, run.delay > 0 else { continue }
        launches = run.launches
        before = run.delay
        guard random.below(100) >= lost else { continue }
        let jitter = 1 + noise * (Double(random.below(2_001)) / 1_000 - 1)
        write("nsurlsessiond", "Set request delay for com.example.lab to \(before * jitter)")
      }
    }
    write("nsurlsessiond", "Set request delay for com.example.lab to")
    return lines.joined(separator: "\n") + "\n"
  }

  private func calibration(_ text: String) -> Calibration {
    Calibration([CalibrationSource(name: "device.log", bytes: Array(text.utf8))])
  }

  private func value(_ name: String, of calibration: Calibration) -> Double? {
    calibration.parameters.first { $0.name == name }?.measured.value
  }

  @Test(arguments: cases, [(0.0, 0), (0.03, 0), (0.03, 15)])
  func baseAndFactorComeBack(_ example: Case, _ disturbance: (noise: Double, lost: Int)) throws {
    let calibration = calibration(try log(example, noise: disturbance.noise, lost: disturbance.lost))
    #expect(calibration.app == "com.example.lab")
    let base = try #require(value("limiter.base", of: calibration))
    let factor = try #require(value("limiter.factor", of: calibration))
    #expect(abs(base / example.base - 1) < 0.05, "base \(base)")
    #expect(abs(factor / example.factor - 1) < 0.05, "factor \(factor)")
    #expect(value("limiter.cap", of: calibration) == nil)
    #expect(try #require(calibration.limiter.determination) > 0.99)
    #expect(try #require(calibration.limiter.deviation) < 0.03)
    // Without noise the log is exact, and so are the measured parameters.
    if disturbance.noise == 0 {
      #expect(abs(base / example.base - 1) < 1e-3)
      #expect(abs(factor / example.factor - 1) < 1e-3)
    }
  }

  @Test(arguments: capped, [0.0, 0.02]) func capComesBack(_ example: Case, _ noise: Double) throws {
    let calibration = calibration(try log(example, noise: noise, lost: 0))
    let cap = try #require(value("limiter.cap", of: calibration))
    #expect(abs(cap / 1_200 - 1) < 0.05)
    #expect(abs(try #require(value("limiter.base", of: calibration)) / example.base - 1) < 0.05)
    if let factor = value("limiter.factor", of: calibration) {
      #expect(abs(factor / example.factor - 1) < 0.05, "factor \(factor)")
    }
  }

  /// The 95 % interval contains the true values in at least 90 of 100 logs: with an exact interval, fewer logs would happen
  /// once in 25 times, and the seeds are fixed.
  @Test func intervalsHoldTheTruth() throws {
    var held = (base: 0, factor: 0)
    for seed in 1...100 {
      let example = Case(base: 80, factor: 1.9, cap: "none", seed: UInt64(seed))
      let fit = calibration(try log(example, noise: 0.05, lost: 5)).limiter
      if try #require(fit.base?.interval).contains(80) { held.base += 1 }
      if try #require(fit.factor?.interval).contains(1.9) { held.factor += 1 }
    }
    #expect(held.base >= 90 && held.factor >= 90, "\(held)")
  }

  /// The log of a week in which the system refreshes the app `perDay` times a day, in the format that the app writes.
  private func refreshLog(perDay: Double, run: Int) throws -> (text: String, model: SimulationModel) {
    let policy = try Lab.policy(
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks: { task: { identifier: com.example.lab.refresh, type: appRefresh, reschedule: true } }
      """)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("commuter", in: policy)),
      try Lab.parameters(["refresh.per_day": "\(perDay)"]), measuring: .firstTimes)
    func line(_ seconds: Double, _ text: String) -> String {
      let (day, second) = (Int(seconds / 86_400), Int(seconds) % 86_400)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return
        "2026-03-\(two(day + 1)) \(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60)).000000+0100 "
        + "Lab[77]: \(text)"
    }
    let launches = Simulation(model, seed: 7, run: run).launchTimes().map {
      line($0, "Starting task: <BGAppRefreshTask: com.example.lab.refresh>")
    }
    let lines = [line(0, "The app is ready")] + launches + [line(604_799, "The app is ready")]
    return (lines.joined(separator: "\n") + "\n", model)
  }

  /// An estimate with the rate that a log reveals has the launches of the log, over the whole range of the parameter.
  @Test(arguments: [0.5, 2, 6, 24, 64, 75.8, 96]) func refreshesComeBack(_ perDay: Double) throws {
    var (logged, estimated) = (Mean(), Mean())
    for run in 0..<(perDay < 2 ? 60 : 12) {
      let (text, _) = try refreshLog(perDay: perDay, run: run)
      let value = value("refresh.per_day", of: calibration(text)) ?? 0
      logged.add(value)
      guard value > 0 else {
        estimated.add(0)
        continue
      }
      let model = try refreshLog(perDay: value, run: run + 100).model
      for other in 0..<8 {
        estimated.add(Double(Simulation(model, seed: 8, run: other).launchTimes().count) / 7)
      }
    }
    // The log agrees with the parameter, except for the time in which the app is open, and the estimate agrees with the log.
    let errors = (logged: 5 * (logged.standardError ?? 0), estimated: 5 * (estimated.standardError ?? 0))
    #expect(abs(logged.value - perDay) < 0.04 * perDay + errors.logged, "\(logged.value)")
    #expect(abs(estimated.value - logged.value) < 0.04 * perDay + errors.estimated, "\(estimated.value)")
  }
}
