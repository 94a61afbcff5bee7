internal import JSON
internal import PolicyEditing
internal import PolicyModel

// The documents that the client opens, changes and closes.
extension LanguageServer {
  mutating func open(_ params: JSONValue) -> [Effect] {
    guard let item = params["textDocument"], let uri = item["uri"]?.text, let text = item["text"]?.text else {
      return [.log("textDocument/didOpen has no URI or no text")]
    }
    let name = FileAddress.name(of: uri)
    let language = item["languageId"]?.text
    let file = RelativePath.name(of: name)
    documents[name] = Document(
      uri: uri, name: name, isPolicy: language == "bgpolicy" || host.isPolicyName(file),
      version: item["version"]?.whole, text: EditedText(Array(text.utf8), encoding: encoding))
    return invalidated(name)
  }

  mutating func change(_ params: JSONValue) -> [Effect] {
    guard let uri = params.at("textDocument", "uri")?.text else {
      return [.log("textDocument/didChange has no URI")]
    }
    let name = FileAddress.name(of: uri)
    guard var document = documents[name] else {
      return [.log("textDocument/didChange is about \(uri), which is not open")]
    }
    // The document is removed from the dictionary during the change, because a second owner would make each change copy the
    // text.
    documents[name] = nil
    document.version = params.at("textDocument", "version")?.whole ?? document.version
    var effects: [Effect] = []
    for change in params["contentChanges"]?.elements ?? [] {
      guard let text = change["text"]?.text else {
        effects.append(.log("A change of \(uri) has no text"))
        continue
      }
      guard let range = change["range"], range != .null else {
        document.text.replaceAll(with: text)
        continue
      }
      guard let ends = range.range else {
        effects.append(.log("A change of \(uri) has no range"))
        continue
      }
      document.text.replace(document.text.range(ends.start, ends.end), with: text)
    }
    documents[name] = document
    return effects + invalidated(name)
  }

  mutating func close(_ params: JSONValue) -> [Effect] {
    guard let uri = params.at("textDocument", "uri")?.text else { return [] }
    let name = FileAddress.name(of: uri)
    guard let document = documents.removeValue(forKey: name) else { return [] }
    var effects = invalidated(name)
    analyses[name] = nil
    soundReadings[name] = nil
    estimates[name] = nil
    unpublished.remove(name)
    let files = contributions.removeValue(forKey: name).map { Array($0.keys) } ?? []
    // The client doesn't clear the diagnostics of a closed document by itself.
    effects.append(publication(of: name, uri: document.uri, version: nil))
    effects += files.filter { $0 != name }.sorted().map { publication(of: $0) }
    return effects
  }

  /// Discards all results that depend on a document whose text has changed, and answers the requests that wait for these
  /// results.
  private mutating func invalidated(_ name: String) -> [Effect] {
    let before = analyses
    invalidate(name)
    var effects: [Effect] = []
    let stale = Set(before.keys.filter { analyses[$0] == nil }).union([name])
    for document in Set(deferred.map(\.document)).intersection(stale).sorted() {
      effects.append(.cancelEstimate(of: document))
    }
    for one in deferred where stale.contains(one.document) {
      effects += end(one)
      effects.append(.send(.answer(to: one.id, ResponseError(.contentModified, "The text has changed"))))
    }
    deferred.removeAll { stale.contains($0.document) }
    return effects
  }

  /// The name of the document that a request is about.
  func name(in params: JSONValue) throws(ResponseError) -> String {
    guard let uri = params.at("textDocument", "uri")?.text else {
      throw ResponseError(.invalidParams, "The request names no document")
    }
    return FileAddress.name(of: uri)
  }

  /// The offset that a request is about.
  func offset(in params: JSONValue, _ document: Document) throws(ResponseError) -> Int {
    guard let position = params["position"]?.position else {
      throw ResponseError(.invalidParams, "The request has no position")
    }
    return document.text.offset(of: position)
  }

  /// The URI of a file, as the client writes it if the file is open.
  func uri(of name: String) -> String { documents[name]?.uri ?? FileAddress.uri(of: name) }
}

extension Effect {
  /// A line for the log that the editor keeps.
  static func log(_ text: String) -> Effect {
    .send(.notification("window/logMessage", ["type": 2, "message": .string(text)]))
  }
}
