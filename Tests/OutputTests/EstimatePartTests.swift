import Foundation
import JSON
import TestSupport
import Testing

/// `bgpolicy estimate` in parts, called as a user calls it.
@Suite struct EstimatePartTests {
  /// Work of all kinds: recurring, failing and expiring work, and work that tasks, pushes and foreground
  /// sessions start.
  private static let policy = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions:
      s: { identifier: com.example.lab.s, isDiscretionary: true, timeoutIntervalForResource: 1d }
      f: { identifier: com.example.lab.f }
    transfers:
      media: { session: s, count: 12, size: 2MB..8MB, submit: { batch: 4 }, every: 1d, failureShare: 10%, retries: 1, validFor: 12h, deadline: 6h }
      receipt: { session: f, count: 1, size: 20kB, startedIn: foreground, every: 12h }
      feed: { session: f, count: 3, size: 100kB, submit: oneAtATime }
    tasks:
      refresh: { identifier: com.example.lab.r, type: appRefresh, reschedule: true, startsTransfers: [feed] }
      clean: { identifier: com.example.lab.c, type: processing, reschedule: true, expectedRuntime: 2m }
    pushes: { sync: { headers: { apns-push-type: background, apns-priority: 5 }, perDay: 12, payload: { aps: { content-available: 1 } } } }
    population: { commuter: 60%, rareUser: 40% }
    budgets: { media: { completion: { p95: 2d }, unfinishedShare: 5% }, feed: { launchesPerDay: { mean: 40 } } }

    """

  /// A single transfer, whose draws take little time.
  private static let small = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions: { s: { identifier: com.example.lab.s, isDiscretionary: true, timeoutIntervalForResource: 1d } }
    transfers: { media: { session: s, count: 2, size: 2MB..8MB, failureShare: 10%, startedIn: background } }
    budgets: { media: { completion: { p95: 2d } } }

    """

  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "p.yaml")
    return folder
  }

  private static func part(_ runs: String, _ file: String, _ words: [String] = [], in folder: ScratchFolder)
    throws
  {
    let run = try Tool.run(
      words: ["estimate", "p.yaml", "--runs", runs, "--partial", file, "--quiet"] + words, in: folder.path)
    try #require(run.status == 0 && run.output.isEmpty, "\(run.errors)")
  }

  static let cuts: [(scenario: String, runs: [String], all: String, format: String)] = [
    ("commuter", ["1..100", "101..200"], "200", "json"),
    ("population", ["1..1", "2..19", "20..37", "38..40"], "40", "json"), ("office", ["1..21"], "21", "text"),
  ]

  /// The bytes don't depend on the division of the runs or the order of the parts.
  @Test(arguments: cuts)
  func mergedPartsAreOneCall(_ cut: (scenario: String, runs: [String], all: String, format: String)) throws {
    let folder = try Self.folder()
    // Estimates of 200 runs draw uncertain parameters.
    if cut.all == "200" { try folder.write(Self.small, to: "p.yaml") }
    let words = ["--scenario", cut.scenario, "--model", "refresh.per_day=12", "--seed", "7"]
    for (number, runs) in cut.runs.enumerated() { try Self.part(runs, "\(number).json", words, in: folder) }
    let parts = cut.runs.indices.reversed().map { "\($0).json" }
    let report = ["--format", cut.format] + words
    let single = try Tool.run(words: ["estimate", "p.yaml", "--runs", cut.all] + report, in: folder.path)
    let merged = try Tool.run(words: ["estimate", "p.yaml", "--merge"] + parts + report, in: folder.path)
    #expect(merged.output == single.output && merged.status == single.status, "\(merged.errors)")
    #expect(single.output.contains("media") && single.output.count > 1_000)
  }

  static let differences: [(words: [String], message: String)] = [
    (["--scenario", "office"], "b.json is of the scenario office, not commuter"),
    (["--seed", "9"], "b.json has the seed 9, not 1"),
    (["--model", "limiter.base=30s"], "b.json has limiter.base 30s, not the model's own value"),
  ]

  @Test(arguments: differences) func partsOfAnotherEstimateAreNamed(_ words: [String], _ message: String)
    throws
  {
    let folder = try Self.folder()
    try Self.part("1..2", "a.json", in: folder)
    try Self.part("3..4", "b.json", words, in: folder)
    let run = try Tool.run("estimate", "p.yaml", "--merge", "a.json", "b.json", in: folder.path)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func aPartOfAnotherPolicyIsNamed() throws {
    let folder = try Self.folder()
    try Self.part("1..2", "a.json", in: folder)
    try folder.write(Self.policy.replacing("20kB", with: "30kB"), to: "p.yaml")
    let run = try Tool.run("estimate", "p.yaml", "--merge", "a.json", in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("a.json is of another policy, or of another version of it"), "\(run.errors)")
    // Another version of bgpolicy may simulate differently.
    try folder.write(Self.policy, to: "p.yaml")
    let text = try String(contentsOfFile: folder.path("a.json"), encoding: .utf8)
    try folder.write(text.replacing("\"bgpolicy\":\"", with: "\"bgpolicy\":\"9"), to: "a.json")
    let version = try Tool.run("estimate", "p.yaml", "--merge", "a.json", in: folder.path)
    #expect(version.errors.contains("a.json was written by bgpolicy 9"), "\(version.errors)")
  }

  static let gaps: [(runs: [String], message: String)] = [
    (["1..3", "3..4"], "0.json and 1.json both have run 3; each run belongs to one part"),
    (["1..4", "2..3"], "0.json and 1.json both have the runs 2 to 3"),
    (["1..2", "5..6"], "No part has the runs 3 to 4"), (["2..3"], "No part has run 1"),
  ]

  @Test(arguments: gaps) func everyRunIsInOnePart(_ runs: [String], _ message: String) throws {
    let folder = try Self.folder()
    for (number, runs) in runs.enumerated() { try Self.part(runs, "\(number).json", in: folder) }
    let parts = runs.indices.map { "\($0).json" }
    let run = try Tool.run(words: ["estimate", "p.yaml", "--merge"] + parts, in: folder.path)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  static let mistakes: [(words: [String], message: String)] = [
    (["p.yaml", "--merge"], "--merge expects a policy and the parts of its estimate"),
    (["p.yaml", "--merge", "p.yaml"], "Can't merge p.yaml: it is not JSON"),
    (["p.yaml", "--merge", "no.json"], "Can't read no.json"),
    (["p.yaml", "q.yaml"], "estimate expects one POLICY; found \"q.yaml\" as well"),
    (["p.yaml", "--runs", "3..4"], "--runs 3..4 are some runs of an estimate, for estimate --partial"),
    (["p.yaml", "--runs", "4..3"], "--runs expects a whole number from 1 to 10000000; found \"4..3\""),
    (["p.yaml", "--partial", "-", "--why"], "--why has no effect with --partial"),
    (["p.yaml", "--partial", "-", "--format", "json"], "--format has no effect with --partial"),
    (["p.yaml", "--partial", "-", "--scenario", "lab"], "lab has a single one, which is exact"),
    (["p.yaml", "--partial", "-", "--scenario", "all"], "--partial is for one scenario"),
    (["p.yaml", "--partial", "./p.yaml", "--runs", "1"], "--partial ./p.yaml would overwrite p.yaml"),
    (["p.yaml", "--partial", "-", "--merge", "a.json"], "--merge makes none"),
  ]

  @Test(arguments: mistakes) func mistakesAreNamed(_ words: [String], _ message: String) throws {
    let folder = try Self.folder()
    let run = try Tool.run(words: ["estimate"] + words, in: folder.path)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  /// A part with too few numbers or without a result is rejected.
  @Test func brokenPartsAreRefused() throws {
    let folder = try Self.folder()
    try Self.part("1..1", "a.json", in: folder)
    let text = try String(contentsOfFile: folder.path("a.json"), encoding: .utf8)
    let start = try #require(text.range(of: "\"results\":[[")).upperBound
    let comma = try #require(text[start...].firstIndex(of: ","))
    try folder.write(text.replacingCharacters(in: start...comma, with: ""), to: "b.json")
    let short = try Tool.run("estimate", "p.yaml", "--merge", "b.json", in: folder.path)
    #expect(short.status == 2 && short.errors.contains("have results of another policy"), "\(short.errors)")
    try folder.write(text.replacing("\"to\":1", with: "\"to\":2"), to: "c.json")
    let incomplete = try Tool.run("estimate", "p.yaml", "--merge", "c.json", in: folder.path)
    #expect(incomplete.errors.contains("Can't merge c.json: it is not complete"), "\(incomplete.errors)")
  }
}
