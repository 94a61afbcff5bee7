import Foundation
import TestSupport
import Testing

/// The formats of findings, as their readers parse them.
@Suite struct LintFormatTests {
  static let formats = [
    "text", "concise", "json", "gcc", "sarif", "github", "gitlab", "junit", "rdjson", "markdown",
  ]

  /// A name in which every format has something to escape.
  private static let oddName = "odd, 50%: é|`<b>`.bgpolicy.yaml"

  private static let baseline = """
    { "version": 1, "findings": [
      { "file": "\(oddName)", "rule": "session-identifier-duplicate", "path": "sessions.twin.identifier", "count": 1 } ] }
    """

  // MARK: Goldens

  /// A policy with a base, a requirement, a suppressing comment and a suppressing baseline, and with special
  /// characters of every format in its messages.
  @Test(arguments: formats) func writesWhatItWrote(_ format: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Project.text("Tests/Fixtures/Lint/every-format.bgpolicy.yaml"), to: Self.oddName)
    try folder.write(Project.text("Tests/Fixtures/Lint/base.bgpolicy.yaml"), to: "base.bgpolicy.yaml")
    try folder.write(Self.baseline, to: "baseline.json")
    let result = try Tool.run(
      "lint", Self.oddName, "--baseline", "baseline.json", "--format", format, in: folder.path)
    #expect(result.status == 1)
    #expect(result.errors == "")
    Snapshot.check(result.output, against: "Tests/Fixtures/Lint/Formats/every-format.\(format)")
  }

  // MARK: What services read

  /// A job that passes shows no failed test.
  @Test(arguments: [("error", 0), ("warning", 1), ("info", 2)])
  func junitFailsWithTheExitStatus(_ limit: String, _ failures: Int) throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: A, bundleIdentifier: com.example }
      sessions:
        a: { identifier: com.example.a, waitsForConnectivity: false }
      """, to: "bgpolicy.yaml")
    let result = try Tool.run("lint", "--format", "junit", "--fail-on", limit, in: folder.path)
    #expect(result.output.contains("tests=\"2\" failures=\"\(failures)\""))
    #expect(result.output.split(separator: "<failure ").count - 1 == failures)
    #expect(result.status == (failures > 0 ? 1 : 0))
  }

  /// Services know files from the repository's root, whatever the working directory is.
  @Test(arguments: ["sarif", "github", "gitlab", "rdjson"])
  func placesStartAtTheRoot(_ format: String) throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 1\napp: {}\n", to: "apps/one/bgpolicy.yaml")
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    func output(_ arguments: String..., in path: String) throws -> String {
      try Tool.run(words: ["lint", "--format", format] + arguments, in: folder.path + path).output
    }
    let fromRoot = try output("apps/one/bgpolicy.yaml", in: "")
    #expect(fromRoot.contains("apps/one/bgpolicy.yaml"))
    #expect(try output("bgpolicy.yaml", in: "/apps/one") == fromRoot)
    #expect(try output(folder.path + "/apps/one/bgpolicy.yaml", in: "/apps") == fromRoot)
    #expect(try !output("--root", "..", "bgpolicy.yaml", in: "/apps/one").contains("apps/one"))
  }

  // MARK: Forty findings

  private static let forty = "Tests/Fixtures/Lint/forty-findings.bgpolicy.yaml"

  /// The number of findings that each format has for the forty mistakes, counted by the beginnings of
  /// findings.
  static let marks: [(format: String, mark: String)] = [
    ("text", "\nTests/"), ("json", "\"rule\":"), ("sarif", "\"ruleIndex\":"), ("gitlab", "\"check_name\":"),
    ("junit", "<testcase "), ("rdjson", "\"severity\":"), ("markdown", "| `Tests/"),
  ]

  @Test(arguments: marks) func hasAllForty(_ format: String, _ mark: String) throws {
    let result = try Tool.run("lint", Self.forty, "--format", format)
    #expect(("\n" + result.output).split(separator: mark, omittingEmptySubsequences: false).count - 1 == 40)
  }

  @Test func gccHasALineForEach() throws {
    let lines = try Tool.run("lint", Self.forty, "--format", "gcc").output.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix("]") } == 40)
    #expect(lines.filter { !$0.hasSuffix("]") }.allSatisfy { $0.contains(": note: ") })
  }

  /// Exactly one line for each finding, without the related locations.
  @Test func conciseHasOneLineForEach() throws {
    let lines = try Tool.run("lint", Self.forty, "--format", "concise").output.split(separator: "\n")
    let gcc = try Tool.run("lint", Self.forty, "--format", "gcc").output.split(separator: "\n")
    #expect(lines.count == 40)
    #expect(lines == gcc.filter { $0.hasSuffix("]") })
  }

  @Test(arguments: ["error", "warning", "info"]) func statusIsTheSame(_ limit: String) throws {
    let texts = [Self.forty, "Examples/Photos/bgpolicy.yaml", "Documentation/first-try.bgpolicy.yaml"]
    for text in texts {
      let expected = try Tool.run("lint", text, "--fail-on", limit).status
      for format in Self.formats {
        let result = try Tool.run("lint", text, "--fail-on", limit, "--format", format)
        #expect(result.status == expected, "\(text) as \(format)")
        #expect(result.errors == "")
      }
    }
  }

  /// GitHub shows ten annotations of a kind. Of 25 errors, nine and the number of the remaining errors are
  /// shown; all ten warnings are shown.
  @Test func gitHubSaysWhatItLeavesOut() throws {
    let lines = try Tool.run("lint", Self.forty, "--format", "github").output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
    #expect(lines.count { $0.hasPrefix("::notice ") } == 5)
    let last = try #require(lines.last)
    #expect(last.hasPrefix("::error title=bgpolicy::16 errors more: "))
    #expect(lines.filter { $0.contains(" more: ") } == [last])
  }

  /// A comment on GitHub takes 65,536 characters.
  @Test func markdownStaysShort() throws {
    let modes = (1...900).map { "telepathy\($0)" }.joined(separator: ",\n  ")
    let text = "schema: 1\nbackgroundModes: [\n  \(modes)]\n"
    let page = try Tool.run("lint", "-", "--format", "markdown", input: text).output
    #expect(page.utf8.count < 65_536)
    let rows = page.split(separator: "\n").count { $0.hasPrefix("| warning |") }
    #expect(rows > 100)
    #expect(page.contains("\n\(900 - rows) more do not fit here; `bgpolicy lint` shows all.\n"))
    #expect(page.contains("<summary>Details of the first "))
    #expect(page.hasSuffix("\n</details>\n"))
  }

  @Test func severalFilesAreWhatOneIs() throws {
    let folder = try ScratchFolder()
    let words = Self.formats.flatMap { ["--format", "\($0)=\(folder.path("report.\($0)"))"] }
    let result = try Shell.run([Tool.path, "lint", Self.forty] + words, in: Project.root)
    #expect(result.status == 1)
    #expect(result.output == "")
    for format in Self.formats {
      let file = try String(contentsOfFile: folder.path("report.\(format)"), encoding: .utf8)
      #expect(try Tool.run("lint", Self.forty, "--format", format).output == file, "\(format)")
    }
  }

  // MARK: Files that must stay

  @Test func reportTakesNoPlaceOfAPolicy() throws {
    let folder = try ScratchFolder()
    let policy = "schema: 1\nextends: base.yaml\n"
    let base = "schema: 1\nbackgroundModes: [audoi]\n"
    try folder.write(policy, to: "a.bgpolicy.yaml")
    try folder.write(base, to: "base.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a.bgpolicy.yaml")
    for file in ["a.bgpolicy.yaml", "./a.bgpolicy.yaml", "link", "base.yaml"] {
      let result = try Tool.run(
        "lint", "--format", "json=other.json", "--format", "sarif=\(file)", in: folder.path)
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("bgpolicy: --format sarif=\(file) would overwrite "))
      #expect(!FileManager.default.fileExists(atPath: folder.path("other.json")))
    }
    #expect(try String(contentsOfFile: folder.path("a.bgpolicy.yaml"), encoding: .utf8) == policy)
    #expect(try String(contentsOfFile: folder.path("base.yaml"), encoding: .utf8) == base)
  }

  @Test func twoReportsNeedTwoFiles() throws {
    let result = try Tool.run("lint", "--format", "sarif=report.out", "--format", "json=./report.out")
    #expect(result.status == 2)
    #expect(result.errors.contains("Two formats can't be written to one file: ./report.out is named twice"))
  }

  @Test func estimateHasFormsOfItsOwn() throws {
    let result = try Tool.run("estimate", "Examples/Photos/bgpolicy.yaml", "--format", "sarif")
    #expect(result.status == 2)
    #expect(
      result.errors.contains("--format expects text, json, html, markdown or csv; found \"sarif\""))
  }

  // MARK: What stays the same when lines move

  private func fingerprints(_ text: String) throws -> [String] {
    let output = try Tool.run("lint", "-", "--format", "gitlab", input: text).output
    let entries = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]])
    return entries.compactMap { $0["fingerprint"] as? String }
  }

  @Test func fingerprintsSurviveLinesAbove() throws {
    let text = try Project.text(Self.forty)
    let before = try fingerprints(text)
    #expect(before.count == 40)
    #expect(Set(before).count == 40)
    #expect(try fingerprints("# one\n# two\n\n" + text) == before)
  }

  // MARK: SARIF

  private func run(_ words: String..., input: String? = nil) throws -> [String: Any] {
    let output = try Shell.run(
      [Tool.path, "lint", "--format", "sarif"] + words, input: input, in: Project.root
    ).output
    let log = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  @Test func sarifNamesAbsolutePathsAsURIs() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("schema: 2\n", to: "a b.yaml")
    let run = try run(path)
    let results = try #require(run["results"] as? [[String: Any]])
    let location = try #require((results.first?["locations"] as? [[String: Any]])?.first)
    let place = try #require(location["physicalLocation"] as? [String: Any])
    let artifact = try #require(place["artifactLocation"] as? [String: String])
    #expect(artifact == ["uri": "file://" + path.replacing("a b.yaml", with: "a%20b.yaml")])
    #expect(results.first?["baselineState"] == nil)
  }

  /// Aliases and merge keys give the same text several paths in the policy.
  @Test func sarifNamesEachWayToAText() throws {
    let run = try run(
      "-",
      input: """
        schema: 1
        app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }
        sessions:
          api: &api { type: default, httpAdditionalHeaders: { Host: example.com } }
          feed: *api
          images: { <<: *api }
        """)
    let results = try #require(run["results"] as? [[String: Any]])
    let result = try #require(results.first { $0["ruleId"] as? String == "session-reserved-header" })
    let locations = try #require(result["locations"] as? [[String: Any]])
    #expect(locations.count == 1)
    let ways = try #require(locations.first?["logicalLocations"] as? [[String: String]])
    #expect(
      ways.map { $0["fullyQualifiedName"] } == [
        "sessions.api.httpAdditionalHeaders.Host", "sessions.feed.httpAdditionalHeaders.Host",
        "sessions.images.httpAdditionalHeaders.Host",
      ])
  }

  @Test func sarifSaysWhatCouldNotBeRead() throws {
    let run = try run("no-such-file.yaml", Self.forty)
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 1)
    #expect((run["results"] as? [Any])?.count == 40)
  }

  // MARK: The problem matcher

  struct Matchers: Decodable {
    struct Matcher: Decodable {
      struct Pattern: Decodable {
        let regexp: String
        let file: Int
        let line: Int
        let column: Int
        let severity: Int?
        let message: Int
        let code: Int
      }
      let owner: String
      let severity: String?
      let pattern: [Pattern]
    }
    let problemMatcher: [Matcher]
  }

  /// The parts of a line that GitHub's runner extracts with the patterns of the matcher file. `nil` if no
  /// pattern matches.
  private func match(_ line: String, _ matchers: Matchers) throws -> [String]? {
    for matcher in matchers.problemMatcher {
      let pattern = try #require(matcher.pattern.first)
      let regex = try NSRegularExpression(pattern: pattern.regexp)
      guard let match = regex.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)) else {
        continue
      }
      func group(_ index: Int) -> String { (line as NSString).substring(with: match.range(at: index)) }
      return [
        group(pattern.file), group(pattern.line), group(pattern.column),
        pattern.severity.map(group) ?? matcher.severity ?? "error", group(pattern.message),
        group(pattern.code),
      ]
    }
    return nil
  }

  @Test func problemMatcherReadsTheGolden() throws {
    let matchers = try JSONDecoder().decode(
      Matchers.self, from: Data(try Project.text(".github/bgpolicy-matcher.json").utf8))
    let lines = try Project.text("Tests/Fixtures/Lint/Formats/every-format.gcc").split(separator: "\n").map(
      String.init)
    let found = try lines.compactMap { try match($0, matchers) }
    #expect(found.count == 9)
    #expect(
      found.contains([
        Self.oddName, "5", "19", "warning",
        "UIBackgroundModes has no value 100% <mode>|`a`, \"b\" & *c*: [d](e)\\n::error::f\\u{7} @team #12 :100:",
        "bg-mode-unknown",
      ]))
    #expect(
      found.contains([
        Self.oddName, "7", "3", "warning", "Sessions stay off cellular: é, 100%", "require/no-cellular",
      ]))
    // Related locations of a finding are not findings.
    #expect(try match("base.bgpolicy.yaml:9:13: note: required here", matchers) == nil)
    let note = "a.yaml:4:84: note: The background mode voip needs PushKit [bg-mode-voip-unexplained]"
    #expect(
      try match(note, matchers)
        == [
          "a.yaml", "4", "84", "notice", "The background mode voip needs PushKit", "bg-mode-voip-unexplained",
        ])
  }
}
