import Foundation
import TestSupport
import Testing

/// Small or endless inputs that require much work end soon with a finding or an error.
@Suite struct BoundedInputTests {
  /// A thousand requirements for a thousand sessions would be a million findings.
  @Test func requirementsTimesSessions() throws {
    let sessions = (0..<1_000).map { "  s\($0): { identifier: com.example.a.s\($0) }\n" }.joined()
    let requirements = (0..<1_000).map {
      "  - { id: r\($0), for: sessions, must: { isDiscretionary: true } }\n"
    }.joined()
    let run = try Tool.run(
      "lint", "-", "--format", "gcc",
      input:
        "schema: 1\napp: { name: A, bundleIdentifier: com.example.a }\nsessions:\n\(sessions)require:\n\(requirements)"
    )
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        "error: The requirements have more than 100000 conditions to check, counting each declaration [yaml-limit]"
      ),
      "\(run.output.prefix(300))")
  }

  /// A path with more parts than a policy has levels.
  @Test func deepPath() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 1\n", to: "p.yaml")
    let path = "a" + String(repeating: ".a", count: 60_000)
    let run = try Tool.run("whatif", "p.yaml", "--set", path + "=1", in: folder.path)
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("bgpolicy: --set expects a path such as transfers.photos.submit; found \"a.a"))
    #expect(run.errors.utf8.count < 500)
  }

  #if os(Linux)
    @Test func endlessDevice() throws {
      let run = try Tool.run("calibrate", "/dev/zero")
      #expect(run.status == 2)
      #expect(run.errors == "bgpolicy: Can't read /dev/zero: It is a device without an end\n")
      #expect(try Tool.run("calibrate", "/dev/null").status == 1)
    }
  #endif

  /// A file that is too large is not shown.
  @Test func sparseFile() throws {
    let folder = try ScratchFolder()
    try #require(try Shell.run(["truncate", "-s", "10G", "a.yaml"], in: folder.path).status == 0)
    let run = try Tool.run("lint", "a.yaml", in: folder.path)
    #expect(run.status == 1)
    #expect(run.output.contains("The file is larger than 16 MiB"))
    #expect(run.output.utf8.count < 1_000)
  }

  /// Many policies that name one large file share a single limit on the size of named files.
  @Test(arguments: [
    ("base.yaml", "extends: base.yaml\n", "", "The policy extends files of more than 642 KiB"),
    ("Info.plist", "schema: 1\n", ", infoPlist: Info.plist", "the property lists are larger than 642 KiB"),
  ]) func manyPoliciesShareALimit(_ file: String, _ head: String, _ key: String, _ message: String) throws {
    let folder = try ScratchFolder()
    let padding = String(repeating: " ", count: 700 << 10)
    try folder.write(
      file == "base.yaml" ? "schema: 1\n#\(padding)\n" : "<plist><dict>\(padding)</dict></plist>", to: file)
    let policy = "\(head)app: { name: A, bundleIdentifier: com.example.a\(key) }\n"
    for number in 0..<204 { try folder.write(policy, to: "\(number).bgpolicy.yaml") }
    let run = try Tool.run("lint", "--format", "gcc", in: folder.path)
    #expect(run.status == 1)
    #expect(
      run.output.split(separator: "\n").count { $0.contains(message) && $0.contains("each of 204 policies") }
        == 204,
      "\(run.output.prefix(500))")
    #expect(try Tool.run("lint", "0.bgpolicy.yaml", "--format", "gcc", in: folder.path).status == 0)
  }
}
