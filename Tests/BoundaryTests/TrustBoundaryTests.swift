import Foundation
import TestSupport
import Testing

/// An untrusted repository can't read, write or decide anything outside of its folder, as Documentation/security.md promises.
@Suite struct TrustBoundaryTests {
  private static let policy = """
    schema: 1
    app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" } }
    tasks: { r: { type: appRefresh, identifier: com.example.a.r, reschedule: true } }
    backgroundModes: [fetch]
    permittedIdentifiers: [com.example.a.r]

    """
  /// A policy with a safe fix.
  private static let fixable =
    "app: { name: A, bundleIdentifier: com.example.a }\nAPI_TOKEN: s3cr3t\n"
  private static let secret = "API_TOKEN=s3cr3t\n"

  /// A repository in a folder with other files.
  private struct Repository {
    let folder: ScratchFolder
    let root: String
    /// The environment variables that replace the reader by a program with recorded facts.
    let reader: [String: String]

    init() throws {
      folder = try ScratchFolder()
      root = folder.path("root")
      try folder.write("", to: "root/.git/HEAD")
      try folder.write(TrustBoundaryTests.secret, to: "outside/secret.env")
      try folder.write(TrustBoundaryTests.fixable, to: "outside/secret.yaml")
      let facts = Project.path("Tests/Fixtures/Existing/facts.json")
      reader = ["BGPOLICY_APPREADER": try folder.script("cat '\(facts)'", to: "reader")]
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(name)", withDestinationPath: target)
    }

    func run(_ words: [String], in directory: String = ".") throws -> Shell.Result {
      try Tool.run(words: words, in: "\(root)/\(directory)", environment: reader)
    }

    /// The names and texts of all files outside of the repository.
    func outside() throws -> [String: String] {
      let path = folder.path("outside")
      let names = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
      return Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, (try? String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)) ?? "folder")
        })
    }
  }

  // MARK: - Reading

  @Test(
    arguments: ["secret.env", "secret.yaml"],
    [
      ["lint", "."], ["lint"], ["lint", "bgpolicy.yaml"], ["lint", "--fix", "."],
      ["lint", "--fix=all", "--diff"],
      ["gate", "."], ["drift", "."], ["compile"], ["baseline", "write"], ["estimate"],
      ["advise", "bgpolicy.yaml"], ["diff", "bgpolicy.yaml", "bgpolicy.yaml"],
    ])
  func policyThatIsALinkOutside(_ target: String, _ words: [String]) throws {
    let repository = try Repository()
    try repository.link("bgpolicy.yaml", to: "../outside/\(target)")
    let before = try repository.outside()
    let run = try repository.run(words)
    #expect(run.status == 2, "\(run.output)")
    #expect(
      run.errors.contains("It is a link that leads out of the repository, which takes --allow-outside"),
      "\(run.errors)")
    #expect(!(run.output + run.errors).contains("s3cr3t"))
    #expect(try repository.outside() == before)
  }

  @Test func theUserMayAllowIt() throws {
    let repository = try Repository()
    try repository.link("bgpolicy.yaml", to: "../outside/secret.yaml")
    #expect(try repository.run(["lint", "--allow-outside"]).output.contains("API_TOKEN"))
  }

  /// A folder outside is searched only if the command line names it.
  @Test func folderThatIsALinkOutside() throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "outside/bgpolicy.yaml")
    try repository.folder.write(Self.policy, to: "root/bgpolicy.yaml")
    try repository.link("sub", to: "../outside")
    #expect(!(try repository.run(["lint", "--format", "json", "."]).output.contains("sub/")))
    let named = try repository.run(["lint", "sub"])
    #expect(named.status == 2 && named.errors.contains("--allow-outside"), "\(named.errors)")
    #expect(try repository.run(["lint", "../outside/bgpolicy.yaml"]).status == 0)
  }

  @Test(arguments: [("baseline", "baseline: ../outside/b.json"), ("app", "app: ..\n"), ("app", "app: /etc")])
  func pathsOfTheConfiguration(_ key: String, _ configuration: String) throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "root/bgpolicy.yaml")
    try repository.folder.write("{}", to: "outside/b.json")
    try repository.folder.write(configuration, to: "root/bgpolicy.config.yaml")
    for command in ["lint", "gate", "drift"] {
      let run = try repository.run([command])
      #expect(run.status == 2)
      #expect(run.errors.contains("bgpolicy.config.yaml:1:"), "\(run.errors)")
      #expect(
        run.errors.contains("is not used: It is outside of the repository, which takes --allow-outside"),
        "\(run.errors)")
      #expect(!run.errors.contains("\(key) is not used"))
    }
  }

  /// Reading a pipe would wait, and reading a device would never end.
  @Test(arguments: ["pipe", "/dev/zero"]) func configurationNamesNoDevice(_ name: String) throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "root/bgpolicy.yaml")
    try repository.folder.write("baseline: \(name)\n", to: "root/bgpolicy.config.yaml")
    try #require(try Shell.run(["mkfifo", "\(repository.root)/pipe"]).status == 0)
    let run = try repository.run(["lint"])
    #expect(run.status == 2 && run.errors.contains("is not used: It is "), "\(run.errors)")
  }

  @Test(arguments: ["bgpolicy.yaml", ".gitignore"]) func foundPipe(_ name: String) throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "root/other.bgpolicy.yaml")
    try #require(try Shell.run(["mkfifo", "\(repository.root)/\(name)"]).status == 0)
    let run = try repository.run(["lint", "--format", "json", "."])
    #expect(run.output.contains("other.bgpolicy.yaml"))
    #expect(run.status == (name == ".gitignore" ? 0 : 2))
    let reason = "bgpolicy: Can't read bgpolicy.yaml: It is a device or a pipe\n"
    #expect(run.errors == (name == ".gitignore" ? "" : reason))
  }

  /// A configuration of another user is rejected, as Git rejects a repository of another user.
  @Test(.enabled(if: getuid() == 0)) func configurationOfAnotherUser() throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "root/mine/bgpolicy.yaml")
    try repository.folder.write("exclude: [bgpolicy.yaml]\n", to: "root/bgpolicy.config.yaml")
    try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: repository.root)
    let run = try repository.run(["lint"], in: "mine")
    #expect(run.status == 2)
    #expect(
      run.errors
        == "bgpolicy: ../bgpolicy.config.yaml is in a folder that another user owns, so it is not obeyed; --isolated runs without it\n"
    )
    #expect(try repository.run(["lint", "--isolated"], in: "mine").status == 0)
    // In a container, root may work on files of another user.
    try FileManager.default.setAttributes(
      [.ownerAccountID: 65534], ofItemAtPath: "\(repository.root)/mine")
    let obeyed = try repository.run(["lint"], in: "mine")
    #expect(obeyed.status == 2 && obeyed.errors.contains("No policy found"), "\(obeyed.errors)")
  }

  /// The repository may be in a folder of PATH, and its programs must not run.
  @Test func relativeFoldersOfThePathAreSkipped() throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "root/bgpolicy.yaml")
    let canary = repository.folder.path("outside/canary")
    _ = try repository.folder.script("touch '\(canary)'; exit 1", to: "root/git")
    _ = try Shell.run([
      "cp", repository.folder.path("root/git"), repository.folder.path("root/bgpolicy-appreader"),
    ])
    for path in [".:/usr/bin:/bin", "../root:/usr/bin:/bin"] {
      _ = try Tool.run("gate", "--changed", "git:HEAD", in: repository.root, environment: ["PATH": path])
      _ = try Tool.run("drift", in: repository.root, environment: ["PATH": path])
    }
    #expect(try repository.outside()["canary"] == nil)
  }

  // MARK: - Writing

  /// A link in the repository, and the call that would write through the link if bgpolicy did not refuse.
  struct WrittenLink: Sendable, CustomTestStringConvertible {
    let link: String
    let target: String
    let words: [String]
    var testDescription: String { "\(link) -> \(target): \(words.joined(separator: " "))" }

    init(_ link: String, to target: String, _ words: String...) {
      self.link = link
      self.target = target
      self.words = words
    }
  }

  @Test(arguments: [
    WrittenLink(".github", to: "../outside", "import", "--set-up"),
    WrittenLink(".github", to: "../outside/new", "import", "--set-up"),
    WrittenLink("bgpolicy-baseline.json", to: "../outside/new.json", "import", "--set-up"),
    WrittenLink("bgpolicy-baseline.json", to: "near.json", "import", "--set-up"),
    WrittenLink(".pre-commit-config.yaml", to: "../outside/new", "import", "--set-up"),
    WrittenLink("bgpolicy.yaml", to: "../outside/new", "import", "--set-up", "--force"),
    WrittenLink("bgpolicy.yaml", to: "near.yaml", "import", "--set-up", "--force"),
    WrittenLink("bgpolicy.yaml", to: "../outside/new", "import", "--force", "--output", "bgpolicy.yaml"),
    WrittenLink("bgpolicy.yaml", to: "../outside/new", "init"),
    WrittenLink("sub", to: "../outside", "init", "--output", "sub/bgpolicy.yaml"),
    WrittenLink("sub", to: "../outside", "import", "--output", "sub/"),
    WrittenLink("sub", to: "../outside", "import", "--set-up", "sub"),
    WrittenLink("out.json", to: "../outside/new", "lint", "--format", "json=out.json", "p.bgpolicy.yaml"),
    WrittenLink("out.json", to: "../outside/new", "gate", "--attest", "out.json", "p.bgpolicy.yaml"),
    WrittenLink("sub", to: "../outside", "lint", "--format", "json=sub/new", "p.bgpolicy.yaml"),
    WrittenLink("bgpolicy-baseline.json", to: "../outside/new", "baseline", "write", "p.bgpolicy.yaml"),
    WrittenLink(
      "b.json", to: "../outside/new", "baseline", "write", "--baseline", "b.json", "p.bgpolicy.yaml"),
    WrittenLink("sub", to: "../outside", "compile", "--no-estimate", "--output", "sub", "p.bgpolicy.yaml"),
    WrittenLink("a.swift", to: "../outside/new", "compile", "--single-file", "a.swift", "p.bgpolicy.yaml"),
    WrittenLink("q.bgpolicy.yaml", to: "fixable.yaml", "lint", "--fix", "q.bgpolicy.yaml"),
  ])
  func nothingIsWrittenThroughALink(_ written: WrittenLink) throws {
    let repository = try Repository()
    try repository.folder.write(Self.policy, to: "root/p.bgpolicy.yaml")
    try repository.folder.write(Self.fixable, to: "root/fixable.yaml")
    try repository.link(written.link, to: written.target)
    let before = try repository.outside()
    let names = try FileManager.default.contentsOfDirectory(atPath: repository.root).sorted()
    let run = try repository.run(written.words)
    #expect(run.status == 2, "\(run.output)\(run.errors)")
    #expect(run.errors.hasPrefix("bgpolicy: "))
    #expect(try repository.outside() == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: repository.root).sorted() == names,
      "a half result")
    #expect(
      try String(contentsOfFile: "\(repository.root)/fixable.yaml", encoding: .utf8) == Self.fixable)
  }

  /// A pipe at the path of a set-up file is neither read nor written.
  @Test(arguments: [
    "bgpolicy-baseline.json", ".pre-commit-config.yaml", ".github/workflows/background-policy.yml",
  ])
  func setUpReadsNoPipe(_ name: String) throws {
    let repository = try Repository()
    try repository.folder.write("", to: "root/.github/workflows/other.yml")
    try #require(try Shell.run(["mkfifo", "\(repository.root)/\(name)"]).status == 0)
    let run = try repository.run(["import", "--set-up"])
    #expect(run.status == 2)
    #expect(run.errors == "bgpolicy: Can't write \(name): It is a device or a pipe\n")
    #expect(!FileManager.default.fileExists(atPath: "\(repository.root)/bgpolicy.yaml"))
  }

  /// Git and its services run files from these folders, so no generated files go there.
  @Test(arguments: [".git/hooks", ".github/workflows", ".GIT/hooks", "a/../.git", "hooks"])
  func generatedFilesStayOutOfFoldersOfTools(_ output: String) throws {
    let repository = try Repository()
    try repository.folder.write("", to: "root/.git/hooks/x")
    try repository.link("hooks", to: ".git/hooks")
    try repository.folder.write(
      Self.policy + "generate: { output: \"\(output)\" }\n", to: "root/bgpolicy.yaml")
    let run = try repository.run(["compile", "--no-estimate"])
    #expect(run.status == 2)
    #expect(run.errors.contains("which belongs to Git and its services"), "\(run.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(repository.root)/.git/hooks") == ["x"])
  }

  /// An organization's repository may have the name `.github`.
  @Test func aRepositoryMayHaveTheNameOfAFolderOfTools() throws {
    let folder = try ScratchFolder()
    _ = try folder.write("", to: ".github/root/.git/HEAD")
    _ = try folder.write(Self.policy + "generate: { output: Generated }\n", to: ".github/root/bgpolicy.yaml")
    let run = try Tool.run(words: ["compile", "--no-estimate"], in: folder.path(".github/root"))
    #expect(run.status == 0, "\(run.errors)")
  }
}
