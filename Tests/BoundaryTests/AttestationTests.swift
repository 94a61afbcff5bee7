import Foundation
import Quantities
import TestSupport
import Testing

/// `gate --attest` and `gate --verify`: a record is valid exactly as long as its inputs are unchanged.
@Suite struct AttestationTests {
  private static let policy = """
    schema: 1
    extends: base.yaml
    app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" }, infoPlist: Info.plist }
    sessions: { api: { type: default } }
    budgets: {}

    """
  private static let propertyList = "<plist version=\"1.0\"><dict/></plist>"

  /// A repository with a policy, its base policy, a property list, generated files, and an attestation of the
  /// gate.
  private func attested(_ words: String...) throws -> ScratchRepository {
    let repository = try ScratchRepository()
    try repository.folder.write(Self.policy, to: "App/bgpolicy.yaml")
    try repository.folder.write("schema: 1\n", to: "App/base.yaml")
    try repository.folder.write(Self.propertyList, to: "App/Info.plist")
    try repository.folder.write("fail-on: error\n", to: "bgpolicy.config.yaml")
    #expect(try repository.bgpolicy("compile", "--no-estimate").status == 0)
    try repository.commit("first")
    let run = try Tool.run(
      words: ["gate", "--attest", "gate.json"] + words, in: repository.folder.path)
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    return repository
  }

  @Test func nothingChanged() throws {
    let repository = try attested()
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    #expect(run.output.hasPrefix("Verified: gate.json attests that the gate passed with "), "\(run.output)")
    let first = try Data(contentsOf: URL(filePath: repository.folder.path("gate.json")))
    #expect(try repository.bgpolicy("gate", "--attest", "gate.json").status == 0)
    #expect(try Data(contentsOf: URL(filePath: repository.folder.path("gate.json"))) == first)
    // Canonical JSON: one line, no spaces, sorted members.
    let text = String(decoding: first, as: UTF8.self)
    let value = try JSONSerialization.jsonObject(with: first)
    let canonical = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    #expect(text == String(decoding: canonical, as: UTF8.self) + "\n")
    for name in [
      "App/bgpolicy.yaml", "App/base.yaml", "App/Info.plist", "bgpolicy.config.yaml", "App/Generated/",
    ] {
      #expect(text.contains("\"path\":\"\(name)"), "\(name): \(text)")
    }
  }

  /// A change, and the line of the report that names the change.
  static let changes: [(file: String, text: String?, line: String)] = [
    ("App/bgpolicy.yaml", policy + "# more\n", "App/bgpolicy.yaml has changed"),
    ("App/base.yaml", "schema: 1\n# more\n", "App/base.yaml has changed"),
    ("App/base.yaml", nil, "App/base.yaml is no longer an input"),
    ("App/Info.plist", propertyList + "\n", "App/Info.plist has changed"),
    ("App/Info.plist", nil, "App/Info.plist is missing"),
    ("bgpolicy.config.yaml", "fail-on: warning\n", "bgpolicy.config.yaml has changed"),
    (
      "Other/bgpolicy.yaml", "schema: 1\napp: { name: B, bundleIdentifier: com.example.b }\n",
      "Other/bgpolicy.yaml is not attested"
    ),
    ("App/bgpolicy.yaml", nil, "No policy found"),
  ]

  @Test(arguments: changes) func aChangedInputIsNamed(_ file: String, _ text: String?, _ line: String) throws
  {
    let repository = try attested()
    if let text {
      try repository.folder.write(text, to: file)
    } else {
      try FileManager.default.removeItem(atPath: repository.folder.path(file))
    }
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == 1, "\(run.output) \(run.errors)")
    #expect(run.output.contains(line), "\(run.output)")
    #expect(run.output.hasSuffix("Not verified: gate.json\n"), "\(run.output)")
    #expect(run.errors == "")
  }

  /// A comment in code suppresses findings, and is no fact about the app.
  @Test func aChangedCommentInCodeIsNamed() throws {
    let repository = try ScratchRepository()
    try repository.folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" }, sources: [Code] }
      tasks: { refresh: { type: appRefresh, identifier: com.example.a.refresh } }

      """, to: "bgpolicy.yaml")
    let code = """
      import BackgroundTasks
      func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: "com.example.a.refresh")
        try? BGTaskScheduler.shared.submit(request) // bgpolicy:ignore bg-submit-error-ignored -- known
      }

      """
    try repository.folder.write(code, to: "Code/A.swift")
    try repository.commit("first")
    _ = try repository.bgpolicy("gate", "--skip", "generated", "--attest", "gate.json")
    let text = try String(contentsOfFile: repository.folder.path("gate.json"), encoding: .utf8)
    #expect(text.contains("\"path\":\"Code/A.swift\""), "\(text)")
    try repository.folder.write(
      code.replacing(" // bgpolicy:ignore bg-submit-error-ignored -- known", with: ""), to: "Code/A.swift")
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == 1 && run.output.contains("Code/A.swift has changed"), "\(run.output)")
  }

  @Test func aChangedGeneratedFileIsNamed() throws {
    let repository = try attested()
    let folder = repository.folder.path("App/Generated")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).sorted().first)
    try repository.folder.write("other", to: "App/Generated/\(name)")
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == 1 && run.output.contains("App/Generated/\(name) has changed"), "\(run.output)")
    let without = try attested("--skip", "generated")
    try without.folder.write("other", to: "App/Generated/\(name)")
    #expect(try without.bgpolicy("gate", "--verify", "gate.json").status == 0)
  }

  /// Every change of the record itself is noticed.
  @Test(arguments: [
    ("\"verdict\":\"pass\",\"version\"", "\"verdict\":\"fail\",\"version\""),
    ("\"options\":[]", "\"options\":[\"--quiet\"]"),
    ("\"tool\":\"bgpolicy", "\"tool\":\"bgpolicy "), ("\"errors\":0", "\"errors\":1"),
    ("{\"path\":\"App/Info.plist\"", "{\"path\":\"App/Info.plist2\""),
  ])
  func aChangedRecordIsNoticed(_ text: String, _ replacement: String) throws {
    let repository = try attested()
    let path = repository.folder.path("gate.json")
    let record = try String(contentsOfFile: path, encoding: .utf8)
    #expect(record.contains(text), "\(record)")
    try repository.folder.write(record.replacing(text, with: replacement), to: "gate.json")
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(
      run.status == 1 && run.output.contains("gate.json was changed after it was written"), "\(run.output)")
  }

  /// A record can't allow paths outside of the repository: each call of `gate` that reads such paths takes `--allow-outside`.
  @Test func filesOutsideOfTheRepositoryTakeTheOption() throws {
    let outside = try ScratchFolder()
    try outside.write("schema: 1\n", to: "team.yaml")
    let repository = try ScratchRepository()
    try repository.folder.write(
      Self.policy.replacing("base.yaml", with: outside.path("team.yaml")).replacing(
        ", infoPlist: Info.plist", with: ""),
      to: "bgpolicy.yaml")
    let attest = ["gate", "--skip", "generated", "--attest", "gate.json"]
    func gate(_ words: [String]) throws -> Shell.Result {
      try Tool.run(words: words, in: repository.folder.path)
    }
    let refused = try gate(attest)
    #expect(refused.status == 1 && refused.output.contains("takes --allow-outside"), "\(refused.output)")
    #expect(try gate(attest + ["--allow-outside"]).status == 0)
    let record = try String(contentsOfFile: repository.folder.path("gate.json"), encoding: .utf8)
    #expect(record.contains("team.yaml") && !record.contains("allow-outside"), "\(record)")

    let verify = ["gate", "--verify", "gate.json"]
    let closed = try gate(verify)
    #expect(
      closed.status == 1 && closed.output.contains("team.yaml is no longer an input"), "\(closed.output)")
    for words in [verify + ["--allow-outside"], ["--allow-outside"] + verify] {
      let open = try gate(words)
      #expect(open.status == 0, "\(open.output)\(open.errors)")
    }
    try outside.write("schema: 1\n# more\n", to: "team.yaml")
    let changed = try gate(verify + ["--allow-outside"])
    #expect(changed.status == 1 && changed.output.contains("team.yaml has changed"), "\(changed.output)")
  }

  /// A record can contain only the options that a gate records, and only paths in the repository.
  @Test(arguments: [
    ("--help", "options that `bgpolicy gate --attest` does not record"),
    ("--attest=x.json", "options that `bgpolicy gate --attest` does not record"),
    ("--verify=x.json", "options that `bgpolicy gate --attest` does not record"),
    ("--format=json=x.json", "options that `bgpolicy gate --attest` does not record"),
    ("--changed=git:main", "options that `bgpolicy gate --attest` does not record"),
    ("--allow-outside", "options that `bgpolicy gate --attest` does not record"),
    ("/", "options that `bgpolicy gate --attest` does not record"), ("--nothing", "does not have"),
    ("--app=/etc", "names /etc, which is outside"), ("--output=..", "names .., which is outside"),
    ("--baseline=/etc/passwd", "names /etc/passwd, which is outside"),
    ("--base=../x", "names ../x, which is outside"),
  ])
  func aRecordWithOtherOptionsIsNotFollowed(_ option: String, _ problem: String) throws {
    try check(options: [option], operands: [], problem)
  }

  @Test(arguments: ["/", "/etc", ".."]) func aRecordWithOtherFoldersIsNotFollowed(_ operand: String) throws {
    try check(options: [], operands: [operand], "names \(operand), which is outside")
  }

  /// A folder that a record names many times is searched once.
  @Test(.timeLimit(.minutes(5))) func aRecordWithManyFoldersIsFollowed() throws {
    try check(options: [], operands: Array(repeating: ".", count: 200_000), "Verified", status: 0)
  }

  private func check(options: [String], operands: [String], _ problem: String, status: Int32 = 1) throws {
    let repository = try attested()
    let path = repository.folder.path("gate.json")
    var record = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
    record["sha256"] = nil
    record["options"] = options
    record["operands"] = operands
    func text() throws -> Data {
      try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys, .withoutEscapingSlashes])
    }
    record["sha256"] = SHA256.digits(of: Array(try text()))
    try text().write(to: URL(filePath: path))
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == status && run.output.contains(problem), "\(run.output)\(run.errors)")
  }

  @Test func aFailedGateIsAttestedAndNotVerified() throws {
    let repository = try ScratchRepository()
    try repository.folder.write("schema: 2\n", to: "bgpolicy.yaml")
    #expect(try repository.bgpolicy("gate", "--attest", "gate.json").status == 1)
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == 1 && run.output.contains("The attested gate failed"), "\(run.output)")
  }

  @Test func theBaseIsACommit() throws {
    let repository = try attested("--base", "git:main", "--skip", "budgets")
    #expect(try repository.bgpolicy("gate", "--verify", "gate.json").status == 0)
    try repository.folder.write("x", to: "README.md")
    try repository.commit("second")
    let run = try repository.bgpolicy("gate", "--verify", "gate.json")
    #expect(run.status == 1 && run.output.contains("git:main is "), "\(run.output)")
  }

  @Test(arguments: [
    ("", "is not an attestation"), ("{}", "its members are not those"), ("[1", "gate.json:1:"),
    ("{\"version\":2,\"tool\":\"\",\"verdict\":\"\",\"policies\":[],\"inputs\":[]}", "it has version 2"),
  ])
  func anotherFileIsAUsageError(_ text: String, _ message: String) throws {
    let folder = try ScratchFolder()
    try folder.write(text, to: "gate.json")
    let run = try Tool.run("gate", "--verify", "gate.json", in: folder.path)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
    let missing = try Tool.run("gate", "--verify", "none.json", in: folder.path)
    #expect(missing.status == 2 && missing.errors.contains("gate --attest none.json"), "\(missing.errors)")
  }

  @Test(arguments: [
    (["--verify", "a", "--runs", "3"], "--verify repeats the attested call, so --runs has no effect"),
    (["--verify", "a", "b.yaml"], "leave out b.yaml"),
    (["--attest", "a", "--only-broken"], "--attest is about all policies, so --only-broken"),
    (["--attest", "a", "--changed", "git:main"], "--attest is about all policies, so --changed"),
    (["bgpolicy.yaml", "--attest", "bgpolicy.yaml"], "--attest bgpolicy.yaml would overwrite bgpolicy.yaml"),
  ])
  func uselessCombinations(_ words: [String], _ message: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let run = try Tool.run(words: ["gate"] + words, in: folder.path)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }
}
