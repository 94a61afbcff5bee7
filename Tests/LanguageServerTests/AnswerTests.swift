import JSON
import LanguageServer
import TestSupport
import Testing

/// Tests of answers to requests about a position in a policy.
@Suite struct AnswerTests {
  /// A text with `‸` at the position of a request.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let expected: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ expected: [String]) {
      (self.name, self.text, self.expected) = (name, text, expected)
    }

    /// A client that has opened the text, and the parameters of a request about the position.
    func open(_ capabilities: JSONValue = EditorClient.allCapabilities) -> (
      client: EditorClient, at: JSONValue
    ) {
      let before = text.prefix { $0 != "‸" }
      let line = before.count { $0.isNewline }
      let lineStart =
        before.lastIndex(where: \.isNewline).map { before.index(after: $0) } ?? before.startIndex
      let character = before[lineStart...].utf16.count
      var client = EditorClient.ready(capabilities)
      client.open(Policies.path, text.replacing("‸", with: ""))
      return (client, EditorClient.at(Policies.path, line, character))
    }
  }

  static let head =
    "schema: 1\napp: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: \"16.0\" } }\n"
  static let session = "sessions:\n  bulk: { identifier: com.example.a.bulk }\n"

  static let completions = [
    Case("keys of the policy", head + "‸", ["sessions", "tasks", "transfers"]),
    Case("keys of an empty text", "‸", ["schema", "app"]),
    Case("key that is begun", head + "sess‸", ["sessions"]),
    Case("keys of a transfer, required first", head + "transfers:\n  t:\n    ‸", ["session", "direction"]),
    Case("keys in braces", head + "sessions: { a: { isDis‸ } }", ["isDiscretionary"]),
    Case("second key in braces", head + "sessions: { a: { type: default, ‸ } }", ["isDiscretionary"]),
    Case("name of a session", head + session + "transfers:\n  t:\n    session: ‸", ["bulk"]),
    Case("name in braces", head + session + "transfers: { t: { session: ‸ } }", ["bulk"]),
    Case("Boolean", head + "sessions:\n  a:\n    isDiscretionary: ‸", ["true", "false"]),
    Case("enumeration", head + "transfers:\n  t:\n    direction: up‸", ["upload", "download"]),
    Case("enumeration in quotes", head + "transfers:\n  t:\n    direction: \"up‸\"", ["upload"]),
    Case("modes in brackets", head + "backgroundModes: [‸]", ["fetch", "processing", "audio"]),
    Case("second mode in brackets", head + "backgroundModes: [fetch, ‸]", ["processing"]),
    Case("modes in a list", head + "backgroundModes:\n  - ‸", ["fetch", "mode"]),
    Case(
      "transfers that a task starts",
      head + session + "tasks:\n  r:\n    startsTransfers: [‸]\ntransfers:\n  news: { session: bulk }\n",
      ["news"]),
    Case("rules", head + "rules:\n  ‸", ["session-upload-not-from-file"]),
    Case("levels of rules", head + "rules:\n  task-no-reschedule: ‸", ["off", "warning"]),
    Case("rules in a comment", head + "# bgpolicy:ignore ‸", ["session-upload-not-from-file"]),
    Case("parameters", head + "model:\n  ‸", ["limiter.base"]),
    Case("scenarios", head + "scenarios:\n  field:\n    extends: ‸", ["commuter"]),
    Case(
      "budgets of transfers", head + session + "transfers:\n  news: { session: bulk }\nbudgets:\n  ‸",
      ["news"]),
    Case(
      "targets", head + "targets:\n  share: { type: extension }\nsessions:\n  a:\n    target: ‸",
      ["app", "share"]),
    Case(
      "identifiers", head + "tasks:\n  refresh:\n    identifier: ‸", ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"]),
    Case(
      "broken below", head + session + "transfers:\n  t:\n    session: ‸\n  broken: [\n  : }\n\tx", ["bulk"]),
    Case("broken above", "a: [}\n" + session + "transfers:\n  t:\n    direction: ‸", ["upload"]),
    Case("broken in braces", head + session + "transfers: { t: { session: ‸", []),
    Case("keys in a broken text", "a: [}\ntransfers:\n  t:\n    ‸", ["session"]),
    Case(
      "CR LF", (head + "sessions:\n  a:\n    isDiscretionary: ‸\n").replacing("\n", with: "\r\n"), ["true"]),
  ]

  @Test(arguments: completions) func completionsFit(_ one: Case) {
    var (client, at) = one.open()
    let items = client.result("textDocument/completion", at)["items"]?.array ?? []
    let labels = items.map { $0["label"]?.string ?? "" }
    for label in one.expected { #expect(labels.contains(label), "\(labels)") }
    // The order of the completions equals the order of their `sortText`.
    let keys = items.map { $0["sortText"]?.string ?? "" }
    #expect(keys == keys.sorted())
    for item in items { #expect(item["textEdit"]?["range"]?["start"] != nil) }
  }

  @Test func keysOfComments() {
    var (client, at) = Case("comment", Self.head + "# a ‸", []).open()
    #expect(client.result("textDocument/completion", at)["items"] == [])
  }

  @Test func snippetsNeedAClientThatTakesThem() {
    let one = Case("", Self.head + "sess‸", [])
    for (capabilities, text, format) in [
      (EditorClient.allCapabilities, "sessions:\n  ${1:name}:\n    $0", 2), ([:], "sessions:", 1),
    ] as [(JSONValue, String, Int)] {
      var (client, at) = one.open(capabilities)
      let item = client.result("textDocument/completion", at)["items"]?.array.first {
        $0["label"] == "sessions"
      }
      #expect(item?["textEdit"]?["newText"] == .string(text))
      #expect(item?["insertTextFormat"] == .number(format))
      #expect(item?["documentation"]?["kind"] == (format == 2 ? "markdown" : "plaintext"))
    }
  }

  static let hovers = [
    Case(
      "key", head + "sessions:\n  a:\n    isDiscr‸etionary: true",
      ["`isDiscretionary`", "default: `false`", "since: iOS", "documented", "https://"]),
    Case(
      "rule", head + "rules:\n  task-chained‸-in-background: off",
      ["`task-chained-in-background`", "https://"]),
    Case(
      "rule in a comment", head + "# bgpolicy:ignore task-chained‸-in-background -- x",
      ["`task-chained-in-background`"]),
    Case(
      "duration", head + "sessions:\n  a:\n    timeoutIntervalForResource: 2‸d",
      ["**2d** = 48h = 2880m = 172800s"]),
    Case(
      "size", head + session + "transfers:\n  t: { session: bulk, size: 4‸MB }",
      ["4 MB = 4000 kB = 4000000 B = 3.81 MiB"]),
    Case("mode", head + "backgroundModes: [fe‸tch]", ["`fetch`"]),
    Case("parameter", head + "model:\n  limiter.ba‸se: 30s", ["`limiter.base`"]),
    Case("finding", head + "backgroundModes: [fe‸tch]", ["bg-mode-fetch-unused", "help: declare the task"]),
  ]

  @Test(arguments: hovers) func hoverExplains(_ one: Case) {
    var (client, at) = one.open()
    let text = client.result("textDocument/hover", at)["contents"]?["value"]?.string ?? ""
    for part in one.expected { #expect(text.contains(part), "\(text)") }
    var (plain, place) = one.open([:])
    let contents = plain.result("textDocument/hover", place)["contents"]
    #expect(contents?["kind"] == "plaintext")
    #expect(contents?["value"]?.string.contains("**") == false)
  }

  @Test func estimatesAreShown() {
    var client = EditorClient.ready(options: ["estimate": ["runs": 20]])
    client.open(Policies.path, Policies.diary)
    let hints = client.result("textDocument/inlayHint", Policies.wholeRange).array
    #expect(hints.count == 2)
    #expect(hints.first?["position"] == ["line": 12, "character": 9])
    let label = hints.first?["label"]?.string ?? ""
    #expect(label.hasPrefix("p95 ") && label.hasSuffix(" launches/day"), "\(label)")
    #expect(hints.last?["label"]?.string.hasPrefix("broken: ") == true)
    let hover = client.result("textDocument/hover", EditorClient.at(Policies.path, 12, 4))
    #expect(hover["contents"]?["value"]?.string.contains("completion: p50") == true)
    let budget = client.result("textDocument/hover", EditorClient.at(Policies.path, 20, 4))
    #expect(budget["contents"]?["value"]?.string.contains("broken: backup.completion.p95") == true)
    var silent = EditorClient.ready(options: ["inlayHints": false])
    silent.open(Policies.path, Policies.diary)
    #expect(silent.result("textDocument/inlayHint", Policies.wholeRange) == .null)
  }

  /// An edit ends the wait for an estimate. A hover does not wait for a slow estimate.
  @Test func waitForEstimateEnds() {
    var client = EditorClient.ready(options: ["estimate": ["runs": 20]])
    client.makesEstimates = false
    client.open(Policies.path, Policies.diary)
    let hints = client.message("textDocument/inlayHint", Policies.wholeRange)
    let hover = client.message("textDocument/hover", EditorClient.at(Policies.path, 12, 4))
    client.send([hints.message, hover.message])
    #expect(client.estimates.count == 1)
    client.finish(.delayed(document: Policies.path, number: client.estimates[0].number))
    #expect(client.answer(to: hover.id)?["error"] == nil)
    #expect(client.answer(to: hints.id) == nil)
    client.change(Policies.path, version: 2, [["text": .string(Policies.diary + "\n")]])
    #expect(client.answer(to: hints.id)?.errorCode == -32801)
    #expect(client.cancelledEstimates == [Policies.path])
    // The estimate of the text before the edit comes too late.
    client.makeEstimate()
    let next = client.message("textDocument/inlayHint", Policies.wholeRange)
    client.send([next.message])
    #expect(client.answer(to: next.id) == nil)
    client.makeEstimate()
    #expect(client.answer(to: next.id)?["result"]?.array.count == 2)
  }

  /// If an estimate can't be made, the wait ends, and the estimate is not tried again for the same text.
  @Test func estimateThatIsAbandonedEndsTheWait() {
    var client = EditorClient.ready()
    client.makesEstimates = false
    client.open(Policies.path, Policies.diary)
    let hints = client.message("textDocument/inlayHint", Policies.wholeRange)
    let hover = client.message("textDocument/hover", EditorClient.at(Policies.path, 12, 4))
    client.send([hints.message, hover.message])
    #expect(client.estimates.count == 1)
    client.finish(.abandoned(document: Policies.path, number: client.estimates[0].number))
    #expect(client.answer(to: hints.id)?["result"] == [])
    #expect(client.answer(to: hover.id)?["error"] == nil)
    #expect(client.result("textDocument/inlayHint", Policies.wholeRange) == [])
    #expect(client.estimates.count == 1)
    client.change(Policies.path, version: 2, [["text": .string(Policies.diary + "\n")]])
    client.send([client.message("textDocument/inlayHint", Policies.wholeRange).message])
    #expect(client.estimates.count == 2)
  }

  /// A budget whose verdict depends on assumptions is shown as uncertain, not as kept.
  @Test func budgetsHaveTheirVerdicts() throws {
    let text = try Project.text("Examples/Photos/bgpolicy.yaml")
    let line = try #require(
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex(of: "budgets:"))
    var client = EditorClient.ready(options: ["estimate": ["runs": 200]])
    client.open(Policies.path, text)
    let hover = client.result("textDocument/hover", EditorClient.at(Policies.path, line + 1, 4))
    let words = hover["contents"]?["value"]?.string ?? ""
    #expect(words.contains("uncertain: cameraRoll.completion.p95"), "\(words)")
    #expect(words.contains("kept: cameraRoll.cellularBytesPerDay"), "\(words)")
  }

  /// Each pair has two addresses of one file. A valid escape has two hexadecimal digits.
  @Test(arguments: [
    ("file:///app/a%20b.bgpolicy.yaml", "file:///app/a b.bgpolicy.yaml"),
    ("file:///app/%+f.bgpolicy.yaml", "file:///app/%25%2Bf.bgpolicy.yaml"),
  ])
  func addressesAreDecoded(_ uri: String, _ other: String) {
    var client = EditorClient.ready()
    client.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "yaml", "version": 1, "text": "schema: 1\n"]])
    client.notify("textDocument/didClose", ["textDocument": ["uri": .string(other)]])
    let uris = client.received.compactMap { $0["params"]?["uri"]?.string }
    #expect(uris == [uri, uri], "\(uris)")
  }

  @Test func namesAreFound() {
    var client = EditorClient.ready()
    client.open(Policies.path, Policies.diary)
    let use = EditorClient.at(Policies.path, 13, 15)
    let definition = client.result("textDocument/definition", use).array
    #expect(definition.map { $0["range"]?["start"] } == [["line": 6, "character": 2]])
    let context = JSONMember("context", ["includeDeclaration": true])
    let references = client.result(
      "textDocument/references", EditorClient.at(Policies.path, 13, 15, [context]))
    #expect(references.array.count == 2)
    let others = JSONMember("context", ["includeDeclaration": false])
    #expect(
      client.result("textDocument/references", EditorClient.at(Policies.path, 6, 3, [others])).array.count
        == 1)
    #expect(client.result("textDocument/documentHighlight", use).array.map { $0["kind"] } == [3, 2])
    #expect(client.result("textDocument/prepareRename", use)["placeholder"] == "photos")
    #expect(client.result("textDocument/prepareRename", EditorClient.at(Policies.path, 0, 2)) == .null)
  }

  @Test func renamingChangesAllTexts() {
    var client = EditorClient.ready()
    client.open(Policies.path, Policies.diary)
    let name = JSONMember("newName", "pictures")
    let edit = client.result("textDocument/rename", EditorClient.at(Policies.path, 12, 4, [name]))
    let changes = edit["documentChanges"]?.array.first
    #expect(changes?["textDocument"]?["version"] == 1)
    #expect(changes?["edits"]?.array.map { $0["range"]?["start"]?["line"] } == [12, 20])
    let taken = EditorClient.at(Policies.path, 6, 4, [JSONMember("newName", "")])
    #expect(client.request("textDocument/rename", taken).errorCode == -32803)
    var old = EditorClient.ready([:])
    old.open(Policies.path, Policies.diary)
    let plain = old.result("textDocument/rename", EditorClient.at(Policies.path, 6, 4, [name]))
    #expect(plain["changes"]?["file:///app/bgpolicy.yaml"]?.array.count == 2)
  }

  @Test func anchorsAreNames() {
    var client = EditorClient.ready()
    let text =
      Self.head
      + "sessions:\n  a: &base\n    identifier: com.example.a.a\n  b: *base\n# *base\n  c: { <<: *base, identifier: com.example.a.c }\n"
    client.open(Policies.path, text)
    let definition = client.result("textDocument/definition", EditorClient.at(Policies.path, 5, 7)).array
    #expect(definition.first?["range"]?["start"] == ["line": 3, "character": 6])
    let edit = client.result(
      "textDocument/rename", EditorClient.at(Policies.path, 5, 7, [JSONMember("newName", "other")]))
    let edits = edit["documentChanges"]?.array.first?["edits"]?.array ?? []
    #expect(edits.map { $0["range"]?["start"]?["line"] } == [3, 5, 7])
  }

  @Test func renamingReachesOtherFiles() {
    let team = "/app/team.bgpolicy.yaml"
    let base = "schema: 1\nsessions:\n  shared:\n    identifier: com.example.shared\n"
    var client = EditorClient.ready(files: [team: base])
    let extending = Self.head + "extends: team.bgpolicy.yaml\ntransfers:\n  t: { session: shared }\n"
    client.open(Policies.path, extending)
    client.open("/app/b.bgpolicy.yaml", extending)
    let name = JSONMember("newName", "common")
    let edit = client.result("textDocument/rename", EditorClient.at(Policies.path, 4, 18, [name]))
    let files = edit["documentChanges"]?.array.map { $0["textDocument"]?["uri"]?.string ?? "" }
    #expect(
      files == ["file:///app/b.bgpolicy.yaml", "file:///app/bgpolicy.yaml", "file:///app/team.bgpolicy.yaml"])
    let links = client.result("textDocument/documentLink", EditorClient.at(Policies.path, 0, 0)).array
    #expect(links.map { $0["target"] } == ["file:///app/team.bgpolicy.yaml"])
    let definition = client.result("textDocument/definition", EditorClient.at(Policies.path, 2, 12)).array
    #expect(definition.first?["uri"] == "file:///app/team.bgpolicy.yaml")
  }

  @Test func actionsFixFindings() throws {
    var client = EditorClient.ready()
    client.open(Policies.path, Policies.diary)
    func actions(_ only: JSONValue?) -> [JSONValue] {
      client.result(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": "file:///app/bgpolicy.yaml"],
          "range": Policies.wholeRange["range"] ?? .null,
          "context": .members(["diagnostics": [], "only": only]),
        ]
      ).array
    }
    let all = actions(nil)
    let titles = all.map { $0["title"]?.string ?? "" }
    #expect(titles.contains("Remove waitsForConnectivity (unsafe)"), "\(titles)")
    #expect(titles.contains("Ignore session-upload-not-from-file with a reason"))
    #expect(actions(["quickfix"]).allSatisfy { $0["kind"] == "quickfix" })
    #expect(actions(["refactor"]) == [])
    #expect(actions(["source.fixAll"]).allSatisfy { $0["kind"] == "source.fixAll.bgpolicy" })
    // After each action, the rule of the action's diagnostic no longer reports a diagnostic.
    for action in all {
      let edits = action["edit"]?["documentChanges"]?.array.first?["edits"]?.array ?? []
      var copy = client
      copy.change(
        Policies.path, version: 2,
        edits.reversed().map { ["range": $0["range"] ?? .null, "text": $0["newText"] ?? .null] })
      let fixed = action["diagnostics"]?.array.first?["code"]?.string ?? ""
      #expect(!copy.rules(of: Policies.path).contains(fixed), "\(action["title"]?.string ?? "")")
    }
  }

  @Test func safeFixesAreMadeAtOnce() throws {
    var client = EditorClient.ready()
    client.open(
      Policies.path,
      "schmea: 1\napp: { name: A, bundleIdentifier: com.example.a, deploymentTarget: { iOS: \"16.0\" } }\nsessions:\n  a:\n    identifier: com.example.a\n    timeoutIntervalForResource: 2 days\n"
    )
    let actions = client.result(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///app/bgpolicy.yaml"], "range": Policies.wholeRange["range"] ?? .null,
        "context": ["diagnostics": [], "only": ["source.fixAll.bgpolicy"]],
      ]
    ).array
    #expect(actions.allSatisfy { $0["title"] == "Apply all safe fixes" })
  }

  @Test func clientsWithoutActionsGetCommands() {
    var client = EditorClient.ready(["workspace": ["applyEdit": true]])
    client.open(Policies.path, Policies.diary)
    let commands = client.result(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///app/bgpolicy.yaml"], "range": Policies.wholeRange["range"] ?? .null,
        "context": ["diagnostics": []],
      ]
    ).array
    #expect(commands.allSatisfy { $0["command"] == "bgpolicy.applyEdit" })
    let call = client.result(
      "workspace/executeCommand",
      ["command": "bgpolicy.applyEdit", "arguments": commands.first?["arguments"] ?? []])
    #expect(call == .null)
    #expect(client.received.contains { $0["method"] == "workspace/applyEdit" })
  }

  @Test func structureIsShown() {
    var client = EditorClient.ready()
    client.open(
      Policies.path, "# a\n# b\nschema: 1\nsessions:\n  a:\n    identifier: x\nbackgroundModes:\n- fetch\n")
    let at = EditorClient.at(Policies.path, 0, 0)
    let folds = client.result("textDocument/foldingRange", at).array
    #expect(
      folds.map { [$0["startLine"]?.number, $0["endLine"]?.number] } == [[0, 1], [3, 5], [4, 5], [6, 7]])
    #expect(folds.first?["kind"] == "comment")
    let symbols = client.result("textDocument/documentSymbol", at).array
    #expect(symbols.map { $0["name"] } == ["schema", "sessions", "backgroundModes"])
    #expect(symbols[1]["children"]?.array.first?["name"] == "a")
    let positions = JSONMember("positions", [["line": 5, "character": 6]])
    var range = client.result(
      "textDocument/selectionRange", EditorClient.at(Policies.path, 0, 0, [positions])
    ).array.first
    var lines: [Int] = []
    while let one = range, one["range"] != nil {
      lines.append(one["range"]?["start"]?["line"]?.number ?? -1)
      range = one["parent"]
    }
    #expect(lines == lines.sorted(by: >) && lines.last == 0 && lines.count > 4, "\(lines)")
    var flat = EditorClient.ready([:])
    flat.open(Policies.path, "schema: 1\nsessions:\n  a: {}\n")
    let names = flat.result("textDocument/documentSymbol", at).array.map {
      [$0["name"], $0["containerName"]]
    }
    #expect(names == [["schema", nil], ["sessions", nil], ["a", "sessions"]])
  }

  @Test func commandsRunTheTool() {
    var client = EditorClient.ready(files: [Policies.path: Policies.diary])
    client.open(Policies.path, Policies.diary)
    let (id, message) = client.message(
      "workspace/executeCommand",
      ["command": "bgpolicy.gate", "arguments": ["file:///app/bgpolicy.yaml"], "workDoneToken": "t"])
    client.send([message])
    #expect(client.calls.map(\.words) == [["gate", Policies.path]])
    #expect(client.answer(to: id) == nil)
    client.finish(.ran(number: client.calls[0].number, status: 1, output: "a\nb\n"))
    #expect(client.answer(to: id)?["result"]?["status"] == 1)
    let progress = client.received.filter { $0["method"] == "$/progress" }
    #expect(progress.map { $0["params"]?["value"]?["kind"] } == ["begin", "end"])
    // The tool reads the file on the disk, so a command on an unsaved text fails.
    client.change(Policies.path, version: 2, [["text": "schema: 1\n"]])
    let unsaved = client.request(
      "workspace/executeCommand", ["command": "bgpolicy.compile", "arguments": ["file:///app/bgpolicy.yaml"]])
    #expect(unsaved.errorCode == -32803)
  }
}
