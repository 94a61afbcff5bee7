import Foundation
import TestSupport
import Testing

/// `bgpolicy calibrate`, called as a user calls it.
@Suite struct CalibrateCommandTests {
  private static let log = "Tests/Fixtures/Calibration/device.log"
  private static let metrics = "Tests/Fixtures/Calibration/metrics.json"

  @Test(arguments: ["text", "yaml", "json"]) func reportsAreTheSame(_ format: String) throws {
    let run = try Tool.run("calibrate", Self.log, Self.metrics, "--format", format)
    #expect(run.status == 0)
    #expect(run.errors.contains("\(Self.log):6: there is no delay after \"Set request delay\""))
    #expect(run.errors.contains("\(Self.metrics):1: cumulativeWifiUpload is \"1,2 GB auf Deutsch\""))
    Snapshot.check(run.output, against: "Tests/Fixtures/Calibration/report.\(format)")
  }

  /// The output can be pasted: a policy with the block has no findings, and its estimate names the basis.
  @Test func theBlockIsAPolicysModel() throws {
    let folder = try ScratchFolder()
    let block = try Tool.run("calibrate", Self.log, Self.metrics, "--format", "yaml").output
    let head = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab.s } }
      transfers: { work: { session: s, count: 3, duration: 5s, submit: oneAtATime } }

      """
    try folder.write(head + block, to: "bgpolicy.yaml")
    let estimate = try Tool.run(
      "estimate", "--scenario", "measured", "--runs", "5", "--assumptions", in: folder.path)
    #expect(estimate.status == 0, "\(estimate.errors)")
    #expect(estimate.output.contains("limiter.base 58s"))
    #expect(estimate.output.contains("measured: 6 delays of com.example.photos in device.log"))
    let json = try Tool.run("estimate", "--scenario", "lab", "--format", "json", in: folder.path).output
    #expect(json.contains("\"confidence\": \"measured\""))
    // A chain of three with a base of 58 s takes 15 s of work, and waits for 58 s and 116 s.
    #expect(json.contains("\"p50\": 189"))
  }

  @Test(arguments: [
    "", "model: { limiter.base: 30s }\n", "model:\n  limiter.factor: 3 # ours\n  push.min_gap: 20m\n",
    "model: {}\n", "budgets: {}", "model:\n  limiter.base: { value: 1s, confidence: assumed }\nbudgets: {}\n",
  ])
  func valuesAreAppliedToAPolicy(_ model: String) throws {
    let folder = try ScratchFolder()
    let head = "# A policy.\nschema: 1\napp: { name: Lab, bundleIdentifier: com.example.lab }\n"
    try folder.write(head + model, to: "bgpolicy.yaml")
    try folder.write(try Project.text(Self.log), to: "device.log")
    let run = try Tool.run("calibrate", "device.log", "--apply", "bgpolicy.yaml", "--quiet", in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: folder.path("bgpolicy.yaml"), encoding: .utf8)
    #expect(text.hasPrefix("# A policy.\nschema: 1\n"))
    #expect(text.contains("limiter.base: { value: 58s, confidence: measured"))
    #expect(text.contains("ours") == model.contains("ours"))
    #expect(try Tool.run("lint", "bgpolicy.yaml", in: folder.path).status == 0)
    // The second call changes nothing.
    let again = try Tool.run("calibrate", "device.log", "--apply", "bgpolicy.yaml", in: folder.path)
    #expect(again.errors.contains("Unchanged: bgpolicy.yaml"))
  }

  @Test func anotherAppCanBeChosen() throws {
    let run = try Tool.run("calibrate", Self.log, "--app", "com.example.feed", "--format", "json")
    #expect(run.status == 1 || run.output.contains("\"app\": \"com.example.feed\""))
    let wrong = try Tool.run("calibrate", Self.log, "--app", "com.example.foto")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("No line is about com.example.foto"))
  }

  @Test func aLogThatTellsNothingSaysSo() throws {
    let run = try Tool.run("calibrate", "-", input: "12:00:00 kernel hello\n")
    #expect(run.status == 1)
    #expect(run.output.contains("No line sets a request delay"))
    #expect(run.errors.contains("Nothing could be fitted"))
    let archive = try ScratchFolder()
    try archive.write("", to: "a.logarchive/Info.plist")
    let folder = try Tool.run("calibrate", "a.logarchive", in: archive.path)
    #expect(folder.status == 2)
    #expect(
      folder.errors.contains("It is a folder; `log show --archive a.logarchive` prints a log archive as text")
    )
    let missing = try Tool.run("calibrate", "no-such.log")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("Can't read no-such.log"))
  }

  static let noText: [(bytes: [UInt8], reason: String)] = [
    ([0x1F, 0x8B, 8, 0, 10], "this is a compressed file, not text; unpack it first"),
    ([0x50, 0x4B, 3, 4, 10], "this is a compressed file, not text; unpack it first"),
    ([0xFF, 0xFE, 65, 0, 10, 0], "this is UTF-16; save it as UTF-8"),
    ([65, 10, 0, 200, 10], "this is not text; `log show --archive` converts a log archive to text"),
  ]

  @Test(arguments: noText) func whatIsNoTextIsNamed(_ bytes: [UInt8], _ reason: String) throws {
    let folder = try ScratchFolder()
    try Data(bytes).write(to: URL(filePath: folder.path("a.log")))
    let run = try Tool.run("calibrate", "a.log", in: folder.path)
    #expect(run.status == 1)
    #expect(run.errors.contains("a.log:1: \(reason)"), "\(run.errors)")
  }

  /// Payloads alone give a scenario, but no parameters of the model.
  @Test func payloadsAloneGiveAScenario() throws {
    let run = try Tool.run("calibrate", Self.metrics)
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        "measured: { extends: commuter, foregroundSessions: { perDay: 7.0, duration: 2m } }"))
    #expect(!run.errors.contains("Nothing could be fitted"))
    #expect(run.output.contains("There is no log, so neither the limiter nor launches a day can be measured"))
    #expect(!run.output.contains("The logs cover less"))
    let applied = try Tool.run("calibrate", Self.metrics, "--apply", "Examples/Photos/bgpolicy.yaml")
    #expect(applied.status == 1)
    #expect(applied.errors.contains("No parameter could be fitted, so nothing is applied"))
  }

  /// A message names the reason if the parameters can't be written.
  @Test func brokenPolicyIsNotWrittenInto() throws {
    let folder = try ScratchFolder()
    let policy = try folder.write("app: [\n", to: "bgpolicy.yaml")
    let run = try Tool.run("calibrate", "Tests/Fixtures/Calibration/device.log", "--apply", policy)
    #expect(run.status == 2)
    #expect(
      run.errors.contains("\(policy) can't be changed until its YAML is valid; `--format yaml` prints"))
    #expect(try String(contentsOfFile: policy, encoding: .utf8) == "app: [\n")
    let unnamed = try Tool.run("calibrate", "Tests/Fixtures/Calibration/device.log", "--app", "")
    #expect(unnamed.status == 2)
    #expect(unnamed.errors.contains("--app expects a bundle identifier; found \"\""))
  }

  /// Numbers that no device can have measured are reported with their location, and don't stop the
  /// calibration.
  @Test(arguments: [
    ("840 sec", "99999999999999999999 sec"), ("60,000 kB", "\(String(repeating: "9", count: 400)) GB"),
    ("\"bucketCount\" : 2", "\"bucketCount\" : 9223372036854775807"),
    ("ExitCount\" : 2", "ExitCount\" : 9223372036854775807"),
  ])
  func absurdNumbers(_ usual: String, _ absurd: String) throws {
    let folder = try ScratchFolder()
    let text = try Project.text(Self.metrics)
    try #require(text.contains(usual))
    try folder.write(text.replacing(usual, with: absurd), to: "metrics.json")
    for format in ["text", "json", "yaml"] {
      // The log is given twice, because sums overflow where single numbers don't.
      let run = try Tool.run(
        "calibrate", "metrics.json", "./metrics.json", "--format", format, in: folder.path)
      #expect(run.status == 0, "\(run.errors)")
      if absurd.hasPrefix("9") { #expect(run.errors.contains("metrics.json:1: cumulative"), "\(run.errors)") }
    }
  }

  @Test func presetsStartTheModel() throws {
    let policy = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab.s } }
      transfers: { work: { session: s, count: 6, duration: 5s, submit: oneAtATime } }

      """
    func end(_ words: String..., model: String = "") throws -> String {
      let run = try Tool.run(
        words: ["estimate", "-", "--scenario", "lab", "--format", "json"] + words, input: policy + model)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    // Doze: 1, 2, 4, 6 and 6 hours of waiting, and 30 s of work.
    #expect(try end("--model-preset", "android-reference").contains("\"p50\": 68430"))
    #expect(
      try end("--model-preset", "android-reference", model: "model: { limiter.cap: 1h }\n").contains(
        "\"p50\": 18030"))
    #expect(
      try end("--model-preset", "android-reference", "--model", "limiter.base=6h").contains("\"p50\": 108030")
    )
    #expect(try end("--model-preset", "ios-documented") == end())
    let wrong = try Tool.run("estimate", "-", "--model-preset", "ios-documentd", input: policy)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("did you mean ios-documented?"))
  }
}
