import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

@testable import PolicySim

/// What the model says of each public measurement, and `Documentation/model.md`, which tells it.
@Suite struct EvidenceTests {
  /// The model's answer to a measurement.
  struct Answer: Sendable {
    let low: Double
    let high: Double
    let isHit: Bool

    init(_ values: [Double], observed: Double) throws {
      let distribution = Distribution(values)
      low = try #require(distribution.p05)
      high = try #require(distribution.p95)
      isHit = (low...high).contains(observed)
    }
  }

  /// The measurements that the model misses. What is wrong is told in model.md.
  static let misses: Set = [
    "resume-gap-2", "wait-in-foreground-29", "wait-in-foreground-475", "wait-in-window-475",
  ]

  @Test(arguments: PlatformFacts.measurements.map(\.name)) func verdictIsKnown(_ name: String) throws {
    let measurement = try #require(PlatformFacts.measurements.first { $0.name == name })
    let answer = try Self.answer(to: measurement)
    #expect(answer.low.isFinite && answer.high.isFinite && answer.low <= answer.high)
    #expect(answer.isHit == !Self.misses.contains(name), "\(answer)")
  }

  @Test func modelDocumentIsCurrent() throws {
    let kept = try Project.text("Documentation/model.md")
    var text = kept
    text = try Self.replacing("parameters", in: text, with: Self.parameterTable)
    text = try Self.replacing("presets", in: text, with: Self.presetTable)
    text = try Self.replacing("measurements", in: text, with: try Self.measurementTable())
    Snapshot.check(text, against: "Documentation/model.md")
  }

  // MARK: - What the model says

  private static func answer(to measurement: Measurement) throws -> Answer {
    let observed = measurement.observed
    func answer(_ values: [Double]) throws -> Answer { try Answer(values, observed: observed) }
    switch measurement.name {
    case "delay-1": return try answer(delays(0))
    case "delay-2": return try answer(delays(1))
    case "delay-3": return try answer(delays(2))
    case "resume-gap-1": return try answer(resumeGaps(0))
    case "resume-gap-2": return try answer(resumeGaps(1))
    case "wait-in-foreground-29", "wait-in-foreground-475":
      return try answer(waits(afterResumes: 4, inForeground: true))
    case "wait-in-window-29": return try answer(waits(afterResumes: 1, inForeground: false))
    case "wait-in-window-475": return try answer(waits(afterResumes: 4, inForeground: false))
    case "refreshes-in-a-day": return try answer(refreshDays().map { Double($0.count) })
    case "least-refresh-gap":
      return try answer(refreshDays().compactMap { zip($0, $0.dropFirst()).map { $1 - $0 }.min() })
    case "night-without-refresh":
      // Pauses of eight hours and more are those over a night.
      return try answer(
        refreshWeeks().flatMap { zip($0, $0.dropFirst()).map { $1 - $0 } }.filter { $0 >= 28_800 })
    case "push-launches": return try answer([pushShare() * 14])
    case "processing-a-night": return try answer(processingNights())
    default:
      Issue.record("nothing answers \(measurement.name)")
      return try answer([])
    }
  }

  /// The resumes of 400 chains of three requests, each of which takes up to 30 s: when, and the delay from then on.
  private static let chains: [[(time: Double, delay: Double)]] = (0..<400).map { run in
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab } }
      transfers: { work: { session: session, count: 3, size: 1kB..75MB, submit: oneAtATime } }
      """
    guard let policy = PolicyReader.read(SourceText(name: "lab.yaml", text: text)).policy,
      let day = DeviceDay("lab", in: policy)
    else { return [] }
    var simulation = Simulation(
      SimulationModel(policy, on: day, Parameters(), measuring: .firstTimes), seed: 1, run: run)
    var resumes: [(time: Double, delay: Double)] = []
    while simulation.step() {
      if simulation.launches > resumes.count {
        resumes.append((Double(simulation.now) / 1_000, simulation.delay))
      }
    }
    return resumes
  }

  private static func delays(_ resume: Int) -> [Double] { chains.map { $0[resume].delay } }
  private static func resumeGaps(_ resume: Int) -> [Double] {
    chains.map { $0[resume + 1].time - $0[resume].time }
  }

  /// How long tasks wait that are created at any time of the window behind so many resumes.
  private static func waits(afterResumes resumes: Int, inForeground: Bool) -> [Double] {
    var limiter = ResumeLimiter(LimiterRules(Parameters()))
    for _ in 0..<resumes { limiter.resume(at: 0) }
    let window = limiter.delay
    if inForeground { limiter.foreground() }
    return (0..<1_000).map { step in
      let now = window * Int64(step) / 1_000
      return Double(limiter.opening(forTaskCreatedAt: now, inForeground: inForeground) - now) / 1_000
    }
  }

  private static func launches(_ task: String, runs: Int) throws -> [[Double]] {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      tasks: { task: { identifier: com.example.task, reschedule: true, \(task) } }
      """
    let policy = try Lab.policy(text)
    let model = SimulationModel(
      policy, on: try #require(DeviceDay("commuter", in: policy)), Parameters(), measuring: .firstTimes)
    return (0..<runs).map { Simulation(model, seed: 1, run: $0).launchTimes() }
  }

  private static func refreshWeeks() throws -> [[Double]] {
    try launches("type: appRefresh, earliestBegin: 15m", runs: 400)
  }

  /// The launches of each whole day but the first, in which the app has only begun to ask.
  private static func refreshDays() throws -> [[Double]] {
    try refreshWeeks().flatMap { week in
      (1..<7).map { day in week.filter { Int($0 / 86_400) == day } }
    }
  }

  private static func processingNights() throws -> [Double] {
    try launches("type: processing, earliestBegin: 1h", runs: 400).flatMap { week in
      (1..<7).map { day in Double(week.count { Int($0 / 86_400) == day }) }
    }
  }

  /// The share of pushes every 450 s that launch the app.
  private static func pushShare() throws -> Double {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      pushes: { push: { perDay: 192 } }
      """
    let launches = RunResult(try Lab.simulation(text).ran()).pushes[0].launchesPerDay
    return (launches / 192 * 28).rounded() / 28
  }

  // MARK: - The document

  private static func replacing(_ name: String, in text: String, with table: String) throws -> String {
    let start = "<!-- \(name), written by the tests -->\n"
    let end = "<!-- end of \(name) -->\n"
    let head = try #require(text.firstRange(of: start), "model.md has no \(name)")
    let tail = try #require(text.firstRange(of: end), "model.md has no end of \(name)")
    return text[..<head.upperBound] + table + text[tail.lowerBound...]
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static var parameterTable: String {
    var lines = ["| parameter | value | meaning | confidence | source |", "|---|---|---|---|---|"]
    for fact in PlatformFacts.parameters {
      let unit = if case .number(let unit) = fact.kind, !unit.isEmpty { " \(unit)" } else { "" }
      lines.append(
        "| `\(fact.name)` | \(fact.text)\(unit) | \(cell(fact.meaning)) | \(fact.confidence.rawValue) | "
          + cell(fact.citations.map(\.title).joined(separator: "; ")) + " |")
    }
    let all = PlatformFacts.parameters
    let counts = Confidence.allCases.compactMap { confidence -> String? in
      let count = all.count { $0.confidence == confidence }
      return count > 0 ? "\(count) \(confidence.rawValue) (\(confidence.meaning))" : nil
    }
    return lines.joined(separator: "\n") + "\n\nOf \(all.count) values: " + counts.joined(separator: ", ")
      + ".\n"
  }

  private static var presetTable: String {
    var lines = ["| preset | meaning | values |", "|---|---|---|"]
    for preset in PlatformFacts.modelPresets {
      let values = preset.values.map { "`\($0.name)` \($0.text)" }.joined(separator: ", ")
      lines.append("| `\(preset.name)` | \(cell(preset.summary)) | \(values.isEmpty ? "none" : values) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func measurementTable() throws -> String {
    var lines = ["| measured | observed | model p05 … p95 | verdict | source |", "|---|---|---|---|---|"]
    var hits = 0
    var independent = (hits: 0, all: 0)
    for measurement in PlatformFacts.measurements {
      let answer = try answer(to: measurement)
      hits += answer.isHit ? 1 : 0
      if !measurement.isSource {
        independent.all += 1
        independent.hits += answer.isHit ? 1 : 0
      }
      func figure(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
          + (measurement.unit.isEmpty ? "" : " \(measurement.unit)")
      }
      let verdict = (answer.isHit ? "within" : "**miss**") + (measurement.isSource ? ", taken from it" : "")
      lines.append(
        "| \(cell(measurement.statement)) | \(figure(measurement.observed)) | \(figure(answer.low)) … \(figure(answer.high)) | \(verdict) | \(cell(measurement.citation.title)) |"
      )
    }
    return lines.joined(separator: "\n")
      + "\n\n\(hits) of \(PlatformFacts.measurements.count) are within; of the \(independent.all) from which no parameter has its value, \(independent.hits).\n"
  }
}
