import Foundation
import TestSupport
import Testing

/// `gate --changed` follows links, submodules and projects to the files that a change can affect.
@Suite struct ChangedFilesTests {
  private static let policy = """
    schema: 1
    extends: base.yaml
    app: { name: A, bundleIdentifier: com.example.a, sources: [Code] }

    """

  /// A change in a repository, as a shell command.
  static let changes = [
    (
      "mkdir ../outside/Real; touch ../outside/Real/A.swift; ln -s ../outside/Real Code",
      "echo '//' > ../outside/Real/A.swift"
    ),
    (
      "mkdir Code ../outside/One; touch ../outside/One/A.swift; ln -s ../../outside/One Code/Link",
      "echo '//' > ../outside/One/A.swift"
    ),
    (
      "mkdir ../outside/One ../outside/Two; touch ../outside/One/A.swift ../outside/Two/A.swift; ln -s One ../outside/Between; ln -s ../outside/Between Code",
      "ln -sfn Two ../outside/Between"
    ),
    (
      "mkdir Code; mv base.yaml ../outside; ln -s ../outside/base.yaml base.yaml",
      "echo '# more' >> ../outside/base.yaml"
    ),
    ("mkdir Code; touch project.yml", "echo 'name: A' > project.yml"),
    ("mkdir Code Other; touch Other/A.swift", "echo '//' > Other/A.swift"),
    ("mkdir Code; echo '*.swift' > .gitignore", "touch Code/New.swift"),
    ("mkdir Code; touch Code/A.swift", "git mv Code/A.swift ../outside/A.swift"),
    (
      "m=\"$PWD/../.git/module\"; git init -q -b main \"$m\"; (cd \"$m\"; touch A.swift; git add .; git commit -q -m 1); git -c protocol.file.allow=always submodule add -q \"$m\" Code; printf '\\tignore = all\\n' >> ../.gitmodules",
      "cd Code; echo '//' > A.swift; git commit -q -a -m 2"
    ),
  ]

  /// A changed policy contradicts a policy that did not change. Either of the two policies may have the finding.
  @Test(arguments: ["a", "b"]) func rulesCompareAllPolicies(_ changed: String) throws {
    let repository = try ScratchRepository()
    func policy(_ identifier: String) -> String {
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.\(identifier), deploymentTarget: { iOS: "16.0" } }
      tasks: { refresh: { type: appRefresh, identifier: com.example.\(identifier).refresh } }

      """
    }
    for name in ["a", "b", "c"] { try repository.folder.write(policy(name), to: "\(name).bgpolicy.yaml") }
    try repository.commit("first")
    try repository.folder.write(policy(changed == "a" ? "b" : "a"), to: "\(changed).bgpolicy.yaml")
    let words = ["gate", "--skip", "generated", "--skip", "budgets", "--format", "gcc"]
    func findings(_ more: [String]) throws -> [Substring] {
      try Tool.run(words: words + more, in: repository.folder.path).output.split(separator: "\n")
        .filter { $0.contains("[team-identifier-repeated]") }
    }
    let all = try findings([])
    #expect(!all.isEmpty)
    #expect(try findings(["--changed", "git:main"]) == all)
  }

  @Test(arguments: changes) func aChangeElsewhereAffectsThePolicy(_ prepare: String, _ change: String) throws
  {
    let repository = try ScratchRepository()
    try repository.git("config", "user.name", "scratch")
    try repository.git("config", "user.email", "scratch@example.com")
    try repository.folder.write(Self.policy, to: "App/bgpolicy.yaml")
    try repository.folder.write("schema: 1\n", to: "App/base.yaml")
    try repository.folder.write("", to: "outside/README")
    let app = repository.folder.path("App")
    let environment = [
      "GIT_AUTHOR_NAME": "scratch", "GIT_AUTHOR_EMAIL": "scratch@example.com",
      "GIT_COMMITTER_NAME": "scratch",
      "GIT_COMMITTER_EMAIL": "scratch@example.com",
    ]
    func shell(_ text: String) throws {
      let run = try Shell.run(["sh", "-ec", text], in: app, environment: environment)
      #expect(run.status == 0, "\(text): \(run.errors)")
    }
    try shell(prepare)
    try repository.commit("first")
    let reader = try repository.folder.script("echo '{}'", to: "reader")
    func gate() throws -> Shell.Result {
      try Tool.run(
        words: ["gate", "--changed", "git:main", "--skip", "generated", "--skip", "budgets"], in: app,
        environment: ["BGPOLICY_APPREADER": reader])
    }
    let before = try gate()
    #expect(before.output.contains("1 more not affected by the change"), "\(before.output)\(before.errors)")
    try shell(change)
    let run = try gate()
    #expect(!run.output.contains("not affected"), "\(run.output)\(run.errors)")
  }

  /// A change above the folder of the app, as a shell command in the folder `App`, and the files before the
  /// change.
  static let changesAbove = [
    ("mv bgpolicy.config.yaml ..", "rm ../bgpolicy.config.yaml"),
    ("rm bgpolicy.config.yaml", "echo 'fail-on: warning' > ../bgpolicy.config.yaml"),
    ("rm bgpolicy.config.yaml", "echo 'fail-on: warning' > bgpolicy.config.yaml"),
    ("true", "rm bgpolicy.config.yaml"),
    ("echo /App/ios/bgpolicy.yaml > ../.gitignore", "rm ../.gitignore"),
    ("echo /ios/bgpolicy.yaml > .gitignore", "echo > .gitignore"),
    ("echo /ios/bgpolicy.yaml > rules; ln -s rules .gitignore", "echo > rules"),
    ("true", "echo 'A.swift working-tree-encoding=UTF-16' > ../.gitattributes"),
    ("true", "echo 'A.swift text eol=crlf' > .gitattributes"),
    ("echo '* text' > ../.gitattributes", "rm ../.gitattributes"),
    (
      "printf 'baseline: known.json\\n' > bgpolicy.config.yaml; echo '{\"version\":1,\"findings\":[]}' > known.json",
      "echo '{ \"version\": 1, \"findings\": [] }' > known.json"
    ),
  ]

  /// Files above the folder of an app decide which policies are found, what fails, and how Git writes the content of the app's files.
  @Test(arguments: changesAbove) func aChangeAboveTheAppAffectsThePolicy(_ prepare: String, _ change: String)
    throws
  {
    let repository = try ScratchRepository()
    let app = repository.folder.path("App")
    try repository.folder.write(
      "schema: 1\napp: { name: A, bundleIdentifier: com.example.a, sources: [Code] }\n",
      to: "App/ios/bgpolicy.yaml")
    try repository.folder.write("let a = 1\n", to: "App/ios/Code/A.swift")
    try repository.folder.write(
      "schema: 1\napp: { name: B, bundleIdentifier: com.example.b }\n", to: "App/other.bgpolicy.yaml")
    try repository.folder.write("fail-on: error\n", to: "App/bgpolicy.config.yaml")
    let reader = try repository.folder.script("echo '{}'", to: "reader")
    func shell(_ text: String) throws {
      let run = try Shell.run(["sh", "-ec", text], in: app)
      #expect(run.status == 0, "\(text): \(run.errors)")
    }
    func gate() throws -> Shell.Result {
      try Tool.run(
        words: ["gate", "--changed", "git:main", "--skip", "generated", "--skip", "budgets"], in: app,
        environment: ["BGPOLICY_APPREADER": reader])
    }
    try shell(prepare)
    try repository.git("add", "-A", "-f")
    try repository.commit("first")
    let before = try gate()
    #expect(before.output.contains("Passed: 0 policies"), "\(before.output)\(before.errors)")
    try shell(change)
    let run = try gate()
    #expect(run.output.contains("ios/bgpolicy.yaml"), "\(run.output)\(run.errors)")
  }
}
