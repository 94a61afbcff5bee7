import Foundation
internal import PolicyReports
import PolicySim
import TestSupport
import Testing

@testable import PolicyReports
@testable import bgpolicy

/// The trace of a run: as lines, as lanes, and as a trace file.
@Suite struct TraceTests {
  private static let policy = "Tests/Fixtures/Estimate/batches.bgpolicy.yaml"

  private static func trace(_ events: [(Int64, TraceEvent.Kind)]) -> RunTrace {
    RunTrace(
      run: 0, clock: nil, events: events.map { TraceEvent(time: $0.0, $0.1) }, completions: [])
  }

  // MARK: Lines

  @Test func writesWhatItWrote() throws {
    let text = try Tool.run("estimate", Self.policy, "--scenario", "lab", "--trace")
    Snapshot.check(text.output, against: "Tests/Fixtures/Estimate/batches.trace.txt")
    let folder = try ScratchFolder()
    let file = folder.path("trace.json")
    _ = try Tool.run("estimate", Self.policy, "--scenario", "lab", "--trace=\(file)")
    let json = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    Snapshot.check(json, against: "Tests/Fixtures/Estimate/batches.trace.json")
  }

  /// With a file, the timeline is written to the file, and the estimate is printed as usual.
  @Test func fileTakesTheTimeline() throws {
    let folder = try ScratchFolder()
    let file = folder.path("trace.txt")
    let result = try Tool.run("estimate", Self.policy, "--scenario", "lab", "--trace=\(file)")
    let plain = try Tool.run("estimate", Self.policy, "--scenario", "lab")
    #expect(result.output == plain.output)
    #expect(result.status == plain.status)
    let shown = try Tool.run("estimate", Self.policy, "--scenario", "lab", "--trace")
    #expect(String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self) == shown.output)
    #expect(shown.status == plain.status)
  }

  /// The trace replaces neither the policy nor another report.
  @Test func fileIsNoneThatIsInUse() throws {
    let folder = try ScratchFolder()
    let text = try Project.text(Self.policy)
    let policy = try folder.write(text, to: "bgpolicy.yaml")
    let words = ["estimate", policy, "--scenario", "lab"]
    let onPolicy = try Tool.run(words: words + ["--trace=\(policy)"])
    #expect(onPolicy.status == 2)
    #expect(onPolicy.errors.contains("--trace=\(policy) would overwrite \(policy), which is read"))
    #expect(try String(contentsOfFile: policy, encoding: .utf8) == text)
    let file = folder.path("run.json")
    let twice = try Tool.run(words: words + ["--trace=\(file)", "--format", "json=\(file)"])
    #expect(twice.status == 2)
    #expect(twice.errors.contains("The trace and a format can't be written to one file"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func everyKindHasItsWords() {
    let kinds: [TraceEvent.Kind] =
      TraceEvent.Condition.allCases.flatMap { [.condition($0, isOn: true), .condition($0, isOn: false)] }
      + [
        .submitted(transfer: "a", items: 1, isHeldUntil: nil),
        .submitted(transfer: "a", items: 2, isHeldUntil: 60_000),
        .began(transfer: "a", items: 1), .paused(transfer: "a", items: 1), .finished(transfer: "a", items: 2),
        .failed(transfer: "a", items: 1, .resourceTimeout), .failed(transfer: "a", items: 1, .forceQuit),
        .failed(transfer: "a", items: 1, .failedTooOften),
        .launched(.transfer("a"), delay: 60_000), .launched(.task("t"), delay: 0),
        .launched(.push("p"), delay: 0), .cutOff(.task("t")), .delayForgotten(delay: 60_000),
        .budgetSpent(network: "Wi-Fi"), .pushStored("p"), .forceQuit, .reboot,
      ]
    let sentences = kinds.map { TraceText.sentence(TraceEvent(time: 0, $0)) }
    #expect(Set(sentences).count == kinds.count)
    #expect(sentences.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
    #expect(sentences.contains("a: 2 items handed over, held by the limiter for 1m"))
    #expect(sentences.contains("the app is resumed: a has events; the limiter's delay is now 1m"))
  }

  /// Both forms show an exhausted budget.
  @Test func tellsOfSpentBudgets() throws {
    let policy = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions:
        session: { identifier: com.example.lab, isDiscretionary: true, timeoutIntervalForResource: 7d }
      transfers: { work: { session: session, size: 6GB } }
      model: { wifi_budget: 5GB }
      """
    let words = ["estimate", "-", "--scenario", "lab"]
    let text = try Tool.run(words: words + ["--trace"], input: policy).output
    #expect(text.contains("0d 00:33:20  the day's budget for Wi-Fi is used up\n"))
    let folder = try ScratchFolder()
    let file = folder.path("trace.json")
    _ = try Tool.run(words: words + ["--trace=\(file)"], input: policy)
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    let events = ((json as? [String: Any])?["traceEvents"] as? [[String: Any]]) ?? []
    let spent = events.filter { $0["name"] as? String == "the day's budget for Wi-Fi is used up" }
    #expect(spent.map { $0["ts"] as? Int } == [2_000_000_000])
    #expect(spent.allSatisfy { $0["ph"] as? String == "i" })
  }

  @Test(arguments: [(0, "0d 00:00:00"), (97_925_999, "1d 03:12:05"), (8_640_000_000, "100d 00:00:00")])
  func timesAreReadable(_ milliseconds: Int64, _ text: String) {
    #expect(TraceText.elapsed(milliseconds) == text)
  }

  @Test func repetitionsAreFolded() {
    let visits = (0..<50).flatMap { visit -> [(Int64, TraceEvent.Kind)] in
      let start = Int64(visit) * 3_600_000 + 1
      return [
        (start, .condition(.foreground, isOn: true)), (start + 60_000, .condition(.foreground, isOn: false)),
      ]
    }
    let rows = TraceTable(Self.trace(visits)).rows
    #expect(rows.count == 5)
    #expect(rows[2].text == "… 48 more times these 2 lines")
    #expect(rows[4].time == 49 * 3_600_000 + 60_001)
    // Three repetitions are not folded.
    #expect(TraceTable(Self.trace(Array(visits.prefix(6)))).rows.count == 6)
  }

  @Test func itemsOneAfterTheOtherAreOneLine() {
    let items = (0..<10).flatMap { item -> [(Int64, TraceEvent.Kind)] in
      [
        (Int64(item) * 1_000, .began(transfer: "a", items: 1)),
        (Int64(item + 1) * 1_000, .finished(transfer: "a", items: 1)),
      ]
    }
    let rows = TraceTable(Self.trace(items)).rows
    #expect(rows.map(\.text) == ["a: 10 items go on the wire, 10 are through within 10s"])
  }

  /// The reasons why the app runs, and the durations.
  @Test func launchesTellHowLongTheAppRuns() {
    let rows = TraceTable(
      Self.trace([
        (1, .condition(.foreground, isOn: true)), (9, .condition(.foreground, isOn: false)),
        (9, .condition(.appRunning, isOn: true)), (5_009, .condition(.appRunning, isOn: false)),
        (6_000, .launched(.push("p"), delay: 0)), (6_000, .condition(.appRunning, isOn: true)),
        (7_000, .submitted(transfer: "a", items: 1, isHeldUntil: nil)),
        (16_000, .condition(.appRunning, isOn: false)), (17_000, .condition(.appRunning, isOn: true)),
        (17_000, .launched(.transfer("a"), delay: 60_000)), (18_000, .condition(.appRunning, isOn: false)),
        (20_000, .condition(.appRunning, isOn: true)), (23_000, .condition(.appRunning, isOn: false)),
        (30_000, .launched(.task("t"), delay: 0)), (30_000, .condition(.appRunning, isOn: true)),
      ])
    ).rows
    #expect(
      rows.map(\.text) == [
        "the user opens the app", "the user leaves the app, which keeps running for 5s",
        "the app is launched for push p and runs for 10s", "a: 1 item handed over",
        "the app is resumed and runs for 1s: a has events; the limiter's delay is now 1m",
        "the app runs in the background for 3s",
        // The app still runs at the end of the simulated run.
        "the app is launched for task t", "the app runs in the background",
      ])
  }

  // MARK: Lanes

  @Test func lanesTellWhatHoldsATransfer() {
    let timeline = Timeline(
      Self.trace([
        (0, .condition(.wifi, isOn: true)), (0, .submitted(transfer: "a", items: 2, isHeldUntil: nil)),
        (10, .began(transfer: "a", items: 2)), (20, .finished(transfer: "a", items: 1)),
        (30, .paused(transfer: "a", items: 1)), (30, .condition(.wifi, isOn: false)),
        (40, .began(transfer: "a", items: 1)), (50, .finished(transfer: "a", items: 1)),
        (50, .launched(.transfer("a"), delay: 60)),
        (50, .submitted(transfer: "a", items: 1, isHeldUntil: 110)), (120, .began(transfer: "a", items: 1)),
        (130, .finished(transfer: "a", items: 1)), (200, .delayForgotten(delay: 60)),
      ]))
    #expect(timeline.device.map(\.name) == ["Wi-Fi"])
    #expect(timeline.device[0].spans == [Timeline.Span(start: 0, end: 30, state: .on)])
    let expected: [Timeline.Span] = [
      .init(start: 0, end: 10, state: .waiting), .init(start: 10, end: 30, state: .wire),
      .init(start: 30, end: 40, state: .waiting), .init(start: 40, end: 50, state: .wire),
      .init(start: 50, end: 110, state: .held), .init(start: 110, end: 120, state: .waiting),
      .init(start: 120, end: 130, state: .wire),
    ]
    #expect(timeline.transfers.map(\.spans) == [expected])
    #expect(timeline.launches == [Timeline.Launch(time: 50, cause: .transfer("a"))])
    #expect(timeline.delays == [.init(time: 50, delay: 60), .init(time: 200, delay: 0)])
  }

  /// If the lanes end early, they contain only the spans that began before the end.
  @Test func lanesCanEndEarly() {
    let trace = Self.trace([
      (0, .condition(.wifi, isOn: true)), (0, .submitted(transfer: "a", items: 2, isHeldUntil: nil)),
      (10, .began(transfer: "a", items: 2)), (50, .finished(transfer: "a", items: 2)),
      (60, .condition(.charging, isOn: true)), (60, .launched(.transfer("a"), delay: 0)),
    ])
    let timeline = Timeline(trace, until: 40)
    #expect(timeline.length == 40)
    #expect(timeline.device.map(\.name) == ["Wi-Fi"])
    #expect(
      timeline.transfers.map(\.spans) == [
        [.init(start: 0, end: 10, state: .waiting), .init(start: 10, end: 40, state: .wire)]
      ])
    #expect(timeline.launches.isEmpty)
  }

  /// A foreground session releases the items that the limiter holds.
  @Test func visitEndsAHold() {
    let timeline = Timeline(
      Self.trace([
        (0, .submitted(transfer: "a", items: 3, isHeldUntil: 1_000)), (100, .began(transfer: "a", items: 3)),
        (200, .finished(transfer: "a", items: 3)), (2_000, .reboot),
      ]))
    #expect(
      timeline.transfers.map(\.spans) == [
        [.init(start: 0, end: 100, state: .held), .init(start: 100, end: 200, state: .wire)]
      ])
  }

  /// The lanes of a run agree with the counts of the estimate.
  @Test func lanesAgreeWithTheEstimate() throws {
    struct Document: Decodable {
      struct Transfer: Decodable {
        let launches: [String: Double?]
        let limiterDelaySeconds: [String: Double?]
      }
      let transfers: [String: Transfer]
    }
    let result = try Tool.run("estimate", Self.policy, "--scenario", "lab", "--format", "json")
    let work = try #require(
      try JSONDecoder().decode(Document.self, from: Data(result.output.utf8)).transfers["work"])
    let events = try Self.chromeEvents("--scenario", "lab")
    let held = events.filter { $0.name == "held by the limiter" }.reduce(0) { $0 + ($1.dur ?? 0) }
    #expect(Double(held) / 1e6 == work.limiterDelaySeconds["p50"])
    #expect(Double(events.count { $0.cat == "launch" }) == work.launches["mean"])
  }

  // MARK: Chrome's trace event format

  struct ChromeEvent: Decodable {
    struct Arguments: Decodable {
      let name: String?
      let seconds: Double?
    }
    let ph: String
    let name: String
    let pid: Int
    let tid: Int
    let ts: Int64
    let dur: Int64?
    let cat: String?
    let s: String?
    let args: Arguments?
  }

  private static func chromeEvents(_ words: String..., policy: String = policy) throws -> [ChromeEvent] {
    struct File: Decodable {
      let traceEvents: [ChromeEvent]
    }
    let folder = try ScratchFolder()
    let file = folder.path("trace.json")
    let result = try Tool.run(words: ["estimate", policy, "--trace=\(file)"] + words)
    #expect(result.errors == "")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(filePath: file))).traceEvents
  }

  @Test(arguments: ["typical", "bad", "7"]) func chromeTraceIsWhatItsFormatSays(_ run: String) throws {
    let events = try Self.chromeEvents(
      "--runs", "10", "--run", run, policy: "Examples/Photos/bgpolicy.yaml")
    let named = Set(
      events.filter { $0.ph == "M" && $0.name == "thread_name" }.map { [$0.pid, $0.tid] })
    let processes = Set(events.filter { $0.ph == "M" && $0.name == "process_name" }.map(\.pid))
    for event in events {
      #expect(["M", "X", "i", "C"].contains(event.ph))
      #expect(event.ts >= 0)
      #expect(processes.contains(event.pid))
      #expect((event.dur != nil) == (event.ph == "X"))
      if event.ph == "i" { #expect(event.s == "t") }
      if event.ph == "C" { #expect(event.args?.seconds != nil) }
      if event.ph == "X" || event.ph == "i" { #expect(named.contains([event.pid, event.tid])) }
    }
    // The spans of a lane don't overlap.
    for lane in named {
      let spans = events.filter { $0.ph == "X" && [$0.pid, $0.tid] == lane }
      for (before, after) in zip(spans, spans.dropFirst()) {
        #expect(before.ts + (before.dur ?? 0) <= after.ts)
      }
    }
    #expect(events.contains { $0.ph == "X" && $0.name == "on the wire" })
  }

  // MARK: Which run

  @Test func typicalAndBadRunsAreNearTheirQuantiles() throws {
    for (word, quantile) in [("typical", "p50"), ("bad", "p95")] {
      let text = try Tool.run(
        "estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "20", "--trace", "--run", word
      ).output
      #expect(text.contains("the nearest to its \(quantile) of "))
    }
    let first = try Tool.run(
      "estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "20", "--trace", "--run", "1")
    #expect(first.output.hasPrefix("Run 1 of Photos, scenario commuter (run 1 of 20, seed 1)\n"))
  }
}
