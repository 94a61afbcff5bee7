import Foundation
import TestSupport
import Testing

/// `lint --fix`, `lint --diff` and `compile --diff`.
@Suite struct FixCommandTests {
  private static let policy = """
    # é😀 The policy of an app
    schema: 1
    app: { name: A, bundleIdentifier: com.example }   # the app
    backgroundModes: [ "fetch", fetch ]   # modes
    tasks:
      refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, expectedRuntime: 20s }
    sessions:
      two:   # the second
        identifier: com.example.two
        sessionSendsLaunchEvents: true   # a wish
        timeoutIntervalForResource: 1d

    """

  private static let mended = """
    # é😀 The policy of an app
    schema: 1
    app: { name: A, bundleIdentifier: com.example }   # the app
    backgroundModes: [ "fetch" ]   # modes
    tasks:
      refresh: { type: appRefresh, identifier: com.example.refresh, reschedule: true, expectedRuntime: 20s }
    sessions:
      two:   # the second
        identifier: com.example.two
        # a wish
        timeoutIntervalForResource: 1d

    """

  private func text(_ folder: ScratchFolder, _ name: String = "bgpolicy.yaml") throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
  }

  @Test(arguments: ["\n", "\r\n"]) func safeFixesAreMade(_ lineBreak: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy.replacingOccurrences(of: "\n", with: lineBreak), to: "bgpolicy.yaml")
    let result = try Tool.run("lint", "--fix", in: folder.path)
    #expect(result.status == 0)
    #expect(result.errors == "bgpolicy.yaml: fixed 2 findings\n")
    #expect(try text(folder) == Self.mended.replacingOccurrences(of: "\n", with: lineBreak))
    #expect(try Tool.run("lint", "--fix=all", in: folder.path).errors == "")
  }

  @Test(arguments: ["\n", "\r\n"]) func diffIsWhatFixDoes(_ lineBreak: String) throws {
    let folder = try ScratchFolder()
    let policy = Self.policy.replacingOccurrences(of: "\n", with: lineBreak)
    // No line break at the end, a case of its own for every diff.
    try folder.write(String(policy.dropLast()), to: "bgpolicy.yaml")
    let diff = try Tool.run("lint", "--diff", in: folder.path)
    #expect(diff.errors == "bgpolicy.yaml: --fix would fix 2 findings\n")
    #expect(try text(folder) == policy.dropLast())
    let other = try ScratchFolder()
    try other.write(String(policy.dropLast()), to: "bgpolicy.yaml")
    try other.write(diff.output, to: "change.patch")
    let apply = try Shell.run(["git", "apply", "--whitespace=nowarn", "change.patch"], in: other.path)
    #expect(apply.status == 0, "\(apply.errors)\(diff.output)")
    _ = try Tool.run("lint", "--fix", in: folder.path)
    #expect(try text(other) == text(folder))
  }

  @Test func standardInputIsShownAndNotMended() throws {
    #expect(try Tool.run("lint", "-", "--fix", input: Self.policy).status == 2)
    let diff = try Tool.run("lint", "-", "--diff", "--stdin-filename", "app.yaml", input: Self.policy)
    #expect(diff.output.hasPrefix("--- a/app.yaml\n+++ b/app.yaml\n@@ -1,11 +1,11 @@\n"))
    #expect(try Tool.run("lint", "-", "--diff", input: Self.mended).output == "")
  }

  @Test func linksAndPermissionsStay() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Self.policy, to: "real.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bgpolicy.yaml"), withDestinationPath: "real.yaml")
    _ = try Tool.run("lint", "--fix", in: folder.path)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("bgpolicy.yaml")) == "real.yaml")
    #expect(try text(folder, "real.yaml") == Self.mended)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func unknownScopeIsRefused() throws {
    let result = try Tool.run("lint", "--fix=some", input: "")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("bgpolicy: --fix takes one of safe, all, and not \"some\"\n"))
  }

  @Test func compileShowsWhatWouldChange() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.mended, to: "bgpolicy.yaml")
    let new = try Tool.run("compile", "--diff", in: folder.path)
    #expect(new.status == 1)
    try folder.write(new.output.drop { $0 != "-" }.description, to: "change.patch")
    _ = try Shell.run(["git", "init", "-q"], in: folder.path)
    let apply = try Shell.run(["git", "apply", "change.patch"], in: folder.path)
    #expect(apply.status == 0, "\(apply.errors)\(new.output)")
    let again = try Tool.run("compile", "--diff", "--quiet", in: folder.path)
    #expect(again.status == 0)
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0)
  }
}
