internal import JSON
internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax

// The answers to requests that need no estimate.
extension LanguageServer {
  /// The effects of a request, including the answer, unless the answer has to wait for work in the background.
  mutating func answer(
    _ method: String, _ params: JSONValue, id: JSONValue
  ) throws(ResponseError) -> [Effect] {
    switch method {
    case "textDocument/diagnostic":
      let (effects, report) = try pulledDiagnostics(params)
      return effects + [.send(.answer(to: id, report))]
    case "textDocument/hover": return try hover(params, id: id)
    case "textDocument/inlayHint": return try hints(params, id: id)
    case "workspace/executeCommand": return try execute(params, id: id)
    default: return [.send(.answer(to: id, try result(of: method, params)))]
    }
  }

  /// The result of a request whose answer does not wait for work in the background.
  private mutating func result(of method: String, _ params: JSONValue) throws(ResponseError) -> JSONValue {
    switch method {
    case "textDocument/completion": try completions(params)
    case "textDocument/codeAction": try codeActions(params)
    case "textDocument/definition": try definition(params)
    case "textDocument/references": try references(params)
    case "textDocument/documentHighlight": try highlights(params)
    case "textDocument/prepareRename": try prepareRename(params)
    case "textDocument/rename": try rename(params)
    case "textDocument/documentSymbol": try symbols(params)
    case "textDocument/foldingRange": try folds(params)
    case "textDocument/selectionRange": try selections(params)
    case "textDocument/documentLink": try links(params)
    default: throw ResponseError(.methodNotFound, "There is no method \(method)")
    }
  }

  /// The open document that a request is about; `nil` if the document is not open.
  func document(_ params: JSONValue) throws(ResponseError) -> Document? {
    documents[try name(in: params)]
  }

  // MARK: - Completion

  private mutating func completions(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let document = try document(params), document.isPolicy else { return .null }
    let offset = try offset(in: params, document)
    // If the text can't be read, the names come from the last text that could be read.
    let current = analysis(of: document.name)?.reading
    let reading = current?.policy == nil ? soundReadings[document.name] : current
    var found = identifiers[document.name]
    let offers = Offers(
      in: CursorContext(at: offset, in: document.source), reading, reference,
      identifiers: { [host] in
        if let found { return found }
        let folders = reading?.policy?.app?.value.sources?.value ?? []
        let texts = Set(folders.flatMap { host.identifiers($0.value.resolved, document.name) }).sorted()
        found = texts
        return texts
      })
    identifiers[document.name] = found
    let word = CursorContext.word(at: offset, in: document.source)
    let range = document.text.json(word)
    let width = String(offers.all.count).count
    let items = offers.all.enumerated().map { index, offer in
      let order = String(index)
      let snippet = client.takesSnippets ? offer.snippet : nil
      return JSONValue.members([
        "label": .string(offer.label), "kind": .number(offer.kind.protocolNumber),
        "detail": offer.detail.isEmpty ? nil : .string(offer.detail),
        "documentation": offer.documentation.isEmpty
          ? nil : markup(offer.documentation, isMarkdown: client.takesMarkdownInCompletion),
        "sortText": .string(String(repeating: "0", count: width - order.count) + order),
        "filterText": .string(offer.label),
        "insertTextFormat": snippet == nil ? 1 : 2,
        "textEdit": ["range": range, "newText": .string(snippet ?? offer.text)],
      ])
    }
    return ["isIncomplete": false, "items": .array(items)]
  }

  /// A text for users, without the marks of Markdown if the client doesn't show Markdown.
  func markup(_ markdown: String, isMarkdown: Bool) -> JSONValue {
    isMarkdown
      ? ["kind": "markdown", "value": .string(markdown)]
      : ["kind": "plaintext", "value": .string(HoverText.plain(markdown))]
  }

  // MARK: - Structure

  private func symbols(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let document = try document(params), document.isPolicy else { return .null }
    let items = Outline(document.source).items
    if client.takesHierarchy { return .array(items.map { symbol($0, document.text) }) }
    var flat: [JSONValue] = []
    for item in items { append(item, in: nil, document, to: &flat) }
    return .array(flat)
  }

  private func symbol(_ item: Outline.Item, _ text: EditedText) -> JSONValue {
    .members([
      "name": .string(item.name.isEmpty ? "\"\"" : item.name),
      "detail": item.detail.isEmpty ? nil : .string(item.detail),
      "kind": .number(item.kind.protocolNumber), "range": text.json(item.range),
      "selectionRange": text.json(item.selection),
      "children": item.items.isEmpty ? nil : .array(item.items.map { symbol($0, text) }),
    ])
  }

  private func append(
    _ item: Outline.Item, in container: String?, _ document: Document, to flat: inout [JSONValue]
  ) {
    flat.append(
      .members([
        "name": .string(item.name.isEmpty ? "\"\"" : item.name), "kind": .number(item.kind.protocolNumber),
        "location": ["uri": .string(document.uri), "range": document.text.json(item.range)],
        "containerName": container.map { .string($0) },
      ]))
    for inner in item.items { append(inner, in: item.name, document, to: &flat) }
  }

  private func folds(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let document = try document(params), document.isPolicy else { return .null }
    return .array(
      Folds(document.text).all.map { fold in
        .members([
          "startLine": .number(fold.first), "endLine": .number(fold.last),
          "kind": fold.isComment ? "comment" : "region",
        ])
      })
  }

  private func selections(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let positions = params["positions"], case .array(let values) = positions else {
      throw ResponseError(.invalidParams, "The request has no positions")
    }
    guard let document = try document(params), document.isPolicy else { return .null }
    let outline = Outline(document.source)
    var results: [JSONValue] = []
    for value in values {
      guard let position = value.position else {
        throw ResponseError(.invalidParams, "A position is malformed")
      }
      let ranges = outline.selections(at: document.text.offset(of: position))
      let chain = ranges.reversed().reduce(JSONValue?.none) { outer, range in
        .members(["range": document.text.json(range), "parent": outer])
      }
      results.append(chain ?? ["range": ["start": position.json, "end": position.json]])
    }
    return .array(results)
  }

  private mutating func links(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let document = try document(params), let analysis = analysis(of: document.name) else {
      return .null
    }
    return .array(
      analysis.reading.fileLinks.filter { $0.span.source.index == 0 }.map { link in
        [
          "range": document.text.json(link.span.range), "target": .string(uri(of: link.path)),
          "tooltip": .string("Open \(link.path)"),
        ]
      })
  }
}

extension Offer.Kind {
  /// The number of the kind in the language server protocol.
  fileprivate var protocolNumber: Int {
    switch self {
    case .key: 10
    case .value: 20
    case .name: 18
    case .rule, .parameter: 21
    case .identifier: 12
    }
  }
}

extension Outline.Item.Kind {
  /// The number of the symbol's kind in the language server protocol.
  fileprivate var protocolNumber: Int {
    switch self {
    case .mapping: 19
    case .list: 18
    case .text: 15
    case .number: 16
    case .boolean: 17
    case .nothing: 21
    }
  }
}
