import Foundation
import TestSupport
import Testing

/// `bgpolicy gate --base`: each change of a repository's history, with its verdict, status and report.
@Suite struct GateBaseTests {
  struct Document: Decodable {
    struct Policy: Decodable {
      let policy: String
      let change: Change?
    }
    struct Change: Decodable {
      struct Work: Decodable { let change: String }
      struct Findings: Decodable {
        let added: [Finding]
        let gone: [Finding]
      }
      struct Cost: Decodable { let figures: [AdviseCommandTests.Document.Figure] }
      let state: String
      let reason: String?
      let stranded: [Work]?
      let findings: Findings?
      let costs: [Cost]?
    }
    struct Finding: Decodable {
      let rule: String
      let line: Int
      let path: String
    }
    struct Summary: Decodable {
      let stranded: Int
      let unaffected: Int
    }
    let base: String?
    let policies: [Policy]
    let findings: [Finding]
    let summary: Summary
    let verdict: String
  }

  /// A repository whose branch `main` has a policy. The checkout has the policy's next version.
  private final class Repository {
    private let repository: ScratchRepository
    var folder: ScratchFolder { repository.folder }

    init(_ next: String) throws {
      repository = try ScratchRepository()
      try folder.write(GateBaseTests.policy, to: "app.bgpolicy.yaml")
      try commit("first")
      try repository.git("checkout", "-q", "-b", "change")
      try folder.write(next, to: "app.bgpolicy.yaml")
    }

    func commit(_ message: String) throws { try repository.commit(message) }
    func git(_ words: String...) throws { try repository.git(words) }

    func gate(_ words: String...) throws -> (run: Shell.Result, document: Document) {
      let run = try Tool.run(
        words: ["gate", "--base", "git:main", "--skip", "generated", "--format", "json"] + words,
        in: folder.path)
      return (run, try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)))
    }
  }

  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" } }
    sessions:
      library: { identifier: com.example.a.library, timeoutIntervalForResource: 2d, isDiscretionary: false }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.a.refresh, earliestBegin: 1h, reschedule: true }
    transfers: { photos: { session: library, direction: download, count: 10, size: 1MB } }
    budgets: { photos: { completion: { p95: 3d } } }

    """

  /// An edit, and the result of the gate.
  struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let replacement: String
    var state = "updated"
    var stranded: [String] = []
    var added: [String] = []
    var status: Int32 = 0
    /// The status with `--fail-on warning`.
    var strictStatus: Int32 = 0
    var testDescription: String { name }
  }

  static let edits = [
    Edit(name: "nothing", text: "schema: 1", replacement: "schema: 1", state: "unchanged"),
    Edit(name: "a comment", text: "schema: 1", replacement: "# Photos\nschema: 1"),
    Edit(
      name: "a renamed task", text: "a.refresh", replacement: "a.update", stranded: ["taskRemoved"],
      strictStatus: 1),
    Edit(
      name: "a renamed session", text: "a.library", replacement: "a.photos", stranded: ["sessionRemoved"],
      strictStatus: 1),
    Edit(
      name: "a renamed task that is retired",
      text: "tasks:\n  refresh: { type: appRefresh, identifier: com.example.a.refresh",
      replacement:
        "retired: [{ identifier: com.example.a.refresh, kind: task }]\ntasks:\n  refresh: { type: appRefresh, identifier: com.example.a.update"
    ),
    Edit(
      name: "another configuration", text: "timeoutIntervalForResource: 2d",
      replacement: "timeoutIntervalForResource: 3d", stranded: ["sessionReconfigured"]),
    Edit(
      name: "an error", text: "direction: download", replacement: "direction: upload, source: data",
      added: ["session-upload-not-from-file"], status: 1, strictStatus: 1),
    Edit(
      name: "a broken budget", text: "p95: 3d", replacement: "p95: 1s", status: 1, strictStatus: 1),
  ]

  @Test(arguments: edits) func eachChangeHasItsVerdict(_ edit: Edit) throws {
    #expect(Self.policy.contains(edit.text))
    let repository = try Repository(Self.policy.replacing(edit.text, with: edit.replacement))
    let (run, document) = try repository.gate("--runs", "20")
    #expect(run.status == edit.status, "\(run.output) \(run.errors)")
    #expect(document.verdict == (edit.status == 0 ? "pass" : "fail"))
    #expect(document.base == "git:main")
    let change = try #require(document.policies.first?.change)
    #expect(change.state == edit.state)
    #expect((change.stranded ?? []).map(\.change) == edit.stranded)
    let added = (change.findings?.added ?? []).map(\.rule)
    #expect(edit.added.allSatisfy(added.contains), "\(added)")
    #expect(document.summary.stranded == edit.stranded.count)
    let stranded = document.findings.filter { $0.rule == "work-stranded" }
    #expect(stranded.count == edit.stranded.count)
    #expect(stranded.allSatisfy { $0.line == ($0.path == "tasks.refresh" ? 6 : 4) }, "\(stranded)")
    let strict = try repository.gate("--runs", "20", "--fail-on", "warning")
    #expect(strict.run.status == edit.strictStatus, "\(strict.run.output)")
  }

  @Test func budgetsAreJudgedAsWithoutABase() throws {
    let repository = try Repository(Self.policy.replacing("count: 10", with: "count: 40"))
    let words = ["gate", "--skip", "generated", "--runs", "20", "--format", "json"]
    let plain = try Tool.run(words: words, in: repository.folder.path).output
    let compared = try Tool.run(words: words + ["--base", "git:main"], in: repository.folder.path).output
    func limits(_ text: String) -> Substring? {
      text.range(of: "\"limits\"").map { text[$0.lowerBound...].prefix { $0 != "}" } }
    }
    #expect(limits(plain) != nil && limits(plain) == limits(compared))
  }

  @Test func costIsThatOfBothVersions() throws {
    let repository = try Repository(Self.policy.replacing("count: 10", with: "count: 40"))
    let change = try #require(try repository.gate("--runs", "20").document.policies.first?.change)
    let completion = try #require(change.costs?.first?.figures.first { $0.figure == "completionP50" })
    #expect(try #require(completion.after) > #require(completion.before))
    let scenarios = try repository.gate("--runs", "5", "--scenario", "all")
    #expect(try #require(scenarios.document.policies.first?.change?.costs).count > 3)
    let skipped = try repository.gate("--skip", "budgets").document.policies.first?.change
    #expect(skipped?.costs?.isEmpty == true)
  }

  @Test func newAndBrokenPoliciesAreTold() throws {
    let repository = try Repository(Self.policy)
    try repository.folder.write(Self.policy.replacing("a.library", with: "b.library"), to: "b.bgpolicy.yaml")
    let states = try repository.gate("--runs", "5").document.policies.map(\.change?.state)
    #expect(states == ["unchanged", "new"])

    try repository.folder.write("schema: [", to: "b.bgpolicy.yaml")
    try repository.commit("broken")
    try repository.git("tag", "broken")
    try repository.folder.write(Self.policy.replacing("a.library", with: "b.library"), to: "b.bgpolicy.yaml")
    let run = try Tool.run(
      "gate", "--base", "git:broken", "--skip", "generated", "--skip", "budgets", in: repository.folder.path)
    #expect(run.output.contains("Not compared: the policy at git:broken is not valid"), "\(run.output)")
    #expect(run.status == 0)
  }

  @Test func aFileIsABaseToo() throws {
    let repository = try Repository(Self.policy.replacing("a.refresh", with: "a.update"))
    try repository.folder.write(Self.policy, to: "old.yaml")
    let words = [
      "gate", "app.bgpolicy.yaml", "--base", "old.yaml", "--skip", "generated", "--skip", "budgets",
    ]
    let run = try Tool.run(words: words, in: repository.folder.path)
    #expect(run.output.contains("warning[work-stranded]"), "\(run.output)")
    #expect(run.output.contains("change since old.yaml"))
    let several = try Tool.run(words: words + ["old.yaml"], in: repository.folder.path)
    #expect(several.status == 2)
    #expect(several.errors.contains("--base old.yaml is one policy, and there are 2"), "\(several.errors)")
  }

  @Test(arguments: [
    ("git:nowhere", "Git has no revision nowhere here; fetch it first, or check its name"),
    ("git:", "--base expects git:REF"), ("git:--output=x", "--base expects git:REF"),
    ("git:main:app.bgpolicy.yaml", "--base expects git:REF"),
  ])
  func wrongBaseIsAUsageError(_ base: String, _ message: String) throws {
    let repository = try Repository(Self.policy)
    let run = try Tool.run("gate", "--base", base, in: repository.folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("fatal"))
  }

  @Test(arguments: ["text", "markdown", "html", "gcc", "sarif", "github"])
  func everyFormatHasStrandedWork(_ format: String) throws {
    let repository = try Repository(Self.policy.replacing("a.refresh", with: "a.update"))
    let run = try Tool.run(
      "gate", "--base", "git:main", "--skip", "generated", "--runs", "20", "--format", format,
      in: repository.folder.path)
    #expect(run.output.contains("com.example.a.refresh is now com.example.a.update"), "\(run.output)")
    let hasChanges = ["text", "markdown", "html"].contains(format)
    #expect(run.output.contains("hanges since git:main") == hasChanges, "\(run.output)")
  }

  // MARK: - Several policies

  /// A change of a file, and the policies that it affects.
  static let changes: [(file: String, affected: [String])] = [
    ("README.md", []), ("app.bgpolicy.yaml", ["app.bgpolicy.yaml"]),
    ("base.yaml", ["other/b.bgpolicy.yaml"]), ("other/App/Code.swift", ["other/b.bgpolicy.yaml"]),
    ("other/Info.plist", ["other/b.bgpolicy.yaml"]),
    ("Generated/Left.swift", ["app.bgpolicy.yaml"]),
    ("bgpolicy.config.yaml", ["app.bgpolicy.yaml", "other/b.bgpolicy.yaml"]),
  ]

  @Test(arguments: changes) func onlyAffectedPoliciesAreChecked(_ file: String, _ affected: [String]) throws {
    let repository = try Repository(Self.policy)
    try repository.folder.write("schema: 1\n", to: "base.yaml")
    try repository.folder.write(
      """
      schema: 1
      extends: ../base.yaml
      app: { name: B, bundleIdentifier: com.example.b, sources: [App], infoPlist: Info.plist }
      sessions: { api: { type: default } }

      """, to: "other/b.bgpolicy.yaml")
    try repository.folder.write("<plist version=\"1.0\"><dict/></plist>", to: "other/Info.plist")
    try repository.folder.write("let a = 1\n", to: "other/App/Code.swift")
    try repository.commit("second")
    try repository.git("tag", "before")
    let text = file.hasSuffix(".plist") ? "<plist version=\"1.0\"><dict></dict></plist>" : "# changed\n"
    let old = (try? String(contentsOfFile: repository.folder.path(file), encoding: .utf8)) ?? ""
    try repository.folder.write(file.hasSuffix(".yaml") ? old + text : text, to: file)
    let run = try Tool.run(
      words: ["gate", "--changed", "git:before", "--skip", "budgets", "--format", "json"],
      in: repository.folder.path)
    let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    #expect(document.policies.map(\.policy) == affected, "\(run.output) \(run.errors)")
    #expect(document.summary.unaffected == 2 - affected.count)
  }

  @Test func onlyBrokenPoliciesAreShown() throws {
    let repository = try Repository(Self.policy)
    try repository.folder.write(
      Self.policy.replacing("direction: download", with: "direction: upload, source: data")
        .replacing("com.example.a", with: "com.example.b"),
      to: "b.bgpolicy.yaml")
    let words = ["gate", "--skip", "generated", "--skip", "budgets", "--only-broken"]
    let run = try Tool.run(words: words, in: repository.folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("b.bgpolicy.yaml") && !run.output.contains("app.bgpolicy.yaml"))
    #expect(run.output.contains("\nFailed: 1 of 2 policies: "), "\(run.output)")
    let alone = try Tool.run(words: words + ["app.bgpolicy.yaml"], in: repository.folder.path)
    #expect(alone.status == 0)
    #expect(alone.output.hasSuffix("Passed.\n"), "\(alone.output)")
  }
}
