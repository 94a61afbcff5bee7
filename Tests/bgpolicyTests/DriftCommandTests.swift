import Foundation
import JSON
import TestSupport
import Testing

/// `bgpolicy drift`, and the app in `lint` and `gate`: findings have locations in the code. AppSourcesTests
/// check the rules.
@Suite struct DriftCommandTests {
  private static let app = "Tests/Fixtures/Drift"
  private static let policy = "\(app)/bgpolicy.yaml"
  private static let facts = ["--app", app, "--facts", "\(app)/facts.json"]

  private func run(_ words: String...) throws -> Shell.Result {
    try Tool.run(words: words + Self.facts)
  }

  @Test func findingsAreAsRecorded() throws {
    let run = try run("drift", Self.policy)
    #expect(run.status == 1)
    Snapshot.check(run.output, against: "\(Self.app)/drift.txt")
    Snapshot.check(run.errors, against: "\(Self.app)/summary.txt")
  }

  /// The code that bgpolicy generates does what the policy declares, so that only the app's own code has findings.
  @Test(.enabled(if: Tool.readerPath != nil), arguments: ["Diary", "Headlines"])
  func generatedCodeHasNoFindings(_ app: String) throws {
    let folder = try ScratchFolder()
    let path = try folder.copy("Examples/Apps/\(app)", to: app)
    let run = try Tool.run("drift", "--app", ".", in: path)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Nothing found in 1 policy"), "\(run.output)\(run.errors)")
  }

  /// A generated file that a person has changed counts as the app's own code.
  @Test(.enabled(if: Tool.readerPath != nil)) func changedGeneratedCodeHasFindings() throws {
    let folder = try ScratchFolder()
    let path = try folder.copy("Examples/Apps/Diary", to: "Diary")
    let file = "Diary/Generated/App/DiaryBackground.swift"
    let text = try String(contentsOfFile: folder.path(file), encoding: .utf8)
    let request = "BGAppRefreshTaskRequest(identifier: \"com.example.diary.other\")"
    try folder.write(
      text + "\nfunc request() { try? BGTaskScheduler.shared.submit(\(request)) }\n", to: file)
    let run = try Tool.run("drift", "--app", ".", in: path)
    #expect(run.status == 1 && run.output.contains("com.example.diary.other"), "\(run.output)")
  }

  @Test(arguments: ["json", "gcc", "sarif", "github", "markdown"])
  func everyFormatHasPlacesInTheCode(_ format: String) throws {
    let run = try run("drift", Self.policy, "--format", format)
    #expect(run.output.contains("App/Feeds.swift"), "\(run.output)")
    #expect(run.output.contains("bg-completion-missing"))
  }

  @Test func lintAddsTheFindingsOfTheApp() throws {
    let alone = try Tool.run("lint", Self.policy, "--format", "gcc")
    #expect(!alone.output.contains("App/"))
    let withApp = try run("lint", Self.policy, "--format", "gcc")
    #expect(withApp.status == 1)
    #expect(withApp.output.contains("\(Self.app)/App/AppDelegate.swift:11:43"), "\(withApp.output)")
  }

  /// The folder and the policy may be given as absolute or relative paths.
  @Test(arguments: [true, false]) func absoluteAndRelativePathsAgree(_ isPolicyAbsolute: Bool) throws {
    let root = Project.path(Self.app)
    let facts = ["--facts", "\(Self.app)/facts.json", "--format", "gcc"]
    let words =
      isPolicyAbsolute ? ["\(root)/bgpolicy.yaml", "--app", Self.app] : [Self.policy, "--app", root]
    func rules(_ run: Shell.Result) -> [Substring] {
      run.output.split(separator: "\n").filter { $0.hasSuffix("]") }.compactMap {
        $0.split(separator: "[").last
      }
      .sorted()
    }
    let expected = try run("drift", Self.policy, "--format", "gcc")
    #expect(rules(try Tool.run(words: ["drift"] + words + facts)) == rules(expected))
  }

  @Test func gateReadsTheAppOfAPolicyWithSources() throws {
    let run = try run("gate", Self.policy, "--skip", "generated", "--skip", "budgets", "--format", "gcc")
    #expect(run.status == 1)
    #expect(run.output.contains("code-session-differs"), "\(run.output)")
  }

  @Test func driftNeedsAReader() throws {
    let run = try Tool.run(
      words: ["drift", Self.policy], environment: ["BGPOLICY_APPREADER": "/nowhere"])
    #expect(run.status == 2)
    #expect(run.errors.contains("BGPOLICY_APPREADER names /nowhere, which is not a program"))
  }

  // MARK: - Reports

  @Test func jsonHasTheAppBesideItsFindings() throws {
    let run = try run("drift", Self.policy, "--format", "json")
    let report = try JSONReader.read(Array(run.output.utf8))
    guard case .array(let apps)? = report["apps"], let app = apps.first else {
      Issue.record("There are no apps: \(run.output.prefix(200))")
      return
    }
    #expect(apps.count == 1 && app["policy"] == .string(Self.policy) && app["folder"] == .string(Self.app))
    #expect(app["facts"] == (try JSONReader.read(Array(Project.text("\(Self.app)/facts.json").utf8))))
    #expect(app["notRead"] == .array([]) && app["undecided"] == .array([]))
  }

  @Test func rulesThatWereNotDecidedAreListedWithTheReason() throws {
    let folder = try ScratchFolder()
    let facts = try Project.text("\(Self.app)/facts.json").replacing(
      "\"unread\": []",
      with:
        "\"unread\": [{\"location\": {\"file\": \"App/Old.m\"}, \"reason\": \"It is not Swift\"}]")
    let path = try folder.write(facts, to: "facts.json")
    let words = ["drift", Self.policy, "--app", Self.app, "--facts", path]
    let run = try Tool.run(words: words)
    #expect(!run.output.contains("[code-task-not-registered]"), "\(run.output)")
    #expect(run.errors.contains("Not read: App/Old.m: It is not Swift"))
    #expect(
      run.errors.contains("Not decided: code-task-not-registered, ")
        && run.errors.contains(", because App/Old.m of its code was not read"),
      "\(run.errors)")
    let json = try Tool.run(words: words + ["--format", "json"])
    #expect(json.output.contains("\"rule\": \"code-task-not-registered\""), "\(json.output)")
  }

  // MARK: - Generated files

  private static let generating = """
    schema: 1
    app: { name: Feeds, bundleIdentifier: com.example.feeds, deploymentTarget: { iOS: "16.0" } }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.feeds.refresh, earliestBegin: 1h, reschedule: true }

    """

  private func drift(in folder: ScratchFolder) throws -> String {
    let facts = #"{"version": 1, "targets": [], "code": [], "files": [], "unread": []}"#
    try folder.write(facts, to: "facts.json")
    return try Tool.run("drift", "bgpolicy.yaml", "--facts", "facts.json", "--format", "gcc", in: folder.path)
      .output
  }

  @Test func policyThatGeneratesNothingHasNoMissingFiles() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.generating, to: "bgpolicy.yaml")
    #expect(try drift(in: folder) == "")
  }

  @Test func generatedFilesAreComparedIfTheyAreThere() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.generating, to: "bgpolicy.yaml")
    #expect(try Tool.run("compile", in: folder.path).status == 0)
    #expect(try drift(in: folder) == "")
    try folder.write(Self.generating.replacing("1h", with: "2h"), to: "bgpolicy.yaml")
    let stale = try drift(in: folder)
    #expect(stale.contains("bgpolicy.yaml:2:") && stale.contains("[generated-out-of-date]"), "\(stale)")
    let other = Self.generating.replacing("tasks:", with: "sessions:")
      .replacing(
        "refresh: { type: appRefresh, identifier: com.example.feeds.refresh, earliestBegin: 1h, reschedule: true }",
        with: "feeds: { identifier: com.example.feeds.feeds, timeoutIntervalForResource: 2d }")
    try folder.write(other, to: "bgpolicy.yaml")
    #expect(try drift(in: folder).contains("[generated-left-over]"))
  }

  @Test func policyThatSaysWhereItGeneratesMissesItsFiles() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.generating + "generate: { output: Generated }\n", to: "bgpolicy.yaml")
    #expect(try drift(in: folder).contains("[generated-out-of-date]"))
  }

  // MARK: - Baselines

  @Test func baselineHoldsFindingsInCode() throws {
    let folder = try ScratchFolder()
    let baseline = folder.path("baseline.json")
    #expect(try run("baseline", "write", Self.policy, "--baseline", baseline).status == 0)
    let known = try run("drift", Self.policy, "--baseline", baseline, "--format", "gcc")
    #expect(known.status == 0 && known.output == "", "\(known.output)")
    #expect(try run("baseline", "check", Self.policy, "--baseline", baseline).status == 0)
  }
}
