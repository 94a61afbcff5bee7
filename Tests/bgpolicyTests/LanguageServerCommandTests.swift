import Foundation
import TestSupport
import Testing

/// Tests of the language server as a process with standard streams.
@Suite struct LanguageServerCommandTests {
  private static func framed(_ messages: [String]) -> String {
    messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}}}"#
  private static let shutdown = #"{"jsonrpc":"2.0","id":"last","method":"shutdown"}"#
  private static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  /// The messages of a server's output.
  private static func messages(_ output: String) throws -> [[String: Any]] {
    var rest = Data(output.utf8)
    var messages: [[String: Any]] = []
    while let end = rest.firstRange(of: Data("\r\n\r\n".utf8)) {
      let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length = try #require(Int(head.dropFirst("Content-Length: ".count)), "\(head)")
      rest = rest[end.upperBound...]
      let body = try JSONSerialization.jsonObject(with: rest.prefix(length))
      messages.append(try #require(body as? [String: Any]))
      rest = rest.dropFirst(length)
    }
    #expect(rest.isEmpty)
    return messages
  }

  struct End: Sendable, CustomTestStringConvertible {
    let name: String
    let messages: [String]
    let status: Int32
    var testDescription: String { name }
  }

  @Test(arguments: [
    End(name: "shutdown and exit", messages: [initialize, shutdown, exit], status: 0),
    End(name: "exit alone", messages: [initialize, exit], status: 1),
    End(name: "exit at once", messages: [exit], status: 1),
    End(name: "end of the stream", messages: [initialize], status: 1),
    End(name: "end of the stream after shutdown", messages: [initialize, shutdown], status: 0),
    End(name: "nothing", messages: [], status: 1),
  ])
  func statusTellsHowItEnded(_ end: End) throws {
    let run = try Tool.run("language-server", "--stdio", input: Self.framed(end.messages))
    #expect(run.status == end.status)
    #expect(run.errors == "")
    #expect(try Self.messages(run.output).count == end.messages.count { $0 != Self.exit })
  }

  /// A repository may name code outside of itself, whose texts belong to the user.
  @Test(arguments: ["../outside", "/", "inner/.."]) func codeOutsideIsNotRead(_ path: String) throws {
    let folder = try ScratchFolder()
    _ = try folder.write(
      #"let request = BGAppRefreshTaskRequest(identifier: "com.example.outside"); _simulateLaunchForTaskWithIdentifier("x")"#,
      to: "outside/Secret.swift")
    _ = try folder.write("", to: "repository/.git/HEAD")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("repository/inner"), withDestinationPath: folder.path("outside"))
    let head = "schema: 1\napp: { name: A, bundleIdentifier: com.example.a, sources: [\"\(path)\"] }\n"
    let text = head + "tasks:\n  refresh:\n    type: appRefresh\n    identifier: "
    let policy = try folder.write(text, to: "repository/bgpolicy.yaml")
    let document: [String: Any] = [
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": [
        "textDocument": ["uri": "file://\(policy)", "languageId": "yaml", "version": 1, "text": text]
      ],
    ]
    let completion: [String: Any] = [
      "jsonrpc": "2.0", "id": 2, "method": "textDocument/completion",
      "params": [
        "textDocument": ["uri": "file://\(policy)"], "position": ["line": 5, "character": 16],
      ],
    ]
    let messages = try [document, completion].map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
    }
    let run = try Tool.run(
      words: ["language-server"],
      input: Self.framed([Self.initialize] + messages + [Self.shutdown, Self.exit]),
      in: folder.path("repository"))
    #expect(run.status == 0)
    #expect(run.output.contains("PRODUCT_BUNDLE_IDENTIFIER"))
    #expect(!run.output.contains("com.example.outside") && !run.output.contains("Secret.swift"))
  }

  /// All messages arrive at once, including malformed messages. The document is linted with the files that it names.
  @Test func findingsAreThoseOfLint() throws {
    let path = Project.path("Documentation/extending.bgpolicy.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let document: [String: Any] = [
      "jsonrpc": "2.0", "method": "textDocument/didOpen",
      "params": [
        "textDocument": ["uri": "file://\(path)", "languageId": "yaml", "version": 1, "text": text]
      ],
    ]
    let opening = String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
    let run = try Tool.run(
      "language-server", input: Self.framed([Self.initialize, "{", opening, Self.shutdown, Self.exit]))
    #expect(run.status == 0)
    let messages = try Self.messages(run.output)
    #expect(messages.contains { ($0["error"] as? [String: Any])?["code"] as? Int == -32700 })
    let published = messages.compactMap { $0["params"] as? [String: Any] }.first {
      $0["uri"] as? String == "file://\(path)"
    }
    let rules = (published?["diagnostics"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
    let lint = try Tool.run("lint", path, "--format", "json")
    let report = try JSONSerialization.jsonObject(with: Data(lint.output.utf8)) as? [String: Any]
    let findings = (report?["findings"] as? [[String: Any]])?.filter {
      $0["suppressed"] is NSNull && $0["file"] as? String == path
    }
    #expect(rules == findings?.compactMap { $0["rule"] as? String })
    #expect(rules?.isEmpty == false)
  }
}
