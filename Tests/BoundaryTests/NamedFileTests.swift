import Foundation
import TestSupport
import Testing

/// Paths in a policy may name anything, but only regular files are read.
@Suite struct NamedFileTests {
  private static let app = "schema: 1\napp: { name: A, bundleIdentifier: com.example.a"

  /// Reading a device never ends, and reading a pipe waits for a writer forever.
  @Test(arguments: [
    ("/dev/zero", "It is a device or a pipe"),
    ("pipe", "It is a device or a pipe"), ("folder", "It is a folder"),
    ("-", "No such file or directory"), ("sparse.yaml", "It is larger than {limit}"),
  ])
  func isAFile(_ named: String, _ reason: String) throws {
    let folder = try ScratchFolder()
    let made = try Shell.run(
      ["sh", "-c", "mkfifo pipe && mkdir folder && truncate -s 10G sparse.yaml"], in: folder.path)
    try #require(made.status == 0)
    try folder.write("\(Self.app) }\nextends: \"\(named)\"\n", to: "base.yaml")
    // Standard input contains a policy.
    let base = try Tool.run("lint", "base.yaml", "--format", "gcc", input: "schema: 1\n", in: folder.path)
    #expect(base.status == 1)
    #expect(
      base.output
        == "base.yaml:3:10: error: The base policy \(named) can't be read: \(reason.replacing("{limit}", with: "16 MiB")) [policy-extends]\n"
    )
    try folder.write("\(Self.app), infoPlist: \"\(named)\" }\n", to: "list.yaml")
    let list = try Tool.run("lint", "list.yaml", "--format", "gcc", input: "schema: 1\n", in: folder.path)
    #expect(list.status == 1)
    let listReason = reason.replacing("{limit}", with: "1 MiB")
    #expect(
      list.output.contains("error: Can't read \(named): \(listReason) [app-file-unreadable]"),
      "\(list.output)")
  }

  /// pre-commit passes on the names of changed files, and a name may look like an option that accepts findings or writes elsewhere.
  @Test(arguments: ["--baseline=evil.plist", "--format=json=../outside.plist", "--exit-zero", "-q"])
  func isNoOption(_ name: String) throws {
    let folder = try ScratchFolder()
    try folder.write("\(Self.app) }\nbackgroundModes: [fetch, fetch]\n", to: "bgpolicy.yaml")
    let script =
      #""$0" baseline write --baseline=evil.plist && mkdir -p -- "./$(dirname -- "$1")" && : >"./$1""#
    let made = try Shell.run(["sh", "-c", script, Tool.path, name], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let refused = try Tool.run("lint", name, "bgpolicy.yaml", in: folder.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("\(name) is an option and the name of a file"), "\(refused.errors)")
    // After `--`, the name means the file.
    let read = try Tool.run("lint", "--", name, "bgpolicy.yaml", in: folder.path)
    #expect(!read.errors.contains("is an option"), "\(read.errors)")
    #expect(read.status == 2 || read.output.contains("bgpolicy.yaml"), "\(read.output)\(read.errors)")
  }

  /// A path that is too long for every system is a usage error, not a stack overflow.
  @Test func outputIsAPath() throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" } }
      tasks: { r: { type: appRefresh, identifier: com.example.a.r, reschedule: true } }
      backgroundModes: [fetch]
      permittedIdentifiers: [com.example.a.r]
      generate: { output: "\(String(repeating: "a/", count: 50_000))" }

      """, to: "bgpolicy.yaml")
    let result = try Tool.run("compile", "--no-estimate", in: folder.path)
    #expect(result.status == 2)
    #expect(result.errors.hasSuffix(": File name too long\n"), "\(result.errors.suffix(200))")
  }

  /// A killed run leaves its temporary file, and process identifiers repeat in a container.
  @Test func isWrittenBesideALeftover() throws {
    let folder = try ScratchFolder()
    try folder.write("\(Self.app) }\nbackgroundModes: [fetch, fetch]\n", to: "a.yaml")
    let result = try Shell.run(
      ["sh", "-c", "touch a.yaml.$$.tmp && exec \"$0\" lint --fix=all --exit-zero a.yaml", Tool.path],
      in: folder.path)
    #expect(result.status == 0)
    #expect(result.errors.contains("a.yaml: fixed "), "\(result.errors)")
  }
}
