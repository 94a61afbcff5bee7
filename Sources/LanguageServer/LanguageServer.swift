internal import JSON
internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicySim
internal import PolicySyntax

/// A server of the Language Server Protocol 3.17, as a value: the server receives messages and returns their effects.
///
/// Messages wait in a queue, so that the client can cancel a request before the server handles it. Diagnostics are published
/// once for several consecutive edits.
package struct LanguageServer: Sendable {
  /// The phase of the session.
  enum Phase: Sendable {
    case new, running, shutDown
  }

  /// An answer that waits for an estimate in the background.
  struct Deferred: Sendable {
    /// The kind of answer.
    enum Kind: Sendable {
      case hints(Range<Int>)
      /// The hover text at an offset, which includes the estimate of a transfer.
      case hover(offset: Int)
    }

    let id: JSONValue
    let document: String
    let number: Int
    let kind: Kind
    /// The client's token for progress; `nil` if the client requests no progress.
    let token: JSONValue?
  }

  /// A call of the tool that the client waits for.
  struct RunningCommand: Sendable {
    let id: JSONValue
    let name: String
    let page: String?
    let token: JSONValue?
  }

  let host: ServerHost
  let reference = LanguageReference()
  var phase = Phase.new
  var client = ClientCapabilities(.null)
  var settings = Settings()
  var encoding = PositionEncoding.utf16
  /// The open documents, by name.
  var documents: [String: Document] = [:]
  /// The current analyses of open policies, by name.
  var analyses: [String: Analysis] = [:]
  /// For each open policy, the last reading of a text that could be read, by name.
  var soundReadings: [String: PolicyReading] = [:]
  private var analysisCount = 0
  /// The policies whose diagnostics are to be published.
  var unpublished: Set<String> = []
  /// The diagnostics that each policy has in each file, by the file's name.
  var contributions: [String: [String: [JSONValue]]] = [:]
  /// Whether the client has requested diagnostics. The server then no longer publishes the diagnostics of the document.
  var hasPulled = false
  /// The code at paths that policies name, by policy and path, which is kept until a file changes.
  private var code: [[String]: Result<[SourceText], UnreadableFile>] = [:]
  /// The texts in folders of code that may be identifiers, which are kept until a file changes.
  var identifiers: [String: [String]] = [:]
  /// The newest estimates, by name.
  var estimates: [String: (number: Int, estimate: Estimate)] = [:]
  /// The newest analyses that can't be estimated, by name.
  var withoutEstimate: [String: Int] = [:]
  var deferred: [Deferred] = []
  var commands: [Int: RunningCommand] = [:]
  var commandCount = 0
  private var queue = MessageQueue()
  /// The requests in the queue that the client has cancelled.
  private var cancelled: Set<JSONValue> = []
  private var requestCount = 0
  private var configurationRequest: JSONValue?

  /// A server that has not been initialized.
  package init(_ host: ServerHost) { self.host = host }

  // MARK: - Messages

  /// Adds a part of the client's stream to the queue.
  package mutating func enqueue(_ part: MessageReader.Part) {
    switch part {
    case .malformed(let problem):
      queue.append(.malformed(answer: .answer(to: .null, ResponseError(.parseError, problem))))
    case .message(let bytes):
      let message = Message(bytes)
      if case .notification("$/cancelRequest", let params) = message, let id = params["id"] {
        if queue.hasRequest(id) { cancelled.insert(id) }
      }
      queue.append(message)
    }
  }

  /// Whether a message is in the queue.
  package var hasMessages: Bool { !queue.isEmpty }

  /// The effects of the next message in the queue. If the queue is empty or the next message is not an edit, the server first
  /// publishes diagnostics.
  package mutating func step() -> [Effect] {
    guard let message = queue.first else { return publish() }
    if case .notification("textDocument/didChange", _) = message {
    } else if !unpublished.isEmpty {
      return publish()
    }
    queue.removeFirst()
    switch message {
    case .malformed(let answer): return [.send(answer)]
    case .response(let id, let result): return receive(result, for: id)
    case .notification(let method, let params): return receive(notification: method, params)
    case .request(let id, let method, let params):
      guard cancelled.remove(id) == nil else {
        return [.send(.answer(to: id, ResponseError(.requestCancelled, "The request was cancelled")))]
      }
      do throws(ResponseError) {
        return try receive(request: method, params, id: id)
      } catch {
        return [.send(.answer(to: id, error))]
      }
    }
  }

  private mutating func receive(
    request method: String, _ params: JSONValue, id: JSONValue
  ) throws(ResponseError) -> [Effect] {
    switch (phase, method) {
    case (.new, "initialize"): return [.send(.answer(to: id, initialize(params)))]
    case (.new, _): throw ResponseError(.serverNotInitialized, "The server is not initialized")
    case (.running, "initialize"): throw ResponseError(.invalidRequest, "The server is initialized already")
    case (.running, "shutdown"):
      phase = .shutDown
      let estimates = Set(deferred.map(\.document)).sorted().map { Effect.cancelEstimate(of: $0) }
      let answers = deferred.map {
        Effect.send(.answer(to: $0.id, ResponseError(.requestCancelled, "The server shuts down")))
      }
      deferred = []
      return answers + estimates + [.send(.answer(to: id, .null))]
    case (.running, _): return try answer(method, params, id: id)
    case (.shutDown, _): throw ResponseError(.invalidRequest, "The server is shut down")
    }
  }

  private mutating func receive(notification method: String, _ params: JSONValue) -> [Effect] {
    if method == "exit" { return [.exit(status: phase == .shutDown ? 0 : 1)] }
    guard phase == .running else { return [] }
    switch method {
    case "initialized": return register()
    case "$/cancelRequest":
      if let id = params["id"] {
        cancelled.remove(id)
        return cancel(id)
      }
    case "workspace/didChangeConfiguration":
      if client.hasConfiguration { return [requestSettings()] }
      return apply(Settings(params["settings"] ?? .null))
    case "workspace/didChangeWatchedFiles":
      forgetFiles()
      for change in params["changes"]?.elements ?? [] {
        if let uri = change["uri"]?.text { invalidate(FileAddress.name(of: uri)) }
      }
    case "textDocument/didOpen": return open(params)
    case "textDocument/didChange": return change(params)
    case "textDocument/didClose": return close(params)
    case "textDocument/didSave":
      // Files that are not open in the editor may have changed in the meantime.
      forgetFiles()
      for (name, document) in documents where document.isPolicy { invalidate(name) }
    default: break
    }
    return []
  }

  // MARK: - Requests of the server

  mutating func nextRequest() -> JSONValue {
    requestCount += 1
    return .string("bgpolicy-\(requestCount)")
  }

  private mutating func requestSettings() -> Effect {
    let id = nextRequest()
    configurationRequest = id
    return .send(.request(id: id, "workspace/configuration", ["items": [["section": "bgpolicy"]]]))
  }

  private mutating func receive(_ result: JSONValue?, for id: JSONValue) -> [Effect] {
    guard id == configurationRequest else { return [] }
    configurationRequest = nil
    guard let own = result?.elements.first, case .object = own else { return [] }
    return apply(Settings(own))
  }

  private mutating func apply(_ new: Settings) -> [Effect] {
    guard new != settings else { return [] }
    settings = new
    estimates = [:]
    return client.refreshesHints
      ? [.send(.request(id: nextRequest(), "workspace/inlayHint/refresh", .null))] : []
  }

  /// Requests the settings, and notifications of changed files.
  private mutating func register() -> [Effect] {
    var effects: [Effect] = []
    if client.watchesFiles {
      let patterns = ["**/*.{yaml,yml}", "**/*.{plist,entitlements}", "**/*.{swift,m,mm,h}"]
      effects.append(
        .send(
          .request(
            id: nextRequest(), "client/registerCapability",
            [
              "registrations": [
                [
                  "id": "files", "method": "workspace/didChangeWatchedFiles",
                  "registerOptions": ["watchers": .array(patterns.map { ["globPattern": .string($0)] })],
                ]
              ]
            ])))
    }
    if client.hasConfiguration { effects.append(requestSettings()) }
    return effects
  }

  // MARK: - Analyses

  /// The analysis of an open policy; `nil` if the document is not open, is not a policy, or is too large.
  mutating func analysis(of name: String) -> Analysis? {
    if let known = analyses[name] { return known }
    guard let document = documents[name], document.isPolicy, !document.isTooLarge else { return nil }
    let files = readFiles
    let (reading, findings) = lint(document.source, files)
    code = files.code
    analysisCount += 1
    let analysis = Analysis(
      reading: reading, findings: findings, reported: findings.filter(\.counts).folded, inputs: files.paths,
      number: analysisCount)
    analyses[name] = analysis
    if reading.policy != nil { soundReadings[name] = reading }
    return analysis
  }

  /// The reading of a text, and the findings that the command `lint` would report.
  func lint(_ source: SourceText, _ files: ReadFiles) -> (reading: PolicyReading, findings: [Finding]) {
    let pipeline = pipeline(of: source.name, files)
    let reading = pipeline.read(source)
    var findings = pipeline.lint(reading, on: host.today())
    host.select(&findings, reading.sources)
    return (reading, findings)
  }

  /// The files of the editor and of the disk, for a new reading.
  var readFiles: ReadFiles { ReadFiles(open: documents.mapValues(\.text.bytes), code: code, host) }

  /// The stages that a policy goes through, with files of the editor and of the disk.
  func pipeline(of policy: String, _ files: ReadFiles) -> Pipeline {
    Pipeline(
      basePolicy: { files.read($0, limit: Document.sizeLimit, of: policy) },
      appFiles: AppFileReader(
        propertyList: { files.read($0, limit: AppFile.sizeLimit, of: policy) },
        code: { files.code($0, of: policy) }))
  }

  /// Discards all analyses that depend on a document or file.
  mutating func invalidate(_ name: String) {
    for (policy, document) in documents where document.isPolicy {
      guard policy == name || analyses[policy]?.inputs.contains(name) ?? true else { continue }
      analyses[policy] = nil
      unpublished.insert(policy)
    }
  }

  private mutating func forgetFiles() {
    code = [:]
    identifiers = [:]
    for name in analyses.filter({ !$0.value.reading.appFiles.code.isEmpty }).keys { invalidate(name) }
  }
}
