import JSON
import LanguageServer
import PolicyModel
import PolicyPipeline
import PolicySim
import PolicySyntax
import Quantities
import TestSupport

/// A client that runs the server in the process of the test. The client makes estimates at once, which the executable makes
/// in the background.
struct EditorClient {
  /// The files on the simulated disk, by path.
  let files: [String: String]
  private(set) var server: LanguageServer
  /// All messages of the server.
  private(set) var received: [JSONValue] = []
  /// The status with which the server has ended the process; `nil` if the process has not ended.
  private(set) var status: Int32?
  /// The estimates for which the server waits, if the client doesn't make estimates at once.
  private(set) var estimates: [EstimateJob] = []
  /// The calls of the tool for which the server waits.
  private(set) var calls: [CommandJob] = []
  /// Documents whose estimate was cancelled.
  private(set) var cancelledEstimates: [String] = []
  var makesEstimates = true
  private var reader = MessageReader()
  private var count = 0

  static let allCapabilities: JSONValue = [
    "textDocument": [
      "publishDiagnostics": ["relatedInformation": true, "versionSupport": true],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
      "hover": ["contentFormat": ["markdown", "plaintext"]],
      "completion": ["completionItem": ["snippetSupport": true, "documentationFormat": ["markdown"]]],
    ],
    "workspace": ["workspaceEdit": ["documentChanges": true], "applyEdit": true],
  ]

  /// A client of a new server.
  init(files: [String: String] = [:]) {
    self.files = files
    server = LanguageServer(
      ServerHost(
        read: { path, _, _ in
          files[path].map { .success(Array($0.utf8)) }
            ?? .failure(UnreadableFile("No such file or directory"))
        },
        code: { _, _ in .success([]) },
        identifiers: { _, _ in ["com.example.diary.sources"] },
        isPolicyName: { $0.hasSuffix("bgpolicy.yaml") },
        select: { _, _ in }, today: { CalendarDate("2026-11-23") }, pagePath: { _ in "/tmp/page.html" },
        version: "0"))
  }

  /// A client that has initialized its server.
  static func ready(
    _ capabilities: JSONValue = allCapabilities, files: [String: String] = [:], options: JSONValue = .null
  ) -> EditorClient {
    var client = EditorClient(files: files)
    _ = client.request("initialize", ["capabilities": capabilities, "initializationOptions": options])
    client.notify("initialized", [:])
    return client
  }

  // MARK: - Messages

  /// Sends bytes, and performs all effects of the server.
  mutating func send(bytes: [UInt8]) {
    reader.append(bytes)
    while let part = reader.next() { server.enqueue(part) }
    settle()
  }

  /// Sends several messages at once.
  mutating func send(_ messages: [JSONValue]) { send(bytes: messages.flatMap(\.framed)) }

  private mutating func settle() {
    repeat { perform(server.step()) } while !server.isIdle && status == nil
  }

  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): received.append(message)
      case .exit(let status): self.status = status
      case .cancelEstimate(let document): cancelledEstimates.append(document)
      case .run(let job): calls.append(job)
      case .estimate(let job):
        estimates.append(job)
        if makesEstimates { makeEstimate() }
      }
    }
  }

  /// Makes the newest estimate for which the server waits.
  mutating func makeEstimate() {
    guard let job = estimates.popLast() else { return }
    let estimate = Estimator.estimate(job.policy, job.settings)
    perform(server.finish(.estimated(document: job.document, number: job.number, estimate)))
  }

  /// Reports an event of the work in the background.
  mutating func finish(_ event: BackgroundEvent) { perform(server.finish(event)) }

  /// The message of a request with the next number.
  mutating func message(_ method: String, _ params: JSONValue) -> (id: JSONValue, message: JSONValue) {
    count += 1
    let id = JSONValue.int(Int64(count))
    return (id, ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
  }

  /// The answer to a request; `null` if the answer has to wait.
  mutating func request(_ method: String, _ params: JSONValue) -> JSONValue {
    let (id, message) = message(method, params)
    send([message])
    return answer(to: id) ?? .null
  }

  /// The answer to a request; `nil` if the server has not answered yet.
  func answer(to id: JSONValue) -> JSONValue? {
    received.last { $0["id"] == id && $0["method"] == nil }
  }

  /// The result of a request.
  mutating func result(_ method: String, _ params: JSONValue) -> JSONValue {
    request(method, params)["result"] ?? .null
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  mutating func notify(_ method: String, _ params: JSONValue) { send([Self.notification(method, params)]) }

  // MARK: - Documents

  static func opening(_ path: String, _ text: String, version: Int64 = 1) -> JSONValue {
    notification(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string("file://\(path)"), "languageId": "yaml", "version": .int(version),
          "text": .string(text),
        ]
      ])
  }

  mutating func open(_ path: String, _ text: String) { send([Self.opening(path, text)]) }

  mutating func change(_ path: String, version: Int64, _ changes: [JSONValue]) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string("file://\(path)"), "version": .int(version)],
        "contentChanges": .array(changes),
      ])
  }

  /// The parameters of a request about a position.
  static func at(_ path: String, _ line: Int, _ character: Int, _ more: [JSONMember] = []) -> JSONValue {
    .object(
      [
        JSONMember("textDocument", ["uri": .string("file://\(path)")]),
        JSONMember("position", ["line": .number(line), "character": .number(character)]),
      ] + more)
  }

  /// The last publication of a file's diagnostics.
  func publication(of path: String) -> JSONValue? {
    received.last {
      $0["method"] == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"] == .string("file://\(path)")
    }?["params"]
  }

  /// The last diagnostics of a file.
  func diagnostics(of path: String) -> [JSONValue] {
    guard case .array(let diagnostics)? = publication(of: path)?["diagnostics"] else { return [] }
    return diagnostics
  }

  /// The rules of the last diagnostics of a file.
  func rules(of path: String) -> [String] {
    diagnostics(of: path).compactMap { if case .string(let rule)? = $0["code"] { rule } else { nil } }
  }
}

extension JSONValue {
  var array: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  var string: String { if case .string(let text) = self { text } else { "" } }
  var number: Int { if case .int(let value) = self { Int(value) } else { -1 } }

  var errorCode: Int? { self["error"]?["code"]?.number }
}
