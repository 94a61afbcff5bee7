import Foundation
import TestSupport
import Testing

/// `bgpolicy calibrate` in parts, called as a user calls it.
@Suite struct CalibratePartTests {
  private static let log = "Tests/Fixtures/Calibration/device.log"
  private static let metrics = "Tests/Fixtures/Calibration/metrics.json"

  @Test(arguments: ["text", "json", "yaml", "markdown", "html"]) func mergedPartsAreOneCall(_ format: String)
    throws
  {
    let folder = try ScratchFolder()
    let single = try Tool.run("calibrate", Self.log, Self.metrics, "--format", format)
    for (name, file) in [("a.json", Self.log), ("b.json", Self.metrics)] {
      let part = try Tool.run("calibrate", file, "--partial", folder.path(name))
      #expect(part.status == 0 && part.output.isEmpty, "\(part.errors)")
    }
    for parts in [["a.json", "b.json"], ["b.json", "a.json"]] {
      let merged = try Tool.run(
        words: ["calibrate", "--merge"] + parts + ["--format", format], in: folder.path)
      #expect(merged.output == single.output && merged.errors == single.errors)
    }
    // Merged parts are parts again, and can be merged through pipes.
    let tree = try Tool.run("calibrate", "--merge", "a.json", "b.json", "--partial", "-", in: folder.path)
    let piped = try Tool.run("calibrate", "--merge", "-", "--format", format, input: tree.output)
    #expect(piped.output == single.output)
  }

  @Test func mergedValuesAreApplied() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "schema: 1\napp: { name: Lab, bundleIdentifier: com.example.lab }\n", to: "bgpolicy.yaml")
    _ = try Tool.run("calibrate", Self.log, "--partial", folder.path("a.json"))
    let run = try Tool.run("calibrate", "--merge", "a.json", "--apply", "bgpolicy.yaml", in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: folder.path("bgpolicy.yaml"), encoding: .utf8)
    #expect(text.contains("refresh.per_day: { value: 3.502, range: 0.7038..10.23, confidence: measured"))
  }

  @Test func partsOfAnotherAppAreNamed() throws {
    let folder = try ScratchFolder()
    _ = try Tool.run("calibrate", Self.log, "--partial", folder.path("a.json"))
    _ = try Tool.run("calibrate", Self.log, "--app", "com.example.feed", "--partial", folder.path("b.json"))
    let run = try Tool.run("calibrate", "--merge", "a.json", "b.json", in: folder.path)
    #expect(run.status == 2)
    #expect(
      run.errors.contains(
        "a.json is about com.example.photos, and b.json is about com.example.feed; write each part with the same --app"
      ), "\(run.errors)")
    let other = try Tool.run("calibrate", "--merge", "a.json", "--app", "com.example.feed", in: folder.path)
    #expect(other.status == 2 && other.errors.contains("not com.example.feed"), "\(other.errors)")
  }

  static let mistakes: [(words: [String], message: String)] = [
    (["--merge", log], "Can't merge \(log): it is not JSON"),
    (["--merge", metrics], "Can't merge \(metrics): kind has to be a string"),
    (["--merge", "no-such.json"], "Can't read no-such.json"),
    ([log, "--partial", "-", "--apply", "x.yaml"], "--apply has no effect with --partial"),
    ([log, "--partial", "-", "--format", "json"], "--format has no effect with --partial"),
  ]

  @Test(arguments: mistakes) func mistakesAreNamed(_ words: [String], _ message: String) throws {
    let run = try Tool.run(words: ["calibrate"] + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func aPartDoesNotOverwriteWhatIsRead() throws {
    let folder = try ScratchFolder()
    try folder.write("hello\n", to: "a.log")
    let run = try Tool.run("calibrate", "a.log", "--partial", "./a.log", in: folder.path)
    #expect(
      run.status == 2 && run.errors.contains("--partial ./a.log would overwrite a.log"), "\(run.errors)")
  }
}
