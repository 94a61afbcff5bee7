import Foundation
import TestSupport
import Testing

@testable import bgpolicy

/// bgpolicy never passes code that it has not read: neither if the reader fails, nor if the reader leaves code out.
@Suite struct UnreadAppTests {
  private static let withSources = """
    schema: 1
    app: { name: Notes, bundleIdentifier: com.example.notes, deploymentTarget: { iOS: "16.0" }, sources: [App] }

    """

  private func run(
    _ words: [String], reader: String, policy: String = withSources
  ) throws -> (run: TestSupport.Shell.Result, folder: ScratchFolder) {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    try folder.write("", to: "App/App.swift")
    let path = try folder.script(reader, to: "reader")
    return (
      try TestSupport.Tool.run(words: words, in: folder.path, environment: ["BGPOLICY_APPREADER": path]),
      folder
    )
  }

  // MARK: - Code that no target compiles

  /// The kind and the sources of a project's only target.
  static let targetsWithoutCode = [
    #""kind": "tests", "sources": ["App/App.swift"]"#, #""kind": "app", "sources": []"#,
  ]

  @Test(arguments: targetsWithoutCode, [["drift"], ["gate"] + short]) func anAppWithoutCodeIsAnError(
    _ target: String, words: [String]
  ) throws {
    let facts = """
      { "version": 1, "code": [], "files": ["project.yml"], "unread": [], "packages": [], "languages": [],
        "targets": [{
          "name": "App", \(target), "location": { "file": "project.yml", "line": 3, "column": 3 }, "platforms": ["iOS"],
          "defaultConfiguration": "Debug", "configurations": [], "dependencies": [], "packageProducts": [] }] }
      """
    let run = try run(words, reader: "cat <<'END'\n\(facts)\nEND").run
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains("The app was not read: no target other than tests compiles code"),
      "\(run.output)\(run.errors)")
  }

  // MARK: - The reader

  /// Failing readers, as shell scripts.
  static let failures = [
    "exit 1", "kill -9 $$", "kill -SEGV $$", "true", "echo nothing", "echo '{'", "yes | head -c 68000000",
  ]
  private static let short = ["--skip", "generated", "--skip", "budgets"]

  @Test(arguments: failures, [["drift"], ["gate"] + short, ["gate", "--fail-on", "error"] + short])
  func failureOfTheReaderIsAnError(_ reader: String, words: [String]) throws {
    let run = try run(words, reader: reader).run
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("error[app-not-read]\n  The app was not read:"), "\(run.output)")
  }

  /// The policy has neither an `app` nor sources, so only the call names the app.
  @Test(arguments: [["drift"], ["gate"] + short, ["lint"]])
  func itIsOneForAPolicyWithoutAnApp(_ words: [String]) throws {
    let run = try run(words + ["--app", "App"], reader: "exit 1", policy: "schema: 1\n").run
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("error[app-not-read]"), "\(run.output)")
  }

  @Test(arguments: ["write", "check", "prune"]) func baselineIsNotMadeOfHalf(_ action: String) throws {
    let (run, folder) = try run(["baseline", action], reader: "exit 1")
    #expect(run.status == 2)
    #expect(run.errors.contains("The app of bgpolicy.yaml was not read"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("bgpolicy-baseline.json")))
  }

  @Test func nothingTurnsTheFindingOff() throws {
    let policy =
      "# bgpolicy:ignore-file app-not-read -- quiet\n" + Self.withSources
      + "rules: { app-not-read: off }\n"
    let words = ["gate", "--ignore", "appFiles", "--select", "BGP0"] + Self.short
    let run = try run(words, reader: "exit 1", policy: policy).run
    #expect(run.status == 1 && run.output.contains("error[app-not-read]"), "\(run.output)\(run.errors)")
  }

  @Test(arguments: ["text", "json", "markdown", "html"]) func verdictNamesTheApp(_ format: String) throws {
    let run = try run(["gate", "--format", format] + Self.short, reader: "exit 1").run
    #expect(
      run.output.contains(format == "json" ? "\"verdict\": \"not read\"" : "1 app not read"), "\(run.output)")
  }

  @Test func missingReaderIsAnErrorOfTheGate() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.withSources, to: "bgpolicy.yaml")
    try folder.write("", to: "App/App.swift")
    let run = try TestSupport.Tool.run(
      words: ["gate"] + Self.short, in: folder.path,
      environment: ["BGPOLICY_APPREADER": folder.path("nothing")])
    #expect(run.status == 1 && run.output.contains("The app was not read"), "\(run.output)")
  }

  @Test func messagesOfTheReaderAreEscaped() throws {
    let run = try run(["drift"], reader: #"printf 'fatal:\033[2J\n\302\233x\n' >&2; exit 1"#).run
    #expect(run.errors.contains(#"fatal:\u{1B}[2J"#), "\(run.errors)")
    #expect(!run.errors.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }

  /// A stopped process never ends, so the tool has to kill it.
  @Test(arguments: ["kill -STOP $$", "exec >&- 2>&-; kill -STOP $$"])
  func programThatDoesNotEndIsEnded(_ script: String) throws {
    let result = try System.run("/bin/sh", ["-c", script], limit: 1, seconds: 0, relay: { _ in })
    #expect(result.end == .outOfTime)
  }

  @Test(arguments: [
    ("exit 3", System.ProgramResult.End.status(3)), ("kill -9 $$", .signal(9)), ("yes", .tooMuchOutput),
  ])
  func endOfAProgramIsKnown(_ script: String, end: System.ProgramResult.End) throws {
    let result = try System.run(
      "/bin/sh", ["-c", "exec 2>/dev/null; \(script)"], limit: 1 << 20, seconds: 600)
    #expect(result.end == end)
  }

  // MARK: - Code that was left out

  /// Facts of an app with a source that the reader has left out or, if `refused`, has refused to read.
  private static func facts(refused: Bool) -> String {
    """
    {"version": 1, "targets": [], "files": ["App/App.swift"], "code": [], "unread": [
      {"location": {"file": "App/Deep.swift"}, "reason": "It is nested too deeply"\(refused ? ", \"refused\": true" : "")}]}
    """
  }

  private func check(refused: Bool, _ words: String...) throws -> TestSupport.Shell.Result {
    try run(["gate"] + Self.short + words, reader: "cat <<'END'\n\(Self.facts(refused: refused))\nEND").run
  }

  @Test func refusedCodeIsAnError() throws {
    let run = try check(refused: true)
    #expect(run.status == 1)
    #expect(
      run.output.contains("error[app-not-read]\n  App/Deep.swift was not read: It is nested too deeply\n"),
      "\(run.output)")
    // The undecided rules are named.
    #expect(run.output.contains("code-task-not-registered"), "\(run.output)")
    #expect(run.output.contains("\n✗ app        1 file of code not read, "), "\(run.output)")
    #expect(run.output.hasSuffix("\nFailed: 1 file of code not read\n"), "\(run.output)")
  }

  @Test func missingCodeIsANoteAndInTheVerdict() throws {
    let run = try check(refused: false)
    #expect(run.status == 0)
    #expect(run.output.contains("\n≈ app        1 file of code not read, "), "\(run.output)")
    let verdict = "\nPassed, 1 file of code not read. --strict would fail: 1 file of code not read, "
    #expect(run.output.contains(verdict) && run.output.hasSuffix(" rules not decided.\n"), "\(run.output)")
    let strict = try check(refused: false, "--strict")
    #expect(strict.status == 1 && strict.output.contains("error[app-not-read]"), "\(strict.output)")
  }

  @Test(arguments: [
    "text", "json", "gcc", "sarif", "github", "gitlab", "junit", "rdjson", "markdown", "html",
  ])
  func everyFormatNamesIt(_ format: String) throws {
    let run = try check(refused: false, "--format", format)
    #expect(run.status == 0)
    #expect(run.output.contains("App/Deep.swift"), "\(run.output)")
    // A page contains optional line breaks in names.
    #expect(run.output.replacing(#/<wbr ?/?>/#, with: "").contains("app-not-read"), "\(run.output)")
  }
}
