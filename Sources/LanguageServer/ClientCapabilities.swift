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

  /// The unit of positions: UTF-8 if the client offers it, which needs no conversion, and UTF-16 unless it can only take UTF-32.
  var encoding: PositionEncoding {
    let offered = (json.at("general", "positionEncodings")?.elements ?? []).compactMap {
      $0.text.flatMap(PositionEncoding.init)
    }
    if offered.contains(.utf8) { return .utf8 }
    return offered == [.utf32] ? .utf32 : .utf16
  }

  /// Whether diagnostics may have further locations; so for clients that don't say.
  var takesRelatedInformation: Bool {
    json.at("textDocument", "publishDiagnostics", "relatedInformation") != false
  }
  /// Whether the client asks for diagnostics itself.
  var pullsDiagnostics: Bool { json.at("textDocument", "diagnostic") != nil }
  /// Whether an answer about one document may have the diagnostics of others.
  var takesRelatedDocuments: Bool { has("textDocument", "diagnostic", "relatedDocumentSupport") }
  /// Whether symbols may have symbols within.
  var takesHierarchy: Bool {
    has("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
  }
  /// Whether code actions may be more than commands.
  var takesCodeActions: Bool { json.at("textDocument", "codeAction", "codeActionLiteralSupport") != nil }
  /// Whether one code action of several may be marked.
  var takesPreferredActions: Bool { has("textDocument", "codeAction", "isPreferredSupport") }
  /// Whether completions may have placeholders.
  var takesSnippets: Bool { has("textDocument", "completion", "completionItem", "snippetSupport") }
  /// Whether completions may be documented in Markdown.
  var takesMarkdownInCompletion: Bool {
    formats(json.at("textDocument", "completion", "completionItem", "documentationFormat"))
  }
  /// Whether the text at the pointer may be Markdown.
  var takesMarkdownInHover: Bool { formats(json.at("textDocument", "hover", "contentFormat")) }
  /// Whether a definition may be a link with the range of its origin.
  var takesLinks: Bool { has("textDocument", "definition", "linkSupport") }
  /// Whether folds end at characters.
  var foldsLinesOnly: Bool { has("textDocument", "foldingRange", "lineFoldingOnly") }
  /// Whether edits may name the version of the document that they are for.
  var takesVersionedEdits: Bool { has("workspace", "workspaceEdit", "documentChanges") }
  /// Whether the server may change documents.
  var appliesEdits: Bool { has("workspace", "applyEdit") }
  /// Whether the server may ask for settings.
  var hasConfiguration: Bool { has("workspace", "configuration") }
  /// Whether the client reports changed files on request.
  var watchesFiles: Bool { has("workspace", "didChangeWatchedFiles", "dynamicRegistration") }
  /// Whether the server may ask for its hints to be shown again.
  var refreshesHints: Bool { has("workspace", "inlayHint", "refreshSupport") }
  /// Whether the server may ask for diagnostics to be pulled again.
  var refreshesDiagnostics: Bool { has("workspace", "diagnostics", "refreshSupport") }
  /// Whether the client opens pages.
  var showsDocuments: Bool { has("window", "showDocument", "support") }
  /// Whether the server may begin progress of its own.
  var showsProgress: Bool { has("window", "workDoneProgress") }
}
