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

  private static let fixed = """
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
    #expect(try text(folder) == Self.fixed.replacingOccurrences(of: "\n", with: lineBreak))
    #expect(try Tool.run("lint", "--fix=all", in: folder.path).errors == "")
  }

  @Test(arguments: ["\n", "\r\n"]) func diffIsWhatFixDoes(_ lineBreak: String) throws {
    let folder = try ScratchFolder()
    let policy = Self.policy.replacingOccurrences(of: "\n", with: lineBreak)
    // A diff of a file without a line break at its end is a special case.
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

  /// A call that changes nothing says so, and counts the fixes that the other value of `--fix` would make.
  @Test(arguments: [
    ("--diff", "waitsForConnectivity: true", "--fix would fix nothing; 1 fixable with --fix=all\n"),
    ("--fix=all", "timeoutIntervalForResource: 1d", "--fix=all would fix nothing\n"),
    ("--fix", "timeoutIntervalForResource: 1d", "--fix would fix nothing\n"),
  ])
  func diffWithoutChangesSaysSo(_ option: String, _ key: String, _ note: String) throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        a: { identifier: com.example.a, timeoutIntervalForResource: 1d, \(key) }
      """.replacing("1d, timeoutIntervalForResource: 1d", with: "1d"), to: "bgpolicy.yaml")
    let run = try Tool.run(words: ["lint", "--diff", option], in: folder.path)
    #expect(run.output == "")
    #expect(run.errors == note)
  }

  @Test func standardInputIsShownAndNotMended() throws {
    #expect(try Tool.run("lint", "-", "--fix", input: Self.policy).status == 2)
    let diff = try Tool.run("lint", "-", "--diff", "--stdin-filename", "app.yaml", input: Self.policy)
    #expect(diff.output.hasPrefix("--- a/app.yaml\n+++ b/app.yaml\n@@ -1,11 +1,11 @@\n"))
    #expect(try Tool.run("lint", "-", "--diff", input: Self.fixed).output == "")
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
    #expect(try text(folder, "real.yaml") == Self.fixed)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// A link to a file that does not exist points to the file that is created.
  @Test func linksToNothingStay() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.policy, to: "bgpolicy.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("report.json"), withDestinationPath: "there.json")
    _ = try Shell.run(
      [Tool.path, "lint", "--format", "json=report.json", "bgpolicy.yaml"], in: folder.path)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("report.json")) == "there.json")
    #expect(try text(folder, "there.json").hasPrefix("{"))
  }

  private func fix(_ text: String, _ words: String...) throws -> (text: String, result: Shell.Result) {
    let folder = try ScratchFolder()
    try folder.write(text, to: "bgpolicy.yaml")
    let result = try Shell.run([Tool.path, "lint"] + words, in: folder.path)
    return (try self.text(folder), result)
  }

  /// The fix removes the only entry of a list whose dashes are in the column of the list's key.
  @Test func fixedListsAreYAML() throws {
    let text = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { watchOS: "9.0" } }
      backgroundModes:
      - external-accessory
      foo: 1
      bar: 2

      """
    let fixed = try fix(text, "--fix=all")
    #expect(
      fixed.text == text.replacing("backgroundModes:\n- external-accessory", with: "backgroundModes: []"))
    #expect(!fixed.result.output.contains("yaml-syntax"))
  }

  @Test func unmadeFixesAreNamed() throws {
    let fixed = try fix(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      backgroundModes: [Fetch]

      """, "--fix=all")
    #expect(fixed.text.hasSuffix("backgroundModes: [fetch]\n"))
    #expect(
      fixed.result.errors == """
        bgpolicy.yaml: fixed 1 finding

        """)
  }

  @Test func lastLineCountsFixes() throws {
    let result = try fix(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      backgroundModes: [fetch, fetch]
      sessions: { api: { type: default, isDiscretionary: true } }

      """
    ).result
    #expect(
      result.output.hasSuffix(
        "in 1 policy\n1 fixable with --fix, 1 more with --fix=all\nNot compared with the code: `bgpolicy drift`\n"
      ),
      "\(result.output)")
    #expect(result.output.contains("= fix: Remove it (--fix)\n"))
    #expect(
      result.output.contains(
        "= fix: Remove isDiscretionary (--fix=all, unsafe: changes the generated Swift)\n"))
  }

  /// A fix that a person has to choose is shown, but neither applied, counted, nor offered as a suggestion.
  @Test(
    arguments: [
      (
        "text",
        "= fix: Write { mode: voip, because: takes calls } (display-only: depends on whether the app takes calls)\n",
        "fixable"
      ),
      ("json", "\"safety\": \"display-only\"", "\"unsafe\": 1"),
      ("sarif", "\"safety\": \"display-only\"", "\"safety\": \"unsafe\""),
      ("github", "help: write { mode: voip, because: takes calls }", "Remove voip"),
      ("rdjson", "bg-mode-voip-unexplained", "suggestions"),
    ]) func displayOnlyFixesAreShown(_ format: String, _ expected: String, _ unexpected: String) throws
  {
    let policy = "schema: 1\napp: { name: A, bundleIdentifier: com.example }\nbackgroundModes: [voip]\n"
    let fixed = try fix(policy, "--fix=all", "--format", format)
    #expect(fixed.text == policy)
    #expect(fixed.result.output.contains(expected), "\(fixed.result.output)")
    #expect(!fixed.result.output.contains(unexpected), "\(fixed.result.output)")
  }

  @Test func selectedFindingsAreFixed() throws {
    let fixed = try fix(Self.policy, "--fix=all", "--select", "modes")
    #expect(
      fixed.text == Self.policy.replacing("[ \"fetch\", fetch ]", with: "[ \"fetch\" ]"),
      "\(fixed.result.errors)")
  }

  @Test func unknownScopeIsRefused() throws {
    let result = try Tool.run("lint", "--fix=some", input: "")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("bgpolicy: --fix expects safe or all; found \"some\"\n"))
  }

  @Test func compileShowsWhatWouldChange() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.fixed, to: "bgpolicy.yaml")
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
