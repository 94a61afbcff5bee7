package import JSON

/// A message of JSON-RPC 2.0 from the client.
enum Message: Sendable {
  /// A call that requires an answer.
  case request(id: JSONValue, method: String, params: JSONValue)
  /// A call without an answer.
  case notification(method: String, params: JSONValue)
  /// The answer to a request of the server.
  case response(id: JSONValue, result: JSONValue?)
  /// Bytes that are not a message, with the answer to the client.
  case malformed(answer: JSONValue)

  /// Reads the JSON of a message.
  init(_ bytes: [UInt8]) {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(bytes)
    } catch {
      self = .malformed(answer: .answer(to: .null, ResponseError(.parseError, "The message is not JSON")))
      return
    }
    let id = json["id"].flatMap { $0.isIdentifier ? $0 : nil }
    guard case .object = json, json["jsonrpc"] == nil || json["jsonrpc"] == "2.0" else {
      self = .malformed(
        answer: .answer(to: id ?? .null, ResponseError(.invalidRequest, "The message is not JSON-RPC 2.0")))
      return
    }
    guard let name = json["method"] else {
      if let id, json["result"] != nil || json["error"] != nil {
        self = .response(id: id, result: json["result"])
      } else {
        self = .malformed(
          answer: .answer(to: id ?? .null, ResponseError(.invalidRequest, "The message has no method")))
      }
      return
    }
    guard case .string(let method) = name, json["id"] == nil || id != nil else {
      self = .malformed(
        answer: .answer(
          to: id ?? .null, ResponseError(.invalidRequest, "The id or the method of the message is malformed"))
      )
      return
    }
    let params = json["params"] ?? .null
    if let id {
      self = .request(id: id, method: method, params: params)
    } else {
      self = .notification(method: method, params: params)
    }
  }
}

/// The error with which a request is answered.
struct ResponseError: Error {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int64 {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestFailed = -32803
    case contentModified = -32801
    case requestCancelled = -32800
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension JSONValue {
  /// Whether the value can identify a request.
  fileprivate var isIdentifier: Bool {
    switch self {
    case .int, .string, .double: true
    default: false
    }
  }

  /// The answer to a request.
  static func answer(to id: JSONValue, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  /// The answer to a request that fails.
  static func answer(to id: JSONValue, _ error: ResponseError) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .int(error.code.rawValue), "message": .string(error.message)],
    ]
  }

  /// A notification of the server.
  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  /// A request of the server.
  static func request(id: JSONValue, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params]
  }

  /// The message with the header that a stream needs.
  package var framed: [UInt8] {
    let body = Array(compactText.utf8)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
