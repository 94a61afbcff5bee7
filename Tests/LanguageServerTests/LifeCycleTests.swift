import JSON
import LanguageServer
import TestSupport
import Testing

/// Tests of the phases of the server, and of its answers to malformed messages.
@Suite struct LifeCycleTests {
  @Test func answersBeforeInitializationAreErrors() {
    var client = EditorClient()
    #expect(client.request("textDocument/hover", [:]).errorCode == -32002)
    #expect(client.request("shutdown", .null).errorCode == -32002)
    client.open("/a/bgpolicy.yaml", "schema: 2\n")
    #expect(client.publication(of: "/a/bgpolicy.yaml") == nil)
    let result = client.request("initialize", ["capabilities": [:]])
    #expect(result["result"]?["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(result["result"]?["serverInfo"]?["name"] == "bgpolicy")
    #expect(client.request("initialize", ["capabilities": [:]]).errorCode == -32600)
  }

  @Test func statusDependsOnShutdown() {
    var orderly = EditorClient.ready()
    #expect(orderly.request("shutdown", .null)["result"] == .null)
    #expect(orderly.request("textDocument/hover", [:]).errorCode == -32600)
    orderly.notify("exit", .null)
    #expect(orderly.status == 0)
    var abrupt = EditorClient.ready()
    abrupt.notify("exit", .null)
    #expect(abrupt.status == 1)
    var early = EditorClient()
    early.notify("exit", .null)
    #expect(early.status == 1)
  }

  struct Offer: Sendable, CustomTestStringConvertible {
    let offered: [String]?
    let chosen: String
    var testDescription: String { offered?.joined(separator: ", ") ?? "none" }
  }

  @Test(arguments: [
    Offer(offered: nil, chosen: "utf-16"), Offer(offered: [], chosen: "utf-16"),
    Offer(offered: ["utf-16", "utf-8"], chosen: "utf-8"), Offer(offered: ["utf-8"], chosen: "utf-8"),
    Offer(offered: ["utf-32"], chosen: "utf-32"), Offer(offered: ["utf-32", "utf-16"], chosen: "utf-16"),
    Offer(offered: ["utf-7"], chosen: "utf-16"),
  ])
  func encodingIsNegotiated(_ offer: Offer) {
    var client = EditorClient()
    let general = offer.offered.map { JSONValue.array($0.map { .string($0) }) }
    let result = client.request(
      "initialize", ["capabilities": .members(["general": general.map { ["positionEncodings": $0] }])])
    #expect(result["result"]?["capabilities"]?["positionEncoding"] == .string(offer.chosen))
  }

  @Test(arguments: [
    (text: "{", code: -32700), ("", -32700), ("nonsense", -32700), ("\u{0}", -32700),
    ("[]", -32600), ("1", -32600), (#"{"jsonrpc":"2.0"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"jsonrpc":"1.0","id":1,"method":"shutdown"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":[],"method":"shutdown"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"$/such"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":"a","method":"textDocument/hover"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":7}}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"workspace/executeCommand","params":{"command":"rm"}}"#, -32602),
  ])
  func malformedMessageGetsError(_ one: (text: String, code: Int)) {
    var client = EditorClient.ready()
    let bytes = Array(one.text.utf8)
    client.send(bytes: Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes)
    #expect(client.received.last?.errorCode == one.code, "\(client.received)")
    // The server still answers requests.
    #expect(client.request("shutdown", .null)["result"] == .null)
  }

  @Test func unknownNotificationsAreIgnored() {
    var client = EditorClient.ready()
    let count = client.received.count
    for method in ["no/such", "$/setTrace", "$/no", "workspace/didChangeWorkspaceFolders", "initialized"] {
      client.notify(method, [:])
    }
    client.send([["jsonrpc": "2.0", "id": "unasked", "result": .null]])
    #expect(client.received.count == count)
  }

  /// Each message takes the same time, however many wait.
  @Test(.timeLimit(.minutes(1))) func aFloodOfMessagesIsAnswered() {
    var client = EditorClient.ready()
    let cancel = EditorClient.notification("$/cancelRequest", ["id": 7_000_000])
    client.send(Array(repeating: cancel, count: 50_000))
    #expect(client.request("shutdown", .null)["result"] == .null)
  }

  /// A client can cancel a request that waits in the queue or for an estimate.
  @Test func requestIsCancelled() {
    var client = EditorClient.ready()
    client.makesEstimates = false
    client.open(Policies.path, Policies.diary)
    let symbols = client.message("textDocument/documentSymbol", EditorClient.at(Policies.path, 0, 0))
    client.send([symbols.message, EditorClient.notification("$/cancelRequest", ["id": symbols.id])])
    #expect(client.answer(to: symbols.id)?.errorCode == -32800)
    let hints = client.message("textDocument/inlayHint", Policies.wholeRange)
    client.send([hints.message])
    #expect(client.answer(to: hints.id) == nil)
    client.notify("$/cancelRequest", ["id": hints.id])
    #expect(client.answer(to: hints.id)?.errorCode == -32800)
    #expect(client.cancelledEstimates == [Policies.path])
    // Cancelling a request that has been answered has no effect.
    let count = client.received.count
    client.notify("$/cancelRequest", ["id": symbols.id])
    #expect(client.received.count == count)
  }

  @Test func settingsAreAskedFor() {
    var client = EditorClient.ready(["workspace": ["configuration": true]])
    let question = client.received.last
    #expect(question?["method"] == "workspace/configuration")
    client.open(Policies.path, Policies.diary)
    client.send([["jsonrpc": "2.0", "id": question?["id"] ?? .null, "result": [["inlayHints": false]]]])
    #expect(client.result("textDocument/inlayHint", Policies.wholeRange) == .null)
  }
}

/// The policies that tests open.
enum Policies {
  static let path = "/app/bgpolicy.yaml"

  static let diary = """
    schema: 1
    app: { name: Diary, bundleIdentifier: com.example.diary, deploymentTarget: { iOS: "16.0" } }

    backgroundModes: [fetch]

    sessions:
      photos:
        identifier: com.example.diary.photos
        waitsForConnectivity: true
        timeoutIntervalForRequest: 30s

    transfers:
      backup:
        session: photos
        direction: upload
        source: data
        count: 5
        size: 4MB

    budgets:
      backup: { completion: { p95: 1s } }

    """

  static let wholeRange: JSONValue = [
    "textDocument": ["uri": "file:///app/bgpolicy.yaml"],
    "range": ["start": ["line": 0, "character": 0], "end": ["line": 999, "character": 0]],
  ]
}
