import Foundation
import TestSupport
import Testing

/// `bgpolicy baseline` and `lint --baseline`, as a team that begins to use the linter calls them.
@Suite struct BaselineCommandTests {
  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example }
    backgroundModes: [telepathy, clairvoyance]
    sessions:
      one: { identifier: com.example.one }
      two: { identifier: com.example.two } # bgpolicy:ignore session-resource-timeout-implicit -- meant
    """

  private func scratch() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    return folder
  }

  private func suppressions(_ folder: ScratchFolder) throws -> [String] {
    let result = try Tool.run(
      "lint", "--format", "json", "--baseline", "bgpolicy-baseline.json", in: folder.path)
    let document = try JSONDecoder().decode(LintCommandTests.Document.self, from: Data(result.output.utf8))
    return document.findings.map { "\($0.rule): \($0.suppressed ?? "counts")" }
  }

  @Test func findingsOfTodayDoNotCount() throws {
    let folder = try scratch()
    #expect(try Tool.run("lint", "--fail-on", "warning", in: folder.path).status == 1)
    #expect(
      try Tool.run("baseline", "write", in: folder.path).errors
        == "Wrote bgpolicy-baseline.json with 4 findings\n")
    #expect(
      try Tool.run("lint", "--baseline", "bgpolicy-baseline.json", "--fail-on", "info", in: folder.path)
        .status == 0)
    #expect(
      try suppressions(folder) == [
        "bg-mode-unknown: in the baseline", "bg-mode-unknown: in the baseline",
        "session-resource-timeout-implicit: in the baseline", "session-resource-timeout-implicit: meant",
        "session-too-many-background: in the baseline",
      ])
    #expect(
      try Tool.run("baseline", "write", in: folder.path).errors
        == "Unchanged: bgpolicy-baseline.json with 4 findings\n")
  }

  /// If a baseline contains all findings, `compile` writes the files; a new finding still prevents writing.
  @Test func compileIgnoresFindingsOfTheBaseline() throws {
    let folder = try scratch()
    _ = try Tool.run("baseline", "write", in: folder.path)
    let words = ["compile", "--no-estimate", "--fail-on", "info"]
    let refused = try Tool.run(words: words, in: folder.path)
    #expect(refused.status == 1 && refused.errors.contains("Nothing was written"), "\(refused.errors)")
    let run = try Tool.run(words: words + ["--baseline", "bgpolicy-baseline.json"], in: folder.path)
    #expect(run.status == 0 && run.output.contains("Wrote "), "\(run.output)\(run.errors)")
    #expect(run.output.contains("5 suppressed"), "\(run.output)")
    let check = ["compile", "--check", "--baseline", "bgpolicy-baseline.json"]
    #expect(try Tool.run(words: check, in: folder.path).status == 0)
    let overwriting = try Tool.run(
      words: check + ["--format", "json=bgpolicy-baseline.json"], in: folder.path)
    #expect(
      overwriting.status == 2 && overwriting.errors.contains("would overwrite"), "\(overwriting.errors)")
    // A new finding still prevents writing.
    try folder.write(Self.policy.replacing("telepathy", with: "levitation"), to: "bgpolicy.yaml")
    let changed = try Tool.run(words: words + ["--baseline", "bgpolicy-baseline.json"], in: folder.path)
    #expect(changed.status == 1 && changed.errors.contains("Nothing was written"), "\(changed.errors)")
  }

  /// Swift code of two sessions with the same name does not compile, whatever a baseline contains.
  @Test func compileReportsObstaclesDespiteTheBaseline() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.a }
      sessions:
        a-b: { identifier: com.example.a.one, timeoutIntervalForResource: 1d }
        aB: { identifier: com.example.a.two, timeoutIntervalForResource: 1d }
      """, to: "bgpolicy.yaml")
    _ = try Tool.run("baseline", "write", in: folder.path)
    let run = try Tool.run("compile", "--baseline", "bgpolicy-baseline.json", in: folder.path)
    #expect(run.status == 1 && run.errors.contains("Nothing was written"), "\(run.errors)")
    #expect(run.output.contains("error[swift-name-collision]"), "\(run.output)")
    #expect(run.output.contains("1 suppressed"), "\(run.output)")
  }

  @Test func baselinesMayBeWrittenAnewByOtherPrograms() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      backgroundModes: [té😀]
      """, to: "bgpolicy.yaml")
    _ = try Tool.run("baseline", "write", in: folder.path)
    let written = try String(contentsOfFile: folder.path("bgpolicy-baseline.json"), encoding: .utf8)
    #expect(written.contains("😀"))
    let escaped = written.replacingOccurrences(of: "😀", with: #"\ud83d\ude00"#)
      .replacingOccurrences(of: "é", with: #"\u00e9"#)
    try folder.write(escaped, to: "bgpolicy-baseline.json")
    #expect(try Tool.run("lint", "--baseline", "bgpolicy-baseline.json", in: folder.path).status == 0)
  }

  /// Edits elsewhere change lines and list indices. A further finding of the same rule still counts.
  @Test func entriesSurviveEditsElsewhere() throws {
    let folder = try scratch()
    _ = try Tool.run("baseline", "write", in: folder.path)
    let edited =
      "# one line more\n"
      + Self.policy.replacingOccurrences(of: "[telepathy", with: "[audio, telekinesis, telepathy")
    try folder.write(edited, to: "bgpolicy.yaml")
    let counting = try suppressions(folder).filter { $0.hasSuffix("counts") }
    #expect(counting == ["bg-mode-unknown: counts"])
    #expect(try Tool.run("baseline", "check", in: folder.path).status == 0)
  }

  @Test func staleEntriesFailTheCheckUntilTheyArePruned() throws {
    let folder = try scratch()
    _ = try Tool.run("baseline", "write", in: folder.path)
    try folder.write(Self.policy.replacingOccurrences(of: "telepathy, ", with: ""), to: "bgpolicy.yaml")
    let check = try Tool.run("baseline", "check", in: folder.path)
    #expect(check.status == 1)
    #expect(check.output == "bgpolicy.yaml: bg-mode-unknown at backgroundModes (telepathy) is gone\n")
    #expect(
      try Tool.run("baseline", "prune", in: folder.path).errors
        == "Removed 1 finding from bgpolicy-baseline.json, 3 left\n")
    #expect(try Tool.run("baseline", "check", in: folder.path).status == 0)
    // `prune` only removes entries.
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    _ = try Tool.run("baseline", "prune", in: folder.path)
    #expect(try suppressions(folder).filter { $0.hasSuffix("counts") } == ["bg-mode-unknown: counts"])
  }

  @Test func otherPoliciesEntriesAreLeftAlone() throws {
    let folder = try scratch()
    try folder.write(Self.policy, to: "other/bgpolicy.yaml")
    _ = try Tool.run("baseline", "write", in: folder.path)
    try folder.write("schema: 1\n", to: "bgpolicy.yaml")
    #expect(try Tool.run("baseline", "check", "other/bgpolicy.yaml", in: folder.path).status == 0)
    #expect(try Tool.run("baseline", "check", in: folder.path).status == 1)
  }

  @Test func whatCannotBeReadIsInNoBaseline() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 1\nsesions: {}\n", to: "bgpolicy.yaml")
    #expect(
      try Tool.run("baseline", "write", in: folder.path).errors
        == "Wrote bgpolicy-baseline.json with 0 findings\n")
    #expect(try Tool.run("lint", "--baseline", "bgpolicy-baseline.json", in: folder.path).status == 1)
  }

  @Test(arguments: [
    ("{", "bgpolicy: b.json:1:2 is not a baseline: Expected a name in double quotes"),
    ("{}", "bgpolicy: b.json is not a baseline: Its version is not 1"),
    ("{\"version\": 1}", "bgpolicy: b.json is not a baseline: It has no list of findings"),
    (
      "{\"version\": 1, \"findings\": [{\"file\": \"a\"}]}",
      "bgpolicy: b.json is not a baseline: Its finding 1 lacks a file, a rule, a path or a count"
    ),
  ])
  func otherFileIsNoBaseline(_ text: String, _ message: String) throws {
    let folder = try scratch()
    try folder.write(text, to: "b.json")
    let lint = try Tool.run("lint", "--baseline", "b.json", in: folder.path)
    #expect(lint.status == 2)
    #expect(lint.errors.hasPrefix(message))
    let write = try Tool.run("baseline", "write", "--baseline", "b.json", in: folder.path)
    #expect(write.status == 2)
    #expect(write.errors == "\(message). It is unchanged; move it away or choose another --baseline\n")
  }

  @Test func suppressionsEndOnTheDayThatTheSurroundingsSay() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        one: { identifier: com.example.one } # bgpolicy:ignore session-resource-timeout-implicit until=2027-01-01 -- meant
      """, to: "bgpolicy.yaml")
    // The last second of the day, and the first second after the day.
    for (second, status) in [("1798847999", Int32(0)), ("1798848000", 1)] {
      let result = try Tool.run(
        "lint", "--fail-on", "info", in: folder.path,
        environment: ["SOURCE_DATE_EPOCH": second, "TZ": "Pacific/Kiritimati"])
      #expect(result.status == status, "\(result.output)")
    }
  }
}
