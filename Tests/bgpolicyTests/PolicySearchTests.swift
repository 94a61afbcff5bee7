import Foundation
import TestSupport
import Testing

@testable import bgpolicy

/// Policies in folders, and the patterns that leave some out.
@Suite struct PolicySearchTests {
  struct Match: Sendable, CustomTestStringConvertible {
    let pattern: String
    let path: String
    let matches: Bool
    var isFolder = false
    var testDescription: String { "\(pattern) \(matches ? "matches" : "does not match") \(path)" }
  }

  static let matches = [
    Match(pattern: "a", path: "a", matches: true),
    Match(pattern: "a", path: "x/y/a", matches: true),
    Match(pattern: "a", path: "ab", matches: false),
    Match(pattern: "/a", path: "a", matches: true),
    Match(pattern: "/a", path: "x/a", matches: false),
    Match(pattern: "a/b", path: "a/b", matches: true),
    Match(pattern: "a/b", path: "x/a/b", matches: false),
    Match(pattern: "a/", path: "x/a", matches: true, isFolder: true),
    Match(pattern: "a/", path: "x/a", matches: false),
    Match(pattern: "*.yaml", path: "x/y.yaml", matches: true),
    Match(pattern: "*.yaml", path: "x/y.yml", matches: false),
    Match(pattern: "a/*", path: "a/b", matches: true),
    Match(pattern: "a/*", path: "a/b/c", matches: false),
    Match(pattern: "a/**", path: "a/b/c", matches: true),
    Match(pattern: "a/**", path: "a", matches: false, isFolder: true),
    Match(pattern: "**/a", path: "a", matches: true),
    Match(pattern: "**/a", path: "x/y/a", matches: true),
    Match(pattern: "a/**/b", path: "a/b", matches: true),
    Match(pattern: "a/**/b", path: "a/x/y/b", matches: true),
    Match(pattern: "a/**/**/b", path: "a/x/b", matches: true),
    Match(pattern: "a?c", path: "abc", matches: true),
    Match(pattern: "a?c", path: "ac", matches: false),
    Match(pattern: "[a-c]x", path: "bx", matches: true),
    Match(pattern: "[!a-c]x", path: "bx", matches: false),
    Match(pattern: "[]]x", path: "]x", matches: true),
    Match(pattern: "[a", path: "[a", matches: true),
    Match(pattern: "a[c-a]", path: "ac", matches: true),
    Match(pattern: "\\*a", path: "*a", matches: true),
    Match(pattern: "\\*a", path: "xa", matches: false),
    Match(pattern: "\\!a", path: "!a", matches: true),
    Match(pattern: "a*b*c", path: "a-b-b-c", matches: true),
    Match(pattern: "*a*a*a*a*a*a*a*a*b", path: String(repeating: "a", count: 200), matches: false),
    Match(pattern: "é*", path: "été", matches: true),
    Match(pattern: "a   ", path: "a", matches: true),
    Match(pattern: "a\\ ", path: "a ", matches: true),
  ]

  @Test(arguments: matches) func patternMatches(_ match: Match) throws {
    let pattern = try #require(IgnorePattern(match.pattern))
    let names = match.path.split(separator: "/").map(String.init)
    #expect(pattern.matches(names, isFolder: match.isFolder) == match.matches)
  }

  @Test(arguments: ["", "   ", "# comment", "/", "!", "!/", "//"]) func lineWithoutPattern(_ line: String) {
    #expect(IgnorePattern(line) == nil)
  }

  /// The time of a search grows with the cube of the number of nested folders, and Git accepts paths with two thousand folders.
  @Test func deepFoldersAreRefused() throws {
    let folder = try ScratchFolder()
    let inner = Array(repeating: "a", count: 65).joined(separator: "/")
    _ = try folder.write(Self.soundPolicy, to: "\(inner)/bgpolicy.yaml")
    let run = try Tool.run("lint", in: folder.path)
    #expect(run.status == 2 && run.errors.contains("nested deeper than 64 levels"), "\(run.errors)")
    let inside = try Tool.run("lint", in: folder.path("a"))
    #expect(inside.status == 0, "\(inside.errors)")
    _ = try folder.write(
      Self.soundPolicy.replacing("chain }", with: "chain, sources: [.] }"), to: "bgpolicy.yaml")
    let code = try Tool.run("lint", "bgpolicy.yaml", in: folder.path)
    #expect(code.output.contains("nested deeper than 64 levels"), "\(code.output)")
  }

  private static let policy = "schema: 2\n"
  /// A policy without errors, which every command can use.
  private static let soundPolicy = """
    schema: 1
    app: { name: Chain, bundleIdentifier: com.example.chain }
    sessions: { s: { identifier: com.example.chain.s, timeoutIntervalForResource: 7d } }
    transfers: { work: { session: s, count: 10, duration: 5s, submit: oneAtATime } }

    """

  /// A repository in which Git ignores some policies.
  private func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for path in [
      "bgpolicy.yaml", "app/b.bgpolicy.yaml", "app/old/c.bgpolicy.yml", "app/build/d.bgpolicy.yaml",
      "vendor/e.bgpolicy.yaml", "vendor/kept.bgpolicy.yaml", "Pods/f.bgpolicy.yaml",
      ".hidden/g.bgpolicy.yaml",
      "drafts/h.bgpolicy.yaml", "drafts/notes.yaml",
    ] {
      try folder.write(Self.policy, to: path)
    }
    try folder.write("build/\n/vendor/*\n!kept.bgpolicy.yaml\n# drafts\n", to: ".gitignore")
    try folder.write("old\n", to: "app/.gitignore")
    try folder.write("", to: ".git/HEAD")
    return folder
  }

  /// Policies that are left out are named together with the pattern that leaves them out. A policy that the
  /// call names is read.
  @Test(arguments: [
    (
      ["lint"], "*.yaml\n",
      "No policy found, because .gitignore leaves out a.bgpolicy.yaml; a file that is named"
    ),
    (
      ["gate", "--exclude", "*.yaml"], "",
      "because .gitignore or a pattern of exclude leaves out a.bgpolicy.yaml"
    ),
    (
      ["lint", "--exclude", "*.yaml", "--no-ignore"], "",
      "because a pattern of exclude leaves out a.bgpolicy.yaml"
    ),
    (["whatif", "--set", "schema=1"], "*.yaml\n", "because .gitignore leaves out a.bgpolicy.yaml"),
  ])
  func leftOutPoliciesAreNamed(_ words: [String], _ patterns: String, _ message: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.soundPolicy, to: "a.bgpolicy.yaml")
    try folder.write(patterns, to: ".gitignore")
    try folder.write("", to: ".git/HEAD")
    let run = try Tool.run(words: words, in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try Tool.run("lint", "a.bgpolicy.yaml", in: folder.path).status == 0)
  }

  /// Commands for one policy use the only policy of the folder.
  @Test(arguments: ["whatif", "advise", "estimate"]) func theOnlyPolicyIsFound(_ command: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.soundPolicy, to: "a.bgpolicy.yaml")
    let words = [command, "--runs", "2"] + (command == "whatif" ? ["--set", "app.name=B"] : [])
    let run = try Tool.run(words: words, in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.output == Tool.run(words: words + ["a.bgpolicy.yaml"], in: folder.path).output)
    try folder.write(Self.soundPolicy, to: "b.bgpolicy.yaml")
    let several = try Tool.run(words: words, in: folder.path)
    #expect(several.status == 2)
    #expect(several.errors.contains("name one of a.bgpolicy.yaml, b.bgpolicy.yaml"), "\(several.errors)")
  }

  struct Call: Sendable, CustomTestStringConvertible {
    let words: [String]
    var folder = ""
    let found: [String]
    var testDescription: String { "\(folder)$ lint \(words.joined(separator: " "))" }
  }

  static let calls = [
    Call(
      words: [],
      found: [
        "app/b.bgpolicy.yaml", "bgpolicy.yaml", "drafts/h.bgpolicy.yaml", "vendor/kept.bgpolicy.yaml",
      ]),
    Call(
      words: ["."],
      found: [
        "app/b.bgpolicy.yaml", "bgpolicy.yaml", "drafts/h.bgpolicy.yaml", "vendor/kept.bgpolicy.yaml",
      ]),
    Call(words: ["app"], found: ["app/b.bgpolicy.yaml"]),
    Call(words: ["app/"], found: ["app/b.bgpolicy.yaml"]),
    Call(words: ["./app", "app/b.bgpolicy.yaml", "app"], found: ["./app/b.bgpolicy.yaml"]),
    // The patterns above a folder apply to the folder, too.
    Call(words: ["."], folder: "vendor", found: ["kept.bgpolicy.yaml"]),
    Call(
      words: [".."], folder: "app",
      found: [
        "../app/b.bgpolicy.yaml", "../bgpolicy.yaml", "../drafts/h.bgpolicy.yaml",
        "../vendor/kept.bgpolicy.yaml",
      ]),
    // A file or folder that the call names is checked.
    Call(words: ["app/build/d.bgpolicy.yaml"], found: ["app/build/d.bgpolicy.yaml"]),
    Call(words: ["app/build"], found: ["app/build/d.bgpolicy.yaml"]),
    Call(
      words: ["--no-ignore"],
      found: [
        "app/b.bgpolicy.yaml", "app/build/d.bgpolicy.yaml", "app/old/c.bgpolicy.yml", "bgpolicy.yaml",
        "drafts/h.bgpolicy.yaml", "vendor/e.bgpolicy.yaml", "vendor/kept.bgpolicy.yaml",
      ]),
    Call(
      words: ["--exclude", "app/", "--exclude", "/drafts/*"],
      found: ["bgpolicy.yaml", "vendor/kept.bgpolicy.yaml"]),
    Call(words: ["--exclude", "*.bgpolicy.yaml"], found: ["bgpolicy.yaml"]),
    Call(words: ["--exclude", "app", "app/b.bgpolicy.yaml"], found: ["app/b.bgpolicy.yaml"]),
  ]

  @Test(arguments: calls) func lintFinds(_ call: Call) throws {
    let repository = try repository()
    let folder = call.folder.isEmpty ? repository.path : repository.path(call.folder)
    let result = try TestSupport.Tool.run(
      words: ["lint", "--format", "gcc", "--quiet"] + call.words, in: folder)
    let files = result.output.split(separator: "\n").compactMap {
      $0.split(separator: ":").first.map(String.init)
    }
    #expect(Set(files) == Set(call.found), "\(result.errors)")
  }

  /// Outside of a repository, only the `.gitignore` files of the folder itself count.
  @Test func ignoreFilesAboveNeedARepository() throws {
    let repository = try repository()
    try FileManager.default.removeItem(atPath: repository.path(".git"))
    let inside = try TestSupport.Tool.run("lint", "--format", "gcc", in: repository.path("vendor"))
    #expect(inside.output.contains("e.bgpolicy.yaml"))
    let whole = try TestSupport.Tool.run("lint", "--format", "gcc", in: repository.path)
    #expect(!whole.output.contains("vendor/e.bgpolicy.yaml"))
  }

  @Test(arguments: ["gate", "compile", "drift", "baseline"]) func otherCommandsSearchAsWell(_ command: String)
    throws
  {
    let repository = try repository()
    var words = [command, "app", "--exclude", "b.bgpolicy.yaml", "--no-ignore"]
    if command == "baseline" { words.insert("write", at: 1) }
    let result = try TestSupport.Tool.run(words: words, in: repository.path)
    let text = command == "baseline" ? try repository.read("bgpolicy-baseline.json") : result.output
    if command != "baseline" || !text.isEmpty { #expect(!text.contains("app/b.bgpolicy.yaml")) }
    if command != "drift" && command != "baseline" {
      #expect(text.contains("app/build/d.bgpolicy.yaml"), "\(result.errors)")
    }
  }

  /// A policy that can't be read is reported.
  @Test(arguments: [
    ("ln -s nowhere a/b.bgpolicy.yaml", "Can't read a/b.bgpolicy.yaml: No such file or directory"),
    ("ln -s b.bgpolicy.yaml a/b.bgpolicy.yaml", "Can't read a/b.bgpolicy.yaml: "),
    (
      "cp bgpolicy.yaml \"$(printf 'a/b\\377.bgpolicy.yaml')\"",
      "Can't read a/b\u{FFFD}.bgpolicy.yaml: No such file or directory; names of policies must be UTF-8"
    ),
  ]) func unreadablePolicyIsAnError(_ command: String, _ message: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let made = try Shell.run(["sh", "-c", "mkdir a && \(command)"], in: folder.path)
    // Some file systems can't have the name that the command makes.
    guard made.status == 0 else { return }
    let result = try TestSupport.Tool.run("lint", "--format", "gcc", in: folder.path)
    #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    #expect(result.output.contains("bgpolicy.yaml:1:9"), "the other policy is not checked")
    let rest = try TestSupport.Tool.run("lint", "--exclude", "a/", in: folder.path)
    #expect(rest.status == 1, "\(rest.errors)")
  }

  @Test func lockOfAnEditorIsNoPolicy() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(".#a.bgpolicy.yaml"), withDestinationPath: "me@host.123")
    #expect(try TestSupport.Tool.run("lint", in: folder.path).status == 1)
  }

  /// A command in which root has no right to read everything. `nil` if no such command exists.
  private static let withoutRights: [String]? = {
    guard getuid() == 0 else { return [] }
    let path = "/usr/bin/setpriv"
    return FileManager.default.isExecutableFile(atPath: path)
      ? [path, "--reuid", "65534", "--clear-groups"] : nil
  }()

  @Test(.enabled(if: withoutRights != nil)) func unreadableFolderIsAnError() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    try folder.write(Self.policy, to: "Locked/bgpolicy.yaml")
    let tool = folder.path("tool")
    let prepared = try Shell.run(
      [
        "sh", "-c", "cp \"$0\" tool && chmod 755 . && chmod 644 bgpolicy.yaml && chmod 0 Locked",
        TestSupport.Tool.path,
      ],
      in: folder.path)
    try #require(prepared.status == 0, "\(prepared.errors)")
    defer { _ = try? Shell.run(["chmod", "755", folder.path("Locked")]) }
    let call = try #require(Self.withoutRights) + [tool, "lint"]
    let result = try Shell.run(call, in: folder.path)
    #expect(result.status == 2)
    #expect(
      result.errors.contains("Can't search Locked: Permission denied; --exclude leaves it out"),
      "\(result.errors)")
    #expect(try Shell.run(call + ["--exclude", "Locked"], in: folder.path).status == 1)
  }

  @Test func argumentThatIsNotUTF8IsAnError() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let result = try Shell.run(
      ["sh", "-c", "exec \"$0\" compile --output \"$(printf 'o\\377')\"", TestSupport.Tool.path],
      in: folder.path)
    #expect(result.status == 2 && result.errors == "bgpolicy: Arguments must be UTF-8; found o\u{FFFD}\n")
  }

  @Test func outputFileTakesTheReport() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    let result = try TestSupport.Tool.run(
      "lint", "--format", "json", "--format", "gcc=lines", "--output-file", "report.json", in: folder.path)
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(try folder.read("report.json").hasPrefix("{"))
    #expect(try folder.read("lines").contains("bgpolicy.yaml:1:9"))
    let over = try TestSupport.Tool.run("lint", "--output-file", "bgpolicy.yaml", in: folder.path)
    #expect(over.status == 2 && over.errors.contains("would overwrite bgpolicy.yaml"), "\(over.errors)")
  }
}

extension ScratchFolder {
  /// The text of a file in the folder.
  fileprivate func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// A stranger may have written the patterns and the folders, and the work is the product of their numbers.
  @Test func comparisonsWithPatternsHaveALimit() throws {
    let folder = try ScratchFolder()
    // The limit counts a long pattern as several patterns, in proportion to its length.
    let pattern = "*" + String(repeating: "a", count: 110_000) + "\n"
    try folder.write(String(repeating: pattern, count: 9), to: ".gitignore")
    for index in 0..<700 { try folder.write("", to: "\(index)/file") }
    let run = try Tool.run("lint", in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("takes more than 20000000 steps"), "\(run.errors)")
  }
}
