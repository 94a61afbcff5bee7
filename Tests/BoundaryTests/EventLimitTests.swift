import Foundation
import TestSupport
import Testing

/// Work that is too much for an estimate is a finding at the value that decides the amount, before the
/// estimate takes hours and gigabytes.
@Suite struct EventLimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// The policy after its head and its session `s`.
    let text: String
    var words: [String] = []
    /// The first lines of the report, with single spaces.
    let report: String
    var testDescription: String { name }
  }

  private static let head = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a }
    sessions: { s: { identifier: com.example.a.s } }

    """

  private static func certain(_ runs: String, _ events: String, _ name: String, at place: String) -> String {
    """
    <stdin>:\(place): error[estimate-too-large] \(runs) would simulate at least \(events) events, above all \
    those of \(name); the limit of an estimate is 50 million
    """
  }

  private static func simulated(_ limit: String, _ name: String, at place: String) -> String {
    """
    <stdin>:\(place): error[estimate-too-large] a run of the estimate has more than \(limit), its limit, and \
    \(name) has the most work
    """
  }

  /// A report with single spaces, as if no line were wrapped.
  private static func joined(_ report: String) -> String { report.replacing(/\s+/, with: " ") }

  static let cases = [
    Case(
      name: "every millisecond", text: "transfers: { t: { session: s, size: 1kB, every: 0.001s } }",
      report: certain("250 runs", "172800 million", "t", at: "4:49")),
    Case(
      name: "every millisecond, held",
      text: """
        transfers: { t: { every: 0.001s, startedIn: background, session: s, size: 1GiB } }
        """,
      report: certain("250 runs", "172800 million", "t", at: "4:26")),
    Case(
      name: "every second", text: "transfers: { t: { session: s, count: 1000, duration: 1s, every: 1s } }",
      report: certain("250 runs", "172.8 million", "t", at: "4:65")),
    Case(
      name: "every second in one run", text: "transfers: { t: { session: s, size: 1kB, every: 1s } }",
      words: ["--runs", "1"],
      report: simulated("250000 jobs and failed items", "t", at: "4:49")),
    Case(
      name: "every second beside a push",
      text: """
        pushes: { p: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } }, perDay: 3, startsTransfers: [u] } }
        transfers:
          t: { session: s, startedIn: background, size: 4MB, every: 1s }
          u: { session: s, size: 1MB }
        """,
      report: certain("250 runs", "604.8 million", "t", at: "6:61")),
    Case(
      name: "pushes",
      text: """
        pushes: { p: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } }, perDay: 100000 } }
        """,
      report: certain("250 runs", "700 million", "p", at: "4:127")),
    Case(
      name: "refreshes",
      text: """
        tasks: { r: { type: appRefresh, identifier: com.example.a.x, reschedule: true } }
        model: { refresh.per_day: 1e12, refresh.min_gap: 0s }
        """,
      report: certain("250 runs", "604800 million", "r", at: "5:27")),
    Case(
      name: "one at a time",
      text: "transfers: { t: { session: s, count: 10000000, duration: 0s, submit: oneAtATime } }",
      words: ["--max-events", "1000000"],
      report: simulated("50000 events", "t", at: "4:38")),
    Case(
      name: "sizes", text: "transfers: { t: { session: s, count: 10000000, size: 1B..2kB } }",
      words: ["--max-events", "10000000"],
      report: simulated("500000 events", "t", at: "4:38")),
    Case(
      name: "retries",
      text: "transfers: { t: { session: s, count: 100000, size: 1kB, failureShare: 100%, retries: 1000 } }",
      words: ["--max-events", "10000000"],
      report: simulated("500000 events", "t", at: "4:38")),
    Case(
      name: "failed items",
      text: "transfers:\n"
        + (0..<25).map {
          "  t\($0): { session: s, count: 10000000, size: 1kB..2kB, failureShare: 50%, retries: 1000 }\n"
        }.joined(),
      words: ["--max-events", "1000000000"],
      report: simulated("250000 jobs and failed items", "t0", at: "5:28")),
  ]

  @Test(arguments: cases) func isRefused(_ example: Case) throws {
    // The limit is one gigabyte of address space, which is enough for two threads of a debug build. An estimate that needs gigabytes would
    // fail.
    let result = try Shell.run(
      ["sh", "-c", "ulimit -v 1000000; exec \"$0\" \"$@\"", Tool.path, "estimate", "-", "--jobs", "2"]
        + example.words, input: Self.head + example.text + "\n")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output == "")
    #expect(Self.joined(result.errors).hasPrefix(example.report), "\(result.errors)")
    #expect(result.errors.contains("= help: "))
  }

  /// The limit counts events, not time, so it does not depend on the number of threads.
  @Test(arguments: [400_000, 800_000, 1_600_000]) func dependsOnEventsAlone(_ limit: Int) throws {
    let text =
      Self.head + "transfers: { t: { session: s, count: 5000, size: 1kB, submit: oneAtATime, every: 1d } }\n"
    let results = try ["1", "2", "7"].map { jobs in
      try Tool.run(
        "estimate", "-", "--runs", "30", "--jobs", jobs, "--max-events", "\(limit)", "--format", "csv",
        input: text)
    }
    #expect(Set(results.map { "\($0.status)\($0.output)\($0.errors)" }).count == 1)
  }

  /// The limit does not change an estimate that fits.
  @Test func enoughIsEnough() throws {
    let words = ["estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "20", "--format", "json"]
    let usual = try Tool.run(words: words)
    let large = try Tool.run(words: words + ["--max-events", "9000000000"])
    #expect(usual.status == large.status && usual.output == large.output)
    let small = try Tool.run(words: words + ["--max-events", "1000"])
    #expect(small.status == 1 && small.output == "")
    #expect(small.errors.contains("error[estimate-too-large]"))
  }

  private static let heavy =
    head + """
      transfers: { t: { session: s, size: 1kB, every: 1s } }
      budgets: { t: { completion: { p50: 1h } } }

      """

  @Test(arguments: [
    "whatif heavy.yaml --set app.name=B", "whatif light.yaml --set transfers.t.every=1s",
    "advise heavy.yaml", "gate heavy.yaml --skip generated",
    "diff light.yaml heavy.yaml", "diff heavy.yaml light.yaml", "estimate heavy.yaml --scenario all",
    "estimate heavy.yaml --partial part.json",
  ])
  func everyCommandRefuses(_ call: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.heavy, to: "heavy.yaml")
    try folder.write(Self.heavy.replacing("every: 1s", with: "every: 1d"), to: "light.yaml")
    let result = try Tool.run(words: call.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      Self.joined(result.output + result.errors)
        .contains("error[estimate-too-large] 250 runs would simulate at least"),
      "\(result.output)\(result.errors)")
  }

  /// The files are written even if the estimate has too many events, and the other steps decide the exit status.
  @Test func compileWritesTheFiles() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.heavy, to: "heavy.yaml")
    let result = try Tool.run("compile", "heavy.yaml", in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      Self.joined(result.errors)
        .hasPrefix("heavy.yaml:4:49: warning[estimate-too-large] 250 runs would simulate at least"))
    #expect(FileManager.default.fileExists(atPath: folder.path("Generated/ASessions.swift")))
    #expect(try Tool.run("compile", "heavy.yaml", "--check", in: folder.path).status == 0)
  }

  /// With too many events for the default number of runs, fewer runs are made, and a message says so.
  @Test(arguments: ["estimate", "compile", "gate --skip generated"])
  func fewerRunsAreEnough(_ call: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      Self.head + "transfers: { t: { session: s, count: 50, size: 1kB, every: 1d } }\n"
        + "budgets: { t: { completion: { p50: 10d } } }\n", to: "many.yaml")
    let words = call.split(separator: " ").map(String.init) + ["many.yaml", "--max-events", "200000"]
    let result = try Tool.run(words: words, in: folder.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("kept"), "\(result.output)")
    guard call != "gate --skip generated" else { return }
    let runs = try #require(result.errors.firstMatch(of: /has (\d+) runs instead of 250/)).output.1
    #expect((10..<200).contains(Int(runs) ?? 0))
    #expect(result.output.contains("\(runs) runs, seed 1"))
    // A number of runs from the command line is never reduced.
    let exact = try Tool.run(words: words + ["--runs", "250"], in: folder.path)
    #expect(exact.errors.contains("[estimate-too-large]"), "\(exact.errors)")
  }

  @Test func isAFindingOfTheGate() throws {
    let result = try Tool.run("gate", "-", "--skip", "generated", "--format", "json", input: Self.heavy)
    #expect(result.status == 1)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(json["findings"] as? [[String: Any]])
    let finding = try #require(findings.first { $0["rule"] as? String == "estimate-too-large" })
    #expect(finding["path"] as? String == "transfers.t.every" && finding["line"] as? Int == 4)
  }

  @Test func traceIsLimited() throws {
    let text = Self.head + "transfers: { t: { session: s, count: 9000000, size: 1MB } }\n"
    let result = try Tool.run(
      "estimate", "-", "--runs", "1", "--trace", "--max-events", "20000000", input: text)
    #expect(result.status == 1 && result.output == "")
    #expect(
      Self.joined(result.errors)
        .hasPrefix("<stdin>:4:38: error[estimate-too-large] a run of the estimate has more than"))
  }
}
