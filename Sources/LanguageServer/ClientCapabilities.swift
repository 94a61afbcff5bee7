internal import JSON
internal import PolicyEditing

/// The parts of the protocol that a client has announced.
struct ClientCapabilities: Sendable {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  private func has(_ names: String...) -> Bool {
    names.reduce(Optional(json)) { value, name in value.flatMap { $0[name] } } == true
  }

  private func formats(_ value: JSONValue?) -> Bool {
    value?.elements.contains("markdown") ?? false
  }

  /// The unit of positions: UTF-8 if the client offers UTF-8, which needs no conversion; UTF-32 if the client offers nothing
  /// else; otherwise UTF-16.
  var encoding: PositionEncoding {
    let offered = (json.at("general", "positionEncodings")?.elements ?? []).compactMap {
      $0.text.flatMap(PositionEncoding.init)
    }
    if offered.contains(.utf8) { return .utf8 }
    return offered == [.utf32] ? .utf32 : .utf16
  }

  /// Whether diagnostics may have further locations; `true` if the client doesn't announce this capability.
  var takesRelatedInformation: Bool {
    json.at("textDocument", "publishDiagnostics", "relatedInformation") != false
  }
  /// Whether the client requests diagnostics, instead of waiting for their publication.
  var pullsDiagnostics: Bool { json.at("textDocument", "diagnostic") != nil }
  /// Whether an answer about a document may contain the diagnostics of other documents.
  var takesRelatedDocuments: Bool { has("textDocument", "diagnostic", "relatedDocumentSupport") }
  /// Whether symbols may contain symbols.
  var takesHierarchy: Bool {
    has("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
  }
  /// Whether code actions may have properties, in contrast to commands only.
  var takesCodeActions: Bool { json.at("textDocument", "codeAction", "codeActionLiteralSupport") != nil }
  /// Whether the server may mark a code action as preferred.
  var takesPreferredActions: Bool { has("textDocument", "codeAction", "isPreferredSupport") }
  /// Whether completions may have placeholders.
  var takesSnippets: Bool { has("textDocument", "completion", "completionItem", "snippetSupport") }
  /// Whether completions may be documented in Markdown.
  var takesMarkdownInCompletion: Bool {
    formats(json.at("textDocument", "completion", "completionItem", "documentationFormat"))
  }
  /// Whether the text at the pointer may be Markdown.
  var takesMarkdownInHover: Bool { formats(json.at("textDocument", "hover", "contentFormat")) }
  /// Whether a definition may be a link that also states the range of the name at the cursor.
  var takesLinks: Bool { has("textDocument", "definition", "linkSupport") }
  /// Whether the client folds whole lines only.
  var foldsLinesOnly: Bool { has("textDocument", "foldingRange", "lineFoldingOnly") }
  /// Whether edits may name the version of the document to which they apply.
  var takesVersionedEdits: Bool { has("workspace", "workspaceEdit", "documentChanges") }
  /// Whether the server may change documents.
  var appliesEdits: Bool { has("workspace", "applyEdit") }
  /// Whether the server may ask for settings.
  var hasConfiguration: Bool { has("workspace", "configuration") }
  /// Whether the client reports changed files on request.
  var watchesFiles: Bool { has("workspace", "didChangeWatchedFiles", "dynamicRegistration") }
  /// Whether the server may ask the client to request hints again.
  var refreshesHints: Bool { has("workspace", "inlayHint", "refreshSupport") }
  /// Whether the server may ask the client to request diagnostics again.
  var refreshesDiagnostics: Bool { has("workspace", "diagnostics", "refreshSupport") }
  /// Whether the client can open a page for the server.
  var showsDocuments: Bool { has("window", "showDocument", "support") }
  /// Whether the server may report progress that the client has not requested.
  var showsProgress: Bool { has("window", "workDoneProgress") }
}
