import Foundation
import TestSupport
import Testing

/// `bgpolicy diff`: the effects of an update on devices, findings and cost, for files and for revisions of Git.
@Suite struct DiffCommandTests {
  struct Document: Decodable {
    struct Work: Decodable {
      let change: String
      let severity: String
      let path: String
      let identifier: String
      let message: String
      let longestSeconds: Double?
      let confidence: String
    }
    struct Findings: Decodable {
      let added: [Finding]
      let gone: [Finding]
    }
    struct Finding: Decodable {
      let rule: String
      let file: String
    }
    struct Cost: Decodable {
      let figures: [AdviseCommandTests.Document.Figure]
    }
    let stranded: [Work]
    let findings: Findings
    let cost: Cost?
    let verdict: String
  }

  private static let old = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" } }
    targets: { share: { type: extension, bundleIdentifier: com.example.a.share } }
    sessions:
      library: { identifier: com.example.a.library, timeoutIntervalForResource: 2d }
      api: { type: default }
    tasks:
      refresh: { type: appRefresh, identifier: com.example.a.refresh, earliestBegin: 1h, reschedule: true }
    transfers: { photos: { session: library, direction: download, count: 10, size: 1MB } }

    """

  /// An edit of the old policy, and the stranded work: the change, the identifier and the longest time.
  struct Edit: Sendable, CustomTestStringConvertible {
    let text: String
    let replacement: String
    var change: String?
    var identifier = "com.example.a.library"
    var longest: Double? = 172_800
    var testDescription: String { "\(text) → \(replacement)" }
  }

  static let edits = [
    Edit(text: "count: 10", replacement: "count: 20"),
    Edit(text: "  library: {", replacement: "  photos: {", change: nil),
    Edit(text: "a.library", replacement: "a.photos", change: "sessionRemoved"),
    Edit(
      text: "com.example.a.library,", replacement: "com.example.a.library, target: share,",
      change: "sessionMoved"),
    Edit(
      text: "timeoutIntervalForResource: 2d", replacement: "timeoutIntervalForResource: 3d",
      change: "sessionReconfigured"),
    Edit(text: "type: default", replacement: "type: ephemeral"),
    Edit(
      text: "a.refresh", replacement: "a.update", change: "taskRemoved", identifier: "com.example.a.refresh",
      longest: nil),
    Edit(
      text: "type: appRefresh", replacement: "type: processing", change: "taskTypeChanged",
      identifier: "com.example.a.refresh", longest: nil),
    // An app that still permits the identifier still has a handler for it.
    Edit(
      text: "tasks:\n  refresh: { type: appRefresh, identifier: com.example.a.refresh",
      replacement:
        "permittedIdentifiers: [com.example.a.refresh, com.example.a.b]\ntasks:\n  refresh: { type: appRefresh, identifier: com.example.a.b"
    ),
    // An app that lists the identifier under `retired` also still has a handler for the identifier.
    Edit(
      text: "tasks:\n  refresh: { type: appRefresh, identifier: com.example.a.refresh",
      replacement:
        "retired: [{ identifier: com.example.a.refresh, kind: task }]\ntasks:\n  refresh: { type: appRefresh, identifier: com.example.a.b"
    ),
    Edit(
      text: "sessions:\n  library: { identifier: com.example.a.library,",
      replacement:
        "retired: [{ identifier: com.example.a.library, kind: session }]\nsessions:\n  library: { identifier: com.example.a.b,"
    ),
    Edit(
      text: "sessions:\n  library: { identifier: com.example.a.library,",
      replacement:
        "retired: [{ identifier: com.example.a.library, kind: task }]\nsessions:\n  library: { identifier: com.example.a.b,",
      change: "sessionRemoved"),
    Edit(
      text: "bundleIdentifier: com.example.a,", replacement: "bundleIdentifier: com.example.b,",
      change: "appReplaced", identifier: "com.example.a", longest: nil),
  ]

  private func diff(_ new: String, _ words: String...) throws -> (document: Document, status: Int32) {
    let folder = try ScratchFolder()
    try folder.write(Self.old, to: "old.yaml")
    try folder.write(new, to: "new.yaml")
    let run = try Tool.run(
      words: ["diff", "old.yaml", "new.yaml", "--format", "json"] + words, in: folder.path)
    return (try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)), run.status)
  }

  @Test(arguments: edits) func workOnDevicesIsReported(_ edit: Edit) throws {
    #expect(Self.old.contains(edit.text))
    var new = Self.old.replacing(edit.text, with: edit.replacement)
    if edit.replacement == "  photos: {" { new = new.replacing("session: library", with: "session: photos") }
    let document = try diff(new, "--no-estimate").document
    #expect(document.stranded.map(\.change) == [edit.change].compactMap(\.self), "\(document.stranded)")
    for work in document.stranded {
      #expect(work.identifier == edit.identifier)
      #expect(work.longestSeconds == edit.longest)
      #expect(work.severity == (edit.change == "sessionReconfigured" ? "info" : "warning"))
    }
  }

  @Test func statusFollowsTheLimit() throws {
    let renamed = Self.old.replacing("a.refresh", with: "a.update")
    #expect(try diff(renamed, "--no-estimate").status == 0)
    #expect(try diff(renamed, "--no-estimate", "--fail-on", "warning").status == 1)
    #expect(try diff(Self.old, "--no-estimate", "--fail-on", "info").status == 0)
    let wrong = try diff(
      Self.old.replacing("direction: download", with: "direction: upload, source: data"), "--no-estimate")
    #expect(wrong.status == 1)
    #expect(wrong.document.verdict == "fail")
  }

  @Test func findingsAreAddedAndGone() throws {
    let new = Self.old.replacing("timeoutIntervalForResource: 2d", with: "isDiscretionary: true")
    let document = try diff(new, "--no-estimate").document
    #expect(document.findings.added.contains { $0.rule == "session-resource-timeout-implicit" })
    #expect(document.findings.added.allSatisfy { $0.file == "new.yaml" })
    let back = try Tool.run(words: ["diff"], in: Project.root)
    #expect(back.status == 2)
  }

  @Test func costIsComparedUnderTheSameRandomNumbers() throws {
    let unchanged = try #require(try diff(Self.old, "--runs", "20").document.cost)
    #expect(!unchanged.figures.isEmpty)
    #expect(unchanged.figures.allSatisfy { $0.before == $0.after })
    let doubled = try #require(
      try diff(Self.old.replacing("count: 10", with: "count: 40"), "--runs", "20").document.cost)
    let completion = try #require(doubled.figures.first { $0.figure == "completionP50" })
    #expect(try #require(completion.after) > #require(completion.before))
  }

  @Test func revisionsOfGitAreRead() throws {
    let folder = try ScratchFolder()
    let git = ["git", "-c", "user.name=scratch", "-c", "user.email=scratch@example.com"]
    func run(_ words: String...) throws { #expect(try Shell.run(git + words, in: folder.path).status == 0) }
    try run("init", "-q")
    try folder.write("schema: 1\nextends: ../base.yaml\n", to: "app/bgpolicy.yaml")
    try folder.write(Self.old, to: "base.yaml")
    try run("add", "-A")
    try run("commit", "-q", "-m", "old")
    try run("tag", "v1")
    // The base policy is read at the same revision, and no file of the checkout changes.
    try folder.write(Self.old.replacing("a.library", with: "a.photos"), to: "base.yaml")
    let words = ["diff", "git:v1", "bgpolicy.yaml", "--no-estimate"]
    let result = try Tool.run(words: words, in: folder.path("app"))
    #expect(result.output.hasPrefix("Diff from git:v1:bgpolicy.yaml to bgpolicy.yaml"), "\(result.output)")
    #expect(result.output.contains("The background session com.example.a.library is now"), "\(result.output)")
    #expect(result.output.contains("com.example.a.photos"), "\(result.output)")
    #expect(result.output.contains("how long: for up to 2d"), "\(result.output)")
    let same = try Tool.run(
      "diff", "git:v1:app/bgpolicy.yaml", "git:HEAD:app/bgpolicy.yaml", "--no-estimate", in: folder.path)
    #expect(same.output.contains("no work is stranded, 0 findings added, 0 gone"), "\(same.output)")
    let missing = try Tool.run("diff", "git:v2:app/bgpolicy.yaml", "app/bgpolicy.yaml", in: folder.path)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("Can't read git:v2:app/bgpolicy.yaml: Git has no revision v2 here"))
    let other = try Tool.run("diff", "git:v1:other.yaml", "app/bgpolicy.yaml", in: folder.path)
    #expect(other.errors.contains("Can't read git:v1:other.yaml: git does not have it"))
    // The message is bgpolicy's, not Git's.
    #expect(!missing.errors.contains("fatal") && !other.errors.contains("fatal"))
  }

  @Test(arguments: ["git:", "git:--output=x", "git:main", "git:main:"])
  func wrongRevisionIsAUsageError(_ text: String) throws {
    let run = try Tool.run("diff", text, "git:main")
    #expect(run.status == 2)
    #expect(run.errors.contains("must name a revision and a file"), "\(run.errors)")
  }

  @Test(arguments: ["text", "markdown"]) func everyFormatHasTheWayOut(_ format: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.old, to: "old.yaml")
    try folder.write(Self.old.replacing("a.refresh", with: "a.update"), to: "new.yaml")
    let run = try Tool.run(
      "diff", "old.yaml", "new.yaml", "--no-estimate", "--format", format, in: folder.path)
    #expect(run.output.contains("register a handler"), "\(run.output)")
    #expect(run.output.contains("WordPress for iOS"), "\(run.output)")
  }
}
