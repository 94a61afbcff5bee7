import JSON
import PolicyLint
import PolicySyntax
import TestSupport
import Testing

/// Tests of the diagnostics of documents that are opened, edited and closed.
@Suite struct DiagnosticsTests {
  @Test func openingPublishesFindings() throws {
    var client = EditorClient.ready()
    client.open(Policies.path, Policies.diary)
    let publication = try #require(client.publication(of: Policies.path))
    #expect(publication["version"] == 1)
    #expect(
      client.rules(of: Policies.path) == [
        "bg-mode-fetch-unused", "session-waits-for-connectivity-noop", "session-request-timeout-misread",
        "session-upload-not-from-file",
      ])
    let noop = client.diagnostics(of: Policies.path)[1]
    #expect(noop["severity"] == 3)
    #expect(noop["source"] == "bgpolicy")
    #expect(noop["tags"] == [1])
    #expect(noop["codeDescription"]?["href"]?.string.hasPrefix("https://developer.apple.com/") == true)
    #expect(noop["range"]?["start"] == ["line": 8, "character": 4])
    let upload = client.diagnostics(of: Policies.path)[3]
    #expect(upload["relatedInformation"]?.array.first?["message"] == "the background session that carries it")
  }

  @Test func clientsWithoutRelatedInformationGetNone() {
    var client = EditorClient.ready(["textDocument": ["publishDiagnostics": ["relatedInformation": false]]])
    client.open(Policies.path, Policies.diary)
    #expect(client.diagnostics(of: Policies.path).allSatisfy { $0["relatedInformation"] == nil })
  }

  @Test func aPolicyThatIsTooLargeHasOneDiagnostic() throws {
    var client = EditorClient.ready()
    client.open(Policies.path, "schema: 1\n" + String(repeating: "a: 1\n", count: 500_000))
    let diagnostic = try #require(client.diagnostics(of: Policies.path).first)
    #expect(client.diagnostics(of: Policies.path).count == 1)
    #expect(diagnostic["message"]?.string.contains("larger than 2 MiB") == true)
  }

  @Test func aPolicyHasAtMostSoManyDiagnostics() {
    var client = EditorClient.ready()
    let keys = (0..<3_000).map { "unknown\($0): 1\n" }.joined()
    client.open(Policies.path, "schema: 1\n\(keys)")
    #expect(client.diagnostics(of: Policies.path).count == 1_001)
  }

  /// Several edits that come at a time, in one notification or in several, are published once, with the last version.
  @Test func editsAreAppliedInOrder() {
    var client = EditorClient.ready()
    let change = { (version: Int64, changes: [JSONValue]) in
      EditorClient.notification(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string("file://\(Policies.path)"), "version": .int(version)],
          "contentChanges": .array(changes),
        ])
    }
    let edit = { (line: Int64, start: Int64, end: Int64, text: String) -> JSONValue in
      [
        "range": [
          "start": ["line": .int(line), "character": .int(start)],
          "end": ["line": .int(line), "character": .int(end)],
        ], "text": .string(text),
      ]
    }
    client.open(Policies.path, "schema: 1\r\n")
    let count = client.received.count
    client.send([
      change(2, [edit(0, 8, 9, "23"), edit(0, 8, 10, "7")]), change(3, [["text": "schema: 5\n"]]),
      change(4, [edit(0, 8, 9, "6"), edit(1, 0, 0, "x: 😀\n"), edit(1, 3, 5, "y")]),
    ])
    #expect(client.received.count == count + 1)
    #expect(client.publication(of: Policies.path)?["version"] == 4)
    #expect(client.rules(of: Policies.path) == ["policy-schema-version", "policy-unknown-key"])
    #expect(client.diagnostics(of: Policies.path).first?["message"]?.string.hasSuffix("found 6") == true)
  }

  @Test func closingClearsDiagnostics() {
    var client = EditorClient.ready()
    client.open(Policies.path, Policies.diary)
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string("file://\(Policies.path)")]])
    #expect(
      client.publication(of: Policies.path) == ["uri": .string("file://\(Policies.path)"), "diagnostics": []])
    #expect(client.result("textDocument/hover", EditorClient.at(Policies.path, 0, 0)) == .null)
  }

  @Test func otherFilesAreNotLinted() {
    var client = EditorClient.ready()
    client.open("/app/compose.yaml", "services: {}\n")
    #expect(client.publication(of: "/app/compose.yaml") == nil)
  }

  /// An edit of an open base policy updates the diagnostics of the policies that extend it, in both files.
  @Test func baseIsShared() {
    let team = "/team/bgpolicy.yaml"
    let base = "schema: 1\nsessions:\n  shared:\n    identifier: com.example.shared\n"
    var client = EditorClient.ready(files: [team: base])
    let app =
      "schema: 1\nextends: ../team/bgpolicy.yaml\napp: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: \"16.0\" } }\n"
    let other = "/other/bgpolicy.yaml"
    client.open(Policies.path, app + "transfers:\n  t: { session: shared }\n")
    client.open(other, app + "transfers:\n  u: { session: shared }\n")
    for path in [Policies.path, other] {
      #expect(!client.rules(of: path).contains("policy-dangling-reference"))
    }
    // The finding is in the base policy, which is not open.
    #expect(client.rules(of: team) == ["session-resource-timeout-implicit"])
    client.open(team, base)
    client.change(
      team, version: 2,
      [
        [
          "range": ["start": ["line": 2, "character": 2], "end": ["line": 2, "character": 8]],
          "text": "renamed",
        ]
      ])
    for path in [Policies.path, other] {
      #expect(client.rules(of: path).contains("policy-dangling-reference"))
    }
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string("file://\(team)")]])
    for path in [Policies.path, other] {
      #expect(!client.rules(of: path).contains("policy-dangling-reference"))
    }
    #expect(client.rules(of: team) == ["session-resource-timeout-implicit"])
    for path in [Policies.path, other] {
      client.notify("textDocument/didClose", ["textDocument": ["uri": .string("file://\(path)")]])
    }
    #expect(client.rules(of: team) == [])
  }

  @Test func propertyListHasFindings() throws {
    let plist = "/app/Info.plist"
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>UIBackgroundModes</key>
      \t<array>
      \t\t<string>audio</string>
      \t</array>
      </dict>
      </plist>

      """
    var client = EditorClient.ready(files: [plist: text])
    let policy = """
      schema: 1
      app: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: "16.0" }, infoPlist: Info.plist }
      tasks:
        refresh: { type: appRefresh, identifier: com.example.a.refresh, earliestBegin: 1h, reschedule: true }

      """
    client.open(Policies.path, policy)
    #expect(Set(client.rules(of: plist)).isSuperset(of: ["plist-mode-missing", "plist-mode-surplus"]))
    client.open(plist, text)
    let actions = client.result(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string("file://\(plist)")],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]],
        "context": ["diagnostics": []],
      ]
    ).array
    let addition = try #require(actions.first { $0["title"]?.string.hasPrefix("Add what") == true })
    let edits = addition["edit"]?["documentChanges"]?.array.first?["edits"]?.array ?? []
    client.change(
      plist, version: 2, edits.map { ["range": $0["range"] ?? .null, "text": $0["newText"] ?? .null] })
    #expect(!client.rules(of: plist).contains("plist-mode-missing"), "\(client.rules(of: plist))")
    #expect(!client.rules(of: plist).contains("plist-identifier-missing"))
    // The definition of the mode is the element of the property list.
    client.change(
      Policies.path, version: 2, [["text": .string(policy + "backgroundModes: [fetch, audio]\n")]])
    let definition = client.result("textDocument/definition", EditorClient.at(Policies.path, 4, 19))
    #expect(definition.array.first?["uri"] == .string("file://\(plist)"), "\(definition)")
  }

  /// A client that requests diagnostics doesn't also get published diagnostics.
  @Test func diagnosticsArePulled() {
    var client = EditorClient.ready(["textDocument": ["diagnostic": [:]]])
    client.open(Policies.path, Policies.diary)
    let published = client.diagnostics(of: Policies.path)
    let report = client.result("textDocument/diagnostic", EditorClient.at(Policies.path, 0, 0))
    #expect(report["kind"] == "full")
    #expect(report["items"] == .array(published))
    #expect(client.diagnostics(of: Policies.path) == [])
    let count = client.received.count
    client.change(Policies.path, version: 2, [["text": "schema: 2\n"]])
    #expect(client.received.count == count)
    let identifier = JSONMember("previousResultId", report["resultId"] ?? .null)
    let second = client.result("textDocument/diagnostic", EditorClient.at(Policies.path, 0, 0, [identifier]))
    #expect(second["kind"] == "full")
    let again = JSONMember("previousResultId", second["resultId"] ?? .null)
    let third = client.result("textDocument/diagnostic", EditorClient.at(Policies.path, 0, 0, [again]))
    #expect(third["kind"] == "unchanged")
  }
}
