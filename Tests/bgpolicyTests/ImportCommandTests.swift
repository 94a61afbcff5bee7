import Foundation
import PolicyModel
import TestSupport
import Testing

/// `bgpolicy import`: its reader, its output and its summary. PolicyImportTests check the policies themselves.
@Suite struct ImportCommandTests {
  private static func fixture(_ name: String) -> String { "Tests/Fixtures/Import/\(name)" }
  private static let notes = fixture("Notes/facts.json")
  private static let brands = fixture("Brands/facts.json")

  /// A reader that is a shell script.
  private func reader(_ script: String, in folder: ScratchFolder) throws -> [String: String] {
    let path = try folder.script(script, to: "reader")
    return ["BGPOLICY_APPREADER": path]
  }

  // MARK: Results

  @Test(arguments: ["Notes", "Weather", "Trails", "Brands", "Riddle"])
  func summaryIsAsRecorded(_ app: String) throws {
    let run = try Tool.run("import", "--facts", Self.fixture("\(app)/facts.json"))
    #expect(run.status == 0)
    Snapshot.check(run.errors, against: Self.fixture("\(app)/summary.txt"))
  }

  @Test func policyIsTheOnlyOutput() throws {
    let expected = try Project.text(Self.fixture("Notes/Notes.bgpolicy.yaml"))
    let run = try Tool.run("import", "--facts", Self.notes, "--quiet")
    #expect(run.output == expected)
    #expect(run.errors.isEmpty)
    #expect(
      try Tool.run("import", "--facts", "-", "--quiet", input: try Project.text(Self.notes)).output
        == expected)
  }

  @Test func severalPoliciesAreFilesOfOneFolder() throws {
    let folder = try ScratchFolder()
    let facts = try folder.write(try Project.text(Self.brands), to: "facts.json")
    let run = try Tool.run("import", "--facts", facts, "--output", "policies", "--quiet", in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output
        == "Wrote policies/base.yaml\nWrote policies/Jazz.bgpolicy.yaml\nWrote policies/Rock.bgpolicy.yaml\n")
    // The policies are below the app's folder, and their paths lead back to it.
    let text = try String(contentsOfFile: folder.path("policies/Jazz.bgpolicy.yaml"), encoding: .utf8)
    #expect(text.contains("infoPlist: ../Shared/Info.plist"))
    let lint = try Tool.run("lint", "--format", "gcc", "policies/Jazz.bgpolicy.yaml", in: folder.path)
    #expect(lint.status == 1)
    #expect(lint.output.contains("[app-file-unreadable]"), "\(lint.output)")
    #expect(!lint.output.contains("[policy-"), "\(lint.output)")
  }

  @Test func severalPoliciesNeedAFolder() throws {
    let run = try Tool.run("import", "--facts", Self.brands, "--output", "policy.yaml")
    #expect(run.status == 2)
    #expect(run.errors.contains("Several policies need a folder"))
    let folder = try ScratchFolder()
    let path = folder.path("policy.yaml")
    #expect(try Tool.run("import", "--facts", Self.brands, "--target", "Rock", "--output", path).status == 0)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func existingFileStays() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("mine\n", to: "bgpolicy.yaml")
    let run = try Tool.run("import", "--facts", Self.notes, "--output", path)
    #expect(run.status == 2)
    #expect(
      run.errors.contains(
        "\(path) already exists; name another file with --output, or replace it with --force"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
    #expect(try Tool.run("import", "--facts", Self.notes, "--output", path, "--force").status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("name: Notes"))
  }

  /// The app is not read in vain: the message is about the file that is written, not about the facts.
  @Test(arguments: [["policies/new.yaml"], ["policies/new.json", "--format", "json"]])
  func missingFolderIsReportedFirst(_ words: [String]) throws {
    let folder = try ScratchFolder()
    let run = try Tool.run(
      words: ["import", "--facts", "none.json", "--output"] + words, in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("Can't write \(words[0]): there is no folder policies"), "\(run.errors)")
  }

  @Test func unknownTargetIsReported() throws {
    let run = try Tool.run("import", "--facts", Self.brands, "--target", "Jaz")
    #expect(run.status == 2)
    #expect(run.errors.contains("There is no app target Jaz, did you mean Jazz?"), "\(run.errors)")
  }

  // MARK: Findings in the app

  private struct Result: Decodable {
    struct Policy: Decodable {
      let target: String?
      let drift: Drift?
    }
    struct Drift: Decodable {
      let command: String
      let findings: Int
      let rules: [Rule]
    }
    struct Rule: Decodable {
      let rule: String
      let count: Int
      let locations: [String]
    }
    let policies: [Policy]
  }

  /// The summary counts the findings that `drift` reports after the policy has been written.
  @Test func findingsAreThoseOfDrift() throws {
    let folder = try ScratchFolder()
    let app = try folder.copy("Tests/Fixtures/Existing", to: "app")
    try folder.write("", to: "policies/README.md")
    let facts = "\(app)/facts.json"
    let json = try Tool.run(
      "import", "app", "--facts", facts, "--format", "json", "--quiet", in: folder.path)
    let drift = try #require(
      try JSONDecoder().decode(Result.self, from: Data(json.output.utf8)).policies.first?.drift)
    #expect(drift.findings == 3)
    let imported = try Tool.run(
      "import", "app", "--facts", facts, "--output", "policies/gazette.yaml", in: folder.path)
    #expect(imported.status == 0, "\(imported.errors)")
    let command = "bgpolicy drift policies/gazette.yaml --app app --facts \(facts)"
    let words = command.split(separator: " ").dropFirst().map(String.init) + ["--format", "gcc", "--quiet"]
    let run = try Tool.run(words: words, in: folder.path)
    let lines = run.output.split(separator: "\n").filter { $0.hasSuffix("]") }
    #expect(lines.count == drift.findings, "\(run.output)")
    for rule in drift.rules {
      let own = lines.filter { $0.hasSuffix("[\(rule.rule)]") }
      #expect(own.count == rule.count, "\(rule.rule): \(own)")
      #expect(rule.locations.allSatisfy { location in own.contains { $0.contains(location) } }, "\(own)")
    }
  }

  @Test func baseOfSeveralPoliciesHasNoFindings() throws {
    let run = try Tool.run("import", "--facts", Self.brands, "--format", "json", "--quiet")
    let policies = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8)).policies
    #expect(policies.map { $0.drift != nil } == [false, true, true])
    // A declaration that the code lacks is reported in the base policy, although the base policy has not been written yet.
    #expect(policies.last?.drift?.rules.first?.locations == ["base.yaml:14"])
  }

  // MARK: The reader

  @Test func readerReadsTheFolder() throws {
    let folder = try ScratchFolder()
    let environment = try reader(
      "echo \"$*\" > '\(folder.path("arguments"))'; cat '\(Project.path(Self.notes))'", in: folder)
    try folder.write("", to: "an app/x.swift")
    let run = try Tool.run("import", "an app", "--quiet", in: folder.path, environment: environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == (try Project.text(Self.fixture("Notes/Notes.bgpolicy.yaml"))))
    #expect(try String(contentsOfFile: folder.path("arguments"), encoding: .utf8) == "an app\n")
  }

  @Test func folderThatBeginsWithAHyphenIsNoOption() throws {
    let folder = try ScratchFolder()
    let environment = try reader(
      "echo \"$*\" > '\(folder.path("arguments"))'; cat '\(Project.path(Self.notes))'", in: folder)
    try folder.write("", to: "--x/x.swift")
    let run = try Tool.run("import", "--quiet", "--", "--x", in: folder.path, environment: environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: folder.path("arguments"), encoding: .utf8) == "./--x\n")
  }

  @Test(arguments: [
    ("echo oops >&2; exit 4", "ended with the status 4"),
    ("kill -9 $$", "was ended by the signal 9"),
    ("echo '{'", "printed facts that can't be read: the text is not JSON"),
    (#"echo '{"version": 2}'"#, "printed facts that can't be read: version must be 1"),
  ])
  func failureOfTheReaderIsAnInternalError(_ script: String, message: String) throws {
    let folder = try ScratchFolder()
    let run = try Tool.run("import", folder.path, environment: try reader(script, in: folder))
    #expect(run.status == 3)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func missingReaderIsReported() throws {
    let folder = try ScratchFolder()
    let run = try Tool.run(
      "import", folder.path, environment: ["BGPOLICY_APPREADER": folder.path("nowhere")])
    #expect(run.status == 2)
    #expect(run.errors.contains("BGPOLICY_APPREADER names \(folder.path("nowhere")), which is not a program"))
  }

  @Test func readerThatIsNotInstalledIsReported() throws {
    let folder = try ScratchFolder()
    // The tool in a folder without the reader. It is a link if both folders are on the same file system.
    let copy = folder.path("bgpolicy")
    let tool = URL(filePath: Tool.path).resolvingSymlinksInPath().path
    _ = try Shell.run(["sh", "-c", "ln \"$0\" \"$1\" 2>/dev/null || cp \"$0\" \"$1\"", tool, copy])
    let run = try Shell.run([copy, "import", folder.path], environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.status == 2)
    #expect(
      run.errors.contains("bgpolicy-appreader was not found, so the app's projects and sources were not read")
    )
    #expect(run.errors.contains("swift build --product bgpolicy-appreader"))
  }

  @Test(arguments: [
    (["missing"], "import expects a folder; found missing"),
    (["--facts", "missing.json"], "Can't read missing.json: No such file or directory"),
    (["--facts", "README.md"], "Can't read the facts in README.md: the text is not JSON"),
    (["--force"], "so --force has no effect"),
    (
      ["--format", "json", "--facts", "Tests/Fixtures/Import/Notes/facts.json", "--output", "Tests"],
      "--format json writes one file"
    ),
  ])
  func unusableCallIsReported(_ words: [String], message: String) throws {
    let run = try Tool.run(words: ["import"] + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func projectWithoutAnAppIsReported() throws {
    let facts = #"{"version": 1, "targets": [], "code": [], "files": [], "unread": []}"#
    let run = try Tool.run("import", "--facts", "-", input: facts)
    #expect(run.status == 2)
    #expect(run.errors.contains("No app found in -: none of its 0 targets is an app"), "\(run.errors)")
  }

  @Test(arguments: [
    ("/a/b", "/a/b", "."), ("/a/b", "/a/c", "../c"), ("/", "/a/b", "a/b"), ("/a/b/c", "/", "../../.."),
    ("/a/./b", "/a/b/../d", "../d"),
  ])
  func pathLeadsFromOneFolderToAnother(_ start: String, _ end: String, path: String) {
    #expect(RelativePath.path(from: start, to: end) == path)
  }
}
