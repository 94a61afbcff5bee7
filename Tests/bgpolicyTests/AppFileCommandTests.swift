import Foundation
import TestSupport
import Testing

/// The findings of `lint`, `compile` and `gate` in an app's own Info.plist and entitlements, called as a user calls them.
@Suite struct AppFileCommandTests {
  private static let policy = """
    schema: 1
    app:
      name: Diary
      bundleIdentifier: com.example.diary
      deploymentTarget: { iOS: "16.0" }
      infoPlist: App/Info.plist
      entitlements: App/Diary.entitlements
      appGroups: [group.com.example.diary]
    backgroundModes: [fetch]
    permittedIdentifiers: [com.example.diary.refresh]
    tasks:
      refresh: { type: appRefresh, identifier: com.example.diary.refresh, earliestBegin: 1h, reschedule: true }

    """

  private static let info = """
    <plist version="1.0">
    <dict>
      <key>BGTaskSchedulerPermittedIdentifiers</key>
      <array>
        <string>$(PRODUCT_BUNDLE_IDENTIFIER).refresh</string>
      </array>
      <key>UIBackgroundModes</key>
      <array>
        <string>fetch</string>
      </array>
    </dict>
    </plist>

    """

  private static let entitlements = """
    <plist version="1.0">
    <dict>
      <key>com.apple.security.application-groups</key>
      <array>
        <string>group.com.example.diary</string>
      </array>
    </dict>
    </plist>

    """

  /// A change of the app's own files, and the location where it has to be found.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let rule: String
    let location: String
  }

  static let changes = [
    Change(
      testDescription: "an identifier is gone",
      old: "    <string>$(PRODUCT_BUNDLE_IDENTIFIER).refresh</string>\n", new: "",
      rule: "plist-identifier-missing", location: "App/Info.plist:3:8"),
    Change(
      testDescription: "an identifier is new", old: ".refresh</string>\n",
      new: ".refresh</string>\n    <string>com.example.diary.cleanup</string>\n",
      rule: "plist-identifier-surplus", location: "App/Info.plist:6:13"),
    Change(
      testDescription: "a mode is gone", old: "    <string>fetch</string>\n", new: "",
      rule: "plist-mode-missing", location: "App/Info.plist:7:8"),
    Change(
      testDescription: "a mode is new", old: "fetch</string>\n",
      new: "fetch</string>\n    <string>audio</string>\n",
      rule: "plist-mode-surplus", location: "App/Info.plist:10:13"),
    Change(
      testDescription: "a group is gone", old: "    <string>group.com.example.diary</string>\n", new: "",
      rule: "entitlement-group-missing", location: "App/Diary.entitlements:3:8"),
    Change(
      testDescription: "a group is new", old: "diary</string>\n",
      new: "diary</string>\n    <string>group.com.example.old</string>\n",
      rule: "entitlement-group-surplus", location: "App/Diary.entitlements:6:13"),
  ]

  private static func folder(_ change: Change? = nil) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    for (path, text) in [("App/Info.plist", info), ("App/Diary.entitlements", entitlements)] {
      try folder.write(change.map { text.replacing($0.old, with: $0.new) } ?? text, to: path)
    }
    return folder
  }

  private static let commands = [
    ["lint"], ["compile"], ["compile", "--check"], ["compile", "--check", "--merge"],
    ["gate", "--skip", "budgets"],
  ]

  @Test func agreeingFilesPass() throws {
    let folder = try Self.folder()
    #expect(
      try Tool.run("lint", in: folder.path).output
        == "Nothing found in 1 policy\nNot compared with the code: `bgpolicy drift`\n")
    #expect(try Tool.run("compile", "--runs", "1", "--quiet", in: folder.path).status == 0)
    for command in Self.commands {
      let result = try Tool.run(words: command, in: folder.path)
      #expect(result.status == 0, "\(command): \(result.output)\(result.errors)")
    }
  }

  @Test(arguments: changes) func everyCommandFailsWithThePlace(_ change: Change) throws {
    let folder = try Self.folder()
    #expect(try Tool.run("compile", "--runs", "1", "--quiet", in: folder.path).status == 0)
    for (path, text) in [("App/Info.plist", Self.info), ("App/Diary.entitlements", Self.entitlements)] {
      try folder.write(text.replacing(change.old, with: change.new), to: path)
    }
    for command in Self.commands {
      let result = try Tool.run(words: command + ["--format", "gcc", "--quiet"], in: folder.path)
      #expect(result.status == 1, "\(command): \(result.output)\(result.errors)")
      let lines = result.output.split(separator: "\n").filter { $0.contains("[\(change.rule)]") }
      #expect(
        lines.count == 1 && lines[0].hasPrefix("\(change.location): error: "), "\(command): \(result.output)")
    }
  }

  /// Each format contains the location, and formats for programs can be parsed.
  @Test(arguments: [
    "text", "gcc", "json", "sarif", "github", "gitlab", "junit", "rdjson", "markdown",
  ]) func everyFormatHasThePlace(_ format: String) throws {
    let folder = try Self.folder(Self.changes[3])
    let output = try Tool.run("lint", "--format", format, in: folder.path).output
    #expect(output.contains("App/Info.plist"))
    #expect(output.contains("plist-mode-surplus"))
    let places = [
      "text": "App/Info.plist:10:13: error", "gcc": "App/Info.plist:10:13: error",
      "github": "file=App/Info.plist,line=10,", "gitlab": "\"begin\":10", "json": "\"line\": 10",
      "sarif": "\"startLine\": 10", "rdjson": "\"line\": 10", "markdown": "App/Info.plist:10",
      "junit": ":10:13",
    ]
    let place = try #require(places[format])
    #expect(output.replacing(" ", with: "").contains(place.replacing(" ", with: "")), "\(output)")
    if ["json", "sarif", "gitlab", "rdjson"].contains(format) {
      _ = try JSONSerialization.jsonObject(with: Data(output.utf8))
    }
  }

  /// Findings in a binary file are at its start, and reports contain none of its bytes.
  @Test func binaryFilesHaveNoExcerpt() throws {
    let folder = try Self.folder(Self.changes[3])
    let path = folder.path("App/Info.plist")
    let value = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: URL(filePath: path)), format: nil)
    try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
      .write(to: URL(filePath: path))
    for format in ["text", "json", "sarif", "gitlab", "rdjson", "markdown", "junit", "github", "gcc"] {
      let result = try Tool.run("lint", "--format", format, in: folder.path)
      #expect(result.status == 1)
      #expect(!result.output.contains("bplist"), "\(format)")
    }
    let text = try Tool.run("lint", "--format", "gcc", "--quiet", in: folder.path).output
    #expect(text.hasPrefix("App/Info.plist:1:1: error: "))
  }

  // MARK: - Merging

  /// A program learns from the report why the check of a merge fails.
  @Test func checkOfAMergeHasFindings() throws {
    let folder = try Self.folder(Self.changes[0])
    #expect(try Tool.run("compile", "--runs", "1", "--quiet", "--merge", in: folder.path).status == 0)
    #expect(try Tool.run("compile", "--merge", "--check", "--format", "json", in: folder.path).status == 0)
    try folder.write(Self.info.replacing("fetch", with: "$(MODE)"), to: "App/Info.plist")
    let result = try Tool.run(
      "compile", "--merge", "--check", "--format", "json", "--quiet", in: folder.path)
    struct Report: Decodable {
      struct Summary: Decodable { let errors: Int }
      let summary: Summary
    }
    #expect(result.status == 1)
    #expect(try JSONDecoder().decode(Report.self, from: Data(result.output.utf8)).summary.errors > 0)
  }

  @Test(arguments: [changes[0], changes[2], changes[4]]) func mergeMendsWhatIsMissing(_ change: Change) throws
  {
    let folder = try Self.folder(change)
    let result = try Tool.run("compile", "--runs", "1", "--merge", in: folder.path)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      try Tool.run("lint", in: folder.path).output
        == "Nothing found in 1 policy\nNot compared with the code: `bgpolicy drift`\n")
    #expect(try Tool.run("gate", "--skip", "budgets", in: folder.path).status == 0)
  }

  @Test func mergeLeavesWhatItDoesNotKnowAndSaysSo() throws {
    let folder = try Self.folder(Self.changes[3])
    let result = try Tool.run("compile", "--runs", "1", "--merge", "--format", "gcc", in: folder.path)
    #expect(result.status == 1)
    #expect(result.output.contains("App/Info.plist:10:13: error: "))
    #expect(result.errors.contains("Unchanged App/Info.plist"))
    #expect(FileManager.default.fileExists(atPath: folder.path("Generated/DiaryTasks.swift")))
  }

  // MARK: - Operands, baselines

  @Test func propertyListStandsForThePoliciesThatNameIt() throws {
    let folder = try Self.folder(Self.changes[0])
    try folder.write("schema: 1\nunknown: 1\n", to: "Other/bgpolicy.yaml")
    try folder.write(Self.info, to: "Other/Info.plist")
    let named = try Tool.run("lint", "App/Info.plist", in: folder.path)
    #expect(named.status == 1)
    #expect(named.output.contains("plist-identifier-missing") && !named.output.contains("policy-unknown-key"))
    let both = try Tool.run("lint", "./App/Info.plist", "bgpolicy.yaml", in: folder.path)
    #expect(both.output.contains("1 error in 1 policy"))
    let unnamed = try Tool.run("lint", "Other/Info.plist", in: folder.path)
    #expect(unnamed.status == 0)
    #expect(unnamed.errors == "No policy names Other/Info.plist\n")
  }

  @Test func baselineKeepsOneEntryAndNoOther() throws {
    let folder = try Self.folder(Self.changes[3])
    #expect(try Tool.run("baseline", "write", in: folder.path).status == 0)
    let words = ["lint", "--baseline", "bgpolicy-baseline.json"]
    #expect(try Tool.run(words: words, in: folder.path).status == 0)
    let text = try String(contentsOfFile: folder.path("App/Info.plist"), encoding: .utf8)
    try folder.write(text.replacing("audio", with: "voip"), to: "App/Info.plist")
    let result = try Tool.run(words: words, in: folder.path)
    #expect(result.status == 1 && result.output.contains("voip"))
  }

  /// Generated code does not become stale when a property list of the app changes.
  @Test func generatedFilesDoNotDependOnTheAppsFiles() throws {
    let folder = try Self.folder()
    #expect(try Tool.run("compile", "--runs", "1", "--quiet", in: folder.path).status == 0)
    try folder.write(Self.info.replacing("<dict>", with: "<dict><!-- a comment -->"), to: "App/Info.plist")
    #expect(try Tool.run("compile", "--check", in: folder.path).status == 0)
  }
}
