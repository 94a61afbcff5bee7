import PlatformFacts
import PolicyCalibration
import PolicyModel
import PolicyReports
import Quantities
import TestSupport
import Testing

@testable import PolicySim

/// Values that `calibrate` fits and writes into a policy, and that an estimate reads, are as certain as the data allow.
@Suite struct MeasuredValueTests {
  private static let head = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }

    """

  /// A policy with the model that logs give.
  private static func policy(_ calibration: Calibration, _ rest: String = "") throws -> Policy {
    try Lab.policy(head + rest + ModelBlock(calibration.parameters).yaml)
  }

  /// The calibration from a log with lines at times in seconds.
  private static func calibration(_ lines: [(time: Double, text: String)], days: Double) -> Calibration {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let end = days * 86_400
    let text = ([(0, "app: ready")] + lines + [(end, "app: ready")]).map { time, text in
      let (day, second) = (Int(time / 86_400), time.truncatingRemainder(dividingBy: 86_400))
      let whole = Int(second)
      let millis = String(Int((second - Double(whole)) * 1_000) + 1_000).dropFirst()
      let date = CalendarDate(daysSince1970: 20_000 + day)
      return
        "\(date) \(two(whole / 3_600)):\(two(whole / 60 % 60)):\(two(whole % 60)).\(millis)+0000 \(text)"
    }
    return Calibration([
      CalibrationSource(name: "device.log", bytes: Array((text.joined(separator: "\n") + "\n").utf8))
    ])
  }

  private static func launches(_ type: String, perDay: Double, days: Double) -> Calibration {
    let count = Int((perDay * days).rounded())
    return calibration(
      (0..<count).map {
        (
          (Double($0) + 0.5) / Double(count) * days * 86_400,
          "Lab[7]: Starting task: <BG\(type): com.example.lab.t>"
        )
      }, days: days)
  }

  private static func parameter(_ name: String, of calibration: Calibration) throws -> MeasuredParameter {
    try #require(calibration.parameters.first { $0.name == name })
  }

  private static func settings(_ policy: Policy, scenario: String = "commuter") throws -> Estimator.Settings {
    var settings = Estimator.Settings(
      day: try #require(DeviceDay(scenario, in: policy)), parameters: Parameters(nil, policy.modelOverrides))
    settings.runs = 200
    settings.predicts = true
    return settings
  }

  /// Fit, write, read, estimate: the same launches a day, over the whole range of the parameter.
  @Test(arguments: [0.5, 1, 3.5, 6, 12, 24, 48, 64, 80])
  func refreshesComeBackInAnEstimate(_ perDay: Double) throws {
    let calibration = Self.launches("AppRefreshTask", perDay: perDay, days: 40)
    let policy = try Self.policy(
      calibration,
      "tasks: { t: { identifier: com.example.lab.t, type: appRefresh, reschedule: true } }\n")
    let settings = try Self.settings(policy)
    #expect(abs(settings.parameters[.refreshesPerDay] / perDay - 1) < 0.01)
    let launches = Estimator.estimate(policy, settings).tasks[0].launchesPerDay
    #expect(abs(try #require(launches.mean) / perDay - 1) < 0.05, "\(launches.mean ?? 0)")
  }

  @Test(arguments: [0.1, 0.3, 0.5, 1, 1.5, 2])
  func processingComesBackInAnEstimate(_ perDay: Double) throws {
    let calibration = Self.launches("ProcessingTask", perDay: perDay, days: 40)
    let policy = try Self.policy(
      calibration,
      "tasks: { t: { identifier: com.example.lab.t, type: processing, reschedule: true } }\n")
    let settings = try Self.settings(policy)
    #expect(abs(settings.parameters[.processingPerDay] / perDay - 1) < 0.03)
    let launches = Estimator.estimate(policy, settings).tasks[0].launchesPerDay
    #expect(abs(try #require(launches.mean) / perDay - 1) < 0.05, "\(launches.mean ?? 0)")
  }

  static let gaps = ["10m", "12m30s", "15m", "22m", "30m"]

  /// If pushes arrive all the time, launches are as far apart as the least gap, or a little more. The 95 % interval contains
  /// the true gap in at least 34 of 40 logs: fewer logs would happen once in 100 times, and the seeds are fixed.
  @Test(arguments: gaps) func pushGapComesBack(_ text: String) throws {
    let gap = try #require(TimeSpan(text))
    let fact = ParameterKey.pushGap.fact
    var held = 0
    for seed in 1...40 {
      var random = SplitMix(seed: UInt64(seed))
      var time = 100.0
      let lines = (0..<60).map { _ -> (Double, String) in
        time += gap.seconds * (1 + 0.03 * Double(random.below(1_000)) / 1_000)
        return (time, "dasd[1]: COMPLETED com.apple.pushLaunch.com.example.lab:1 at priority 5")
      }
      let policy = try Self.policy(Self.calibration(lines, days: 3))
      let parameters = try Self.settings(policy).parameters
      #expect(abs(parameters[.pushGap].seconds / gap.seconds - 1) < 0.01)
      let range = try #require(parameters.range(of: fact))
      if fact.contains(.duration(gap), in: range) { held += 1 }
    }
    #expect(held >= 34, "\(held)")
  }

  /// The values of the limiter are read with the intervals from the log, which contain the true values.
  @Test(arguments: [1.0, 7, 60, 118, 300], [1.2, 1.5, 2, 3, 4])
  func limiterComesBack(_ base: Double, _ factor: Double) throws {
    var random = SplitMix(seed: UInt64(base * 100 + factor))
    var lines: [(Double, String)] = []
    for chain in 0..<8 {
      let start = Double(chain) * 10_000
      lines.append((start + 1, "nsurlsessiond[1]: Resetting request delay for com.example.lab"))
      var delay = base
      for resume in 0..<6 {
        let logged = delay * (1 + 0.02 * (Double(random.below(2_001)) / 1_000 - 1))
        lines.append(
          (start + Double(resume + 2), "nsurlsessiond[1]: Set request delay for com.example.lab to \(logged)")
        )
        delay *= factor
      }
    }
    let calibration = Self.calibration(lines, days: 2)
    let parameters = try Self.settings(Self.policy(calibration)).parameters
    #expect(abs(parameters[.resumeBase].seconds / base - 1) < 0.03)
    #expect(abs(parameters[.resumeFactor] / factor - 1) < 0.03)
    // The 95 % bounds are widened by one and a half standard errors; the seeds are fixed.
    for (fact, value) in [(ParameterKey.resumeBase.fact, base), (ParameterKey.resumeFactor.fact, factor)] {
      let range = try #require(parameters.range(of: fact))
      let unit = fact.name == "limiter.base" ? 1_000.0 : 1
      let low = try #require(fact.value(of: range.low)?.number) / unit
      let high = try #require(fact.value(of: range.high)?.number) / unit
      #expect(low < high && high / low < 1.1)
      #expect(value > low * (low / high) && value < high * (high / low), "\(fact.name) \(low)…\(high)")
    }
  }

  @Test(arguments: ["1h", "4h", "1d", "7d"]) func capComesBack(_ text: String) throws {
    let cap = try #require(TimeSpan(text)).seconds
    let delays = [60, 120, 240, cap * 0.99, cap, cap * 1.01]
    let lines =
      [(1.0, "nsurlsessiond[1]: Resetting request delay for com.example.lab")]
      + delays.enumerated().map {
        (Double($0) + 2, "nsurlsessiond[1]: Set request delay for com.example.lab to \($1)")
      }
    let parameters = try Self.settings(Self.policy(Self.calibration(lines, days: 1))).parameters
    #expect(abs(try #require(parameters[.resumeCap]).seconds / cap - 1) < 0.02)
    #expect(parameters.range(of: ParameterKey.resumeCap.fact) != nil)
  }

  /// Three refreshes in 0.86 days mean 0.7 to 10.2 refreshes a day, and the estimate is equally uncertain.
  @Test func fewDataStayUncertain() throws {
    let few = Self.launches("AppRefreshTask", perDay: 3.5, days: 0.8568)
    let measured = try Self.parameter("refresh.per_day", of: few)
    #expect(measured.text == "3.501" && measured.range == "0.7037..10.23", "\(measured)")
    let work = """
      sessions: { s: { identifier: com.example.lab.s } }
      transfers: { w: { session: s, count: 1, size: 10kB } }
      tasks: { t: { identifier: com.example.lab.t, type: appRefresh, reschedule: true, startsTransfers: [w] } }

      """
    let policy = try Self.policy(few, work)
    let settings = try Self.settings(policy)
    let all = UncertainParameter.all(in: settings)
    let rate = try #require(all.first { $0.name == "refresh.per_day" })
    #expect(rate.confidence == .measured && rate.ends.low == "0.7037")
    #expect(!all.contains { $0.name == "refresh.spread" })
    let values = stride(from: 0.005, to: 1, by: 0.01).compactMap { rate.value(at: $0).number }
    #expect(values.count { $0 < 3.501 } == 50 && values == values.sorted())
    #expect(values.first.map { $0 > 0.7 && $0 < 0.75 } == true && values.last.map { $0 > 9.8 } == true)

    // Every launch transfers 10 kB. A budget of one and a half times the estimate is kept only if the rate is known well.
    let many = Self.launches("AppRefreshTask", perDay: 3.5, days: 400)
    let sharp = try Self.policy(many, work)
    let bytes = Estimator.estimate(sharp, try Self.settings(sharp)).transfers[0][.cellularBytesPerDay]
    let budget = "budgets: { w: { cellularBytesPerDay: \(Int(bytes * 1.5))B } }\n"
    func verdict(_ calibration: Calibration) throws -> BudgetVerdict {
      let policy = try Self.policy(calibration, work + budget)
      return try #require(
        BudgetVerdict.all(of: policy, Estimator.estimate(policy, try Self.settings(policy))).first)
    }
    #expect(try verdict(many).outcome == .kept)
    let uncertain = try verdict(few)
    #expect(uncertain.outcome == .keptByAssumption && uncertain.assumptions.first == "refresh.per_day")
    #expect(try (0.5..<0.9).contains(#require(uncertain.keptShare)))

    var explained = settings
    explained.explanations = [.parameters]
    let swings = try #require(Estimator.estimate(policy, explained).explanation).launches.swings
    let swing = try #require(swings.first { $0.parameter == "refresh.per_day" })
    #expect(swing.low.value == "0.7037" && swing.high.value == "10.23" && swing.confidence == .measured)
  }

  /// A single delay gives no interval, so the whole published range stays possible.
  @Test func aSingleDelayLeavesThePublishedRange() throws {
    let lines = [
      (1.0, "nsurlsessiond[1]: Resetting request delay for com.example.lab"),
      (2, "nsurlsessiond[1]: Set request delay for com.example.lab to 400.000000"),
    ]
    let measured = try Self.parameter("limiter.base", of: Self.calibration(lines, days: 1))
    #expect(measured.text == "6m40s" && measured.range == "1s..6m40s")
  }

  /// A value without a range is certain, and an option's value replaces the range, too.
  @Test func aValueWithoutARangeIsCertain() throws {
    let policy = try Lab.policy(Self.head + "model: { refresh.per_day: { value: 4, range: 2..8 } }\n")
    var settings = try Self.settings(policy)
    #expect(UncertainParameter.all(in: settings).contains { $0.name == "refresh.per_day" })
    let isSet = settings.parameters.set("refresh.per_day", to: "5")
    #expect(isSet && !UncertainParameter.all(in: settings).contains { $0.name == "refresh.per_day" })
  }
}
