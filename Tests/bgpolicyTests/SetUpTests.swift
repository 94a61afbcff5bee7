import Foundation
import TestSupport
import Testing

/// `bgpolicy import --set-up`: the files with which a team starts. Scripts/pre-commit.sh runs the hooks, and
/// Scripts/oracles/imports.py checks the workflow.
@Suite struct SetUpTests {
  static let app = "Tests/Fixtures/Existing"
  private static let files = [
    "bgpolicy-baseline.json", ".pre-commit-config.yaml", ".github/workflows/background-policy.yml",
  ]

  /// A repository with the app in a folder.
  private struct Repository {
    private let folder: ScratchFolder
    let root: String
    private let environment: [String: String]

    init(app: String = ".") throws {
      folder = try ScratchFolder()
      root = folder.path("root")
      try folder.write("", to: "root/.git/HEAD")
      try folder.write("", to: "root/\(app)/README.md")
      for name in ["project.yml", "Gazette"] {
        _ = try folder.copy("\(SetUpTests.app)/\(name)", to: "root/\(app)/\(name)")
      }
      let facts = Project.path("\(SetUpTests.app)/facts.json")
      environment = ["BGPOLICY_APPREADER": try folder.script("cat '\(facts)'", to: "reader")]
    }

    func run(_ words: [String]) throws -> Shell.Result {
      try Tool.run(words: words, in: root, environment: environment)
    }

    func text(_ file: String) throws -> String {
      try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
    }

    func write(_ text: String, to file: String) throws { try folder.write(text, to: "root/\(file)") }

    func remove(_ file: String) throws {
      try FileManager.default.removeItem(atPath: "\(root)/\(file)")
    }
  }

  @Test func writtenFilesAreAsRecorded() throws {
    let repository = try Repository()
    let run = try repository.run(["import", "--set-up", "--quiet"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == """
        Wrote bgpolicy.yaml
        Wrote bgpolicy-baseline.json: 2 errors, 1 warning, 2 notes of today no longer count
        Wrote bgpolicy.config.yaml
        Wrote .pre-commit-config.yaml
        Wrote .github/workflows/background-policy.yml

        """)
    for file in ["bgpolicy.yaml", "bgpolicy.config.yaml"] + Self.files {
      let name = String(file.split(separator: "/").last ?? "").trimmingPrefix(".")
      Snapshot.check(
        try repository.text(file), against: "Tests/Fixtures/SetUp/\(name)")
    }
  }

  /// The commands for each folder of the app run at the root of the repository, and find nothing new.
  @Test(arguments: [
    (".", ["import", "--set-up"]), ("ios/App", ["import", "ios/App", "--set-up"]),
    ("ios", ["import", "ios", "--set-up", "--output", "policies/gazette.bgpolicy.yaml"]),
  ])
  func gateOfTheWorkflowPasses(app: String, words: [String]) throws {
    let repository = try Repository(app: app)
    try repository.write("", to: "policies/README.md")
    let run = try repository.run(words)
    #expect(run.status == 0, "\(run.errors)")
    let workflow = try repository.text(Self.files[2])
    let line = try #require(workflow.split(separator: "\n").first { $0.contains("bgpolicy gate") })
    let gate = line.split(separator: " ").drop { !$0.hasSuffix("bgpolicy") }.dropFirst().dropLast()
    // The folder of the app is a variable.
    let words = gate.map { $0 == "\"$BGPOLICY_APP\"" ? app : String($0) }
    #expect(words.contains(app) == workflow.contains("          BGPOLICY_APP: \"\(app)\"\n"), "\(workflow)")
    let result = try repository.run(words + ["--fail-on", "info"])
    #expect(result.status == 0, "\(gate): \(result.output)\(result.errors)")
    #expect(result.output.contains("nothing found, 5 suppressed"), "\(result.output)")
    let hooks = try repository.text(Self.files[1])
    for entry in hooks.split(separator: "\n") where entry.contains("entry:") {
      let words = entry.split(separator: " ").dropFirst(2).map(String.init)
      let result = try repository.run(words + ["--fail-on", "info"])
      #expect(result.status == 0, "\(entry): \(result.output)\(result.errors)")
    }
  }

  /// Names that GitHub would evaluate, or that YAML can't contain unquoted.
  @Test(arguments: [
    "${{ github.head_ref }}", "a\nrun: evil", "a\u{1B}[31m", "a\u{9B}b", "a\u{85}b", "a\u{2028}b",
    "a\u{202E}b",
    "a\u{FEFF}b",
  ])
  func folderThatNoWorkflowCanNameIsRefused(_ name: String) throws {
    let repository = try Repository(app: name)
    let words = ["import", name, "--set-up", "--output", "app.bgpolicy.yaml"]
    let run = try repository.run(words)
    #expect(
      run.status == 2 && run.errors.contains("--set-up writes no workflow for the folder"), "\(run.errors)")
    for file in Self.files + ["app.bgpolicy.yaml"] {
      #expect(!FileManager.default.fileExists(atPath: "\(repository.root)/\(file)"), "\(file) was written")
    }
  }

  @Test func filesOfOthersStay() throws {
    let repository = try Repository()
    for file in Self.files { try repository.write("mine\n", to: file) }
    let refused = try repository.run(["import", "--set-up", "--force"])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("bgpolicy-baseline.json:1:1 is not a baseline"), "\(refused.errors)")
    #expect(throws: (any Error).self, "a half result") { try repository.text("bgpolicy.yaml") }
    try repository.write("mine\n", to: "bgpolicy.yaml")
    let run = try repository.run(["import", "--set-up"])
    #expect(run.status == 2)
    #expect(run.errors.contains("bgpolicy.yaml already exists"))
    try repository.remove("bgpolicy-baseline.json")
    let forced = try repository.run(["import", "--set-up", "--force"])
    #expect(forced.status == 0)
    for file in Self.files.dropFirst() {
      #expect(
        forced.errors.contains("\(file) already exists, and bgpolicy did not write it; it is unchanged"),
        "\(forced.errors)")
      #expect(try repository.text(file) == "mine\n")
    }
  }

  /// An existing configuration is not overwritten, and the options that the team has to add are named.
  @Test func configurationOfOthersStays() throws {
    let repository = try Repository()
    try repository.write("runs: 20\n", to: "bgpolicy.config.yaml")
    let run = try repository.run(["import", "--set-up"])
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "Add to bgpolicy.config.yaml, for every command: baseline: bgpolicy-baseline.json; skip: [generated]"),
      "\(run.errors)")
    #expect(try repository.text("bgpolicy.config.yaml") == "runs: 20\n")
  }

  @Test func ownFilesAreReplacedByForceOnly() throws {
    let repository = try Repository()
    _ = try repository.run(["import", "--set-up"])
    let old = "# Written by `bgpolicy import --set-up` long ago\n"
    for file in Self.files.dropFirst() { try repository.write(old, to: file) }
    try repository.remove("bgpolicy.yaml")
    let run = try repository.run(["import", "--set-up"])
    #expect(run.output == "Wrote bgpolicy.yaml\n")
    for file in Self.files {
      #expect(
        run.errors.contains("\(file) already exists; it is unchanged, and --force replaces it"),
        "\(run.errors)")
    }
    let forced = try repository.run(["import", "--set-up", "--force"])
    #expect(forced.output.contains("Wrote .pre-commit-config.yaml\nWrote .github"), "\(forced.output)")
  }

  @Test(arguments: [
    (["--format", "json"], "--format json writes no policy to set up"),
    (["--output", "policy.yaml"], "--set-up requires a policy that commands find"),
  ])
  func unusableCallIsReported(_ words: [String], message: String) throws {
    let run = try Tool.run(words: ["import", "--set-up", "--facts", "\(Self.app)/facts.json"] + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  /// The hooks match the same files as the hooks that bgpolicy's repository offers.
  @Test func hooksMatchTheSameFilesAsTheRepository() throws {
    func patterns(_ text: String) -> Set<String> {
      Set(
        text.split(separator: "\n").compactMap { line in
          guard line.contains("files:") || line.contains("exclude:"), let quote = line.firstIndex(of: "'")
          else { return nil }
          return String(line[quote...])
        })
    }
    let own = patterns(try Project.text("Tests/Fixtures/SetUp/pre-commit-config.yaml"))
    #expect(own.count == 3)
    #expect(own.isSubset(of: patterns(try Project.text(".pre-commit-hooks.yaml"))))
  }

  @Test(.enabled(if: Tool.readerPath != nil, "bgpolicy-appreader is not built"))
  func recordedFactsAreThoseOfTheReader() throws {
    let run = try Shell.run([Tool.readerPath ?? "", Project.path(Self.app)])
    #expect(run.status == 0)
    Snapshot.check(run.output, against: "\(Self.app)/facts.json")
  }
}
