import Foundation
import TestSupport
import Testing

/// `bgpolicy lint`, called as a user calls it.
@Suite struct LintCommandTests {
  struct Document: Decodable {
    struct Finding: Decodable {
      struct Fix: Decodable {
        let title: String
        let safety: String
      }
      struct Related: Decodable {
        let file: String
        let line: Int
        let column: Int
        let message: String
      }
      let rule: String
      let code: String
      let severity: String
      let confidence: String
      let message: String
      let file: String
      let line: Int
      let column: Int
      let endLine: Int
      let endColumn: Int
      let path: String
      let fixes: [Fix]
      let related: [Related]
      let suppressed: String?
    }
    struct Summary: Decodable {
      let files: Int
      let errors: Int
      let warnings: Int
      let infos: Int
      let suppressed: Int
    }
    let version: Int
    let findings: [Finding]
    let summary: Summary
  }

  /// Twenty mistakes with their marks, in the order of the text.
  static let mistakes = """
    # é😀 the line above all others
    schema: 1
    app: { name: Mistakes, «bundleIdentifer»: com.example.é😀, deploymentTarget: { iOS: "16.0", macOS: «thirteen» } }
    backgroundModes: [«audoi», «processing»]
    permittedIdentifiers: [com.example.refresh, «com.example.old»]
    sessions:
      é😀:
        identifier: com.example.one
        «waitsForConnectivity»: true
        timeoutIntervalForResource: «2 days»
        allowsCellularAccess: «"no"»
      discretionary: { identifier: com.example.one, «isDiscretionary»: true, allowsConstrainedNetworkAccess: false,
                       timeoutIntervalForResource: «1h» }
      api: { type: default, «isDiscretionary»: true }
    tasks:
      refresh: { type: «appRefresh», identifier: com.example.refresh, reschedule: true, expectedRuntime: «5m» }
      clean-up: { type: processing, identifier: «com.example.clean.*», earliestBegin: «14d» }
      «broken»: { identifier: com.example.broken }
    pushes:
      changes: { headers: { apns-push-type: background, apns-priority: «10» }, payload: { aps: { content-available: 1, «alert»: Hi } } }
    transfers:
      photos: { session: «libary», size: «4XB» }
    """

  static let rules = [
    "policy-unknown-key", "policy-bad-value", "bg-mode-unknown", "", "bg-identifier-without-handler",
    "session-waits-for-connectivity-noop", "policy-bad-value", "policy-wrong-type",
    "session-relaunch-drift",
    "session-resource-timeout-short-discretionary", "session-discretionary-noop", "bg-refresh-mode-missing",
    "bg-refresh-over-budget", "bg-wildcard-wrong-type", "bg-earliest-begin-too-far", "policy-missing-key",
    "push-priority",
    "push-user-visible-keys", "policy-dangling-reference", "policy-bad-value",
  ]

  @Test(arguments: ["\n", "\r\n"]) func namesAllTwentyMistakesAtTheirLocations(_ lineBreak: String) throws {
    let text = Self.mistakes.split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: lineBreak)
    // The mark of a used mode is a decoy, because no finding is expected there.
    let marked = MarkedText(text)
    let folder = try ScratchFolder()
    let path = try folder.write(marked.text, to: "mistakes.bgpolicy.yaml")
    let result = try Tool.run("lint", "--format", "json", path)
    #expect(result.status == 1)
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let found = Set(
      document.findings.map { "\($0.rule) \($0.line):\($0.column)-\($0.endLine):\($0.endColumn)" })
    for (rule, span) in zip(Self.rules, marked.spans) {
      let (start, end) = (position(span.lowerBound, marked.text), position(span.upperBound, marked.text))
      let place = "\(start.line):\(start.column)-\(end.line):\(end.column)"
      if rule.isEmpty {
        #expect(!found.contains { $0.hasSuffix(" \(place)") })
      } else {
        #expect(found.contains("\(rule) \(place)"), "\(rule) at \(place)")
      }
    }
    #expect(document.summary.errors == document.findings.count { $0.severity == "error" })
  }

  /// Line and column in Unicode scalars, computed in another way than in the tool.
  private func position(_ offset: Int, _ text: String) -> (line: Int, column: Int) {
    let before = String(decoding: Array(text.utf8).prefix(offset), as: UTF8.self).unicodeScalars
    let line = before.count { $0 == "\n" } + 1
    let column = before.reversed().prefix { $0 != "\n" }.count + 1
    return (line, column)
  }

  @Test func isSortedAndTheSameForAnyOrderOfFiles() throws {
    let folder = try ScratchFolder()
    try folder.write("schema: 2\n", to: "b.bgpolicy.yaml")
    try folder.write("schema: 3\n", to: "a.bgpolicy.yaml")
    let there = try Tool.run(
      "lint", "--format", "json", "a.bgpolicy.yaml", "b.bgpolicy.yaml", in: folder.path)
    let back = try Tool.run("lint", "--format", "json", "b.bgpolicy.yaml", "a.bgpolicy.yaml", in: folder.path)
    let found = try Tool.run(
      "lint", "--format", "json", in: folder.path, environment: ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"])
    #expect(there.output == back.output)
    #expect(there.output == found.output)
    let document = try JSONDecoder().decode(Document.self, from: Data(there.output.utf8))
    #expect(document.findings.map(\.file) == ["a.bgpolicy.yaml", "b.bgpolicy.yaml"])
  }

  @Test func textHasPlaceExcerptCaretReasonAndSource() throws {
    let text =
      "schema: 1\napp: { name: A, bundleIdentifier: com.example }\nsessions:\n  é😀: { identifier: com.example.s, timeoutIntervalForResource: 1d, waitsForConnectivity: true }\n"
    let result = try Tool.run("lint", "-", "--stdin-filename", "policy.yaml", input: text)
    #expect(result.status == 0)
    Snapshot.check(result.output, against: "Tests/Fixtures/Lint/text-report.txt")
  }

  @Test func colorsAreForTerminalsOrOnDemand() throws {
    let plain = try Tool.run("lint", "-", input: "schema: 2\n")
    #expect(!plain.output.contains("\u{1B}"))
    let colored = try Tool.run("lint", "-", "--color", "always", input: "schema: 2\n")
    #expect(colored.output.contains("\u{1B}[1;31m"))
    let never = try Tool.run("lint", "-", "--color=never", input: "schema: 2\n")
    #expect(never.output == plain.output)
  }

  @Test func failOnMovesTheLimit() throws {
    let text = "schema: 1\nbackgroundModes: [fetch]\n"
    #expect(try Tool.run("lint", "-", input: text).status == 0)
    #expect(try Tool.run("lint", "-", "--fail-on", "warning", input: text).status == 1)
    #expect(try Tool.run("lint", "-", "--fail-on=info", input: text).status == 1)
    let off = text + "rules: { bg-mode-fetch-unused: off }\n"
    #expect(try Tool.run("lint", "-", "--fail-on", "info", input: off).status == 0)
    let error = text + "rules: { bg-mode-fetch-unused: error }\n"
    #expect(try Tool.run("lint", "-", input: error).status == 1)
  }

  @Test func severalFormatsAtOnce() throws {
    let folder = try ScratchFolder()
    let result = try Tool.run(
      "lint", "-", "--format", "text", "--format", "json=out.json", input: "schema: 2\n", in: folder.path)
    #expect(result.output.contains("policy-schema-version"))
    let json = try String(contentsOfFile: folder.path("out.json"), encoding: .utf8)
    #expect(try JSONDecoder().decode(Document.self, from: Data(json.utf8)).findings.count == 1)
  }

  /// The paths of the app's code are relative to the file that names them. Only code that people write is
  /// read.
  @Test func codeIsReadFromItsFolders() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "schema: 1\nextends: ../org.bgpolicy.yaml\napp: { name: A, bundleIdentifier: com.example }\n",
      to: "App/bgpolicy.yaml")
    try folder.write("schema: 1\napp: { sources: [Code, Code/one.h, nowhere] }\n", to: "org.bgpolicy.yaml")
    let code = "[s _simulateLaunchForTaskWithIdentifier:@\"a\"];\n"
    for path in ["Deep/er/two.mm", "one.h", ".build/a.swift", "Pods/a.swift", "notes.txt"] {
      try folder.write(code, to: "Code/\(path)")
    }
    let run = try Tool.run("lint", "App/bgpolicy.yaml", "--format", "gcc", in: folder.path)
    #expect(run.status == 1)
    let found = run.output.split(separator: "\n").filter { $0.contains("error: ") }
      .map {
        $0.replacing(" refers to _simulateLaunchForTaskWithIdentifier, which is for debugging only", with: "")
      }
    #expect(
      found == [
        "org.bgpolicy.yaml:2:18: error: Code/Deep/er/two.mm:1 [bg-private-simulate]",
        "org.bgpolicy.yaml:2:18: error: Code/one.h:1 [bg-private-simulate]",
        "org.bgpolicy.yaml:2:24: error: Code/one.h:1 [bg-private-simulate]",
        "org.bgpolicy.yaml:2:36: error: Can't read nowhere: No such file or directory [app-file-unreadable]",
      ])
  }
}
