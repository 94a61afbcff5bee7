internal import JSON
internal import PolicyEditing

// The beginning of a session with a client.
extension LanguageServer {
  /// Begins the session; the result contains the capabilities of the server.
  mutating func initialize(_ params: JSONValue) -> JSONValue {
    client = ClientCapabilities(params["capabilities"] ?? .null)
    settings = Settings(params["initializationOptions"] ?? .null)
    encoding = client.encoding
    phase = .running
    return [
      "capabilities": [
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": [
          "openClose": true, "change": 2, "save": ["includeText": false],
        ],
        "diagnosticProvider": [
          "identifier": "bgpolicy", "interFileDependencies": true, "workspaceDiagnostics": false,
        ],
        "codeActionProvider": [
          "codeActionKinds": ["quickfix", "source.fixAll.bgpolicy"], "resolveProvider": false,
        ],
        "completionProvider": [
          "triggerCharacters": [" ", ":", "-", "[", ",", "."], "resolveProvider": false,
        ],
        "hoverProvider": true,
        "inlayHintProvider": ["resolveProvider": false],
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": ["prepareProvider": true],
        "documentHighlightProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "documentLinkProvider": ["resolveProvider": false],
        "executeCommandProvider": [
          "commands": .array(Self.commandNames.map { .string($0) }), "workDoneProgress": true,
        ],
        "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
      ],
      "serverInfo": ["name": "bgpolicy", "version": .string(host.version)],
    ]
  }
}
