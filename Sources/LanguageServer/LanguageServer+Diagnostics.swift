internal import JSON
internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax
internal import Quantities

// The diagnostics of the open documents.
extension LanguageServer {
  /// Publishes the diagnostics of the policies that have changed.
  mutating func publish() -> [Effect] {
    guard phase == .running, !unpublished.isEmpty else {
      unpublished = []
      return []
    }
    var files: Set<String> = []
    for name in unpublished.sorted() {
      let before = contributions[name] ?? [:]
      let after = diagnostics(of: name)
      contributions[name] = after
      files.insert(name)
      for file in Set(before.keys).union(after.keys) where before[file] != after[file] { files.insert(file) }
    }
    unpublished = []
    let published = files.sorted().filter { !hasPulled || documents[$0] == nil }.map { publication(of: $0) }
    // A client that requests diagnostics does so for the document that it has changed, but not for policies that extend that
    // document.
    guard hasPulled, client.refreshesDiagnostics, files.count > 1 else { return published }
    return published + [.send(.request(id: nextRequest(), "workspace/diagnostic/refresh", .null))]
  }

  /// The publication of a file's diagnostics.
  func publication(of name: String) -> Effect {
    publication(of: name, uri: uri(of: name), version: documents[name]?.version)
  }

  func publication(of name: String, uri: String, version: Int?) -> Effect {
    .send(
      .notification(
        "textDocument/publishDiagnostics",
        .members([
          "uri": .string(uri), "version": version.map { .number($0) },
          "diagnostics": .array(diagnostics(in: name)),
        ])))
  }

  /// The diagnostics in a file, which come from the file itself and from policies that extend or name the file.
  private func diagnostics(in file: String) -> [JSONValue] {
    var result = contributions[file]?[file] ?? []
    var known = Set(result.map(Statement.init))
    for (name, files) in contributions.sorted(by: { $0.key < $1.key }) where name != file {
      for diagnostic in files[file] ?? [] where known.insert(Statement(diagnostic)).inserted {
        result.append(diagnostic)
      }
    }
    return result
  }

  /// The members of a diagnostic that a user sees. Two diagnostics with equal members are the same for the user.
  private struct Statement: Hashable {
    let range, code, message: JSONValue?

    init(_ diagnostic: JSONValue) {
      (range, code, message) = (diagnostic["range"], diagnostic["code"], diagnostic["message"])
    }
  }

  /// The diagnostics of a policy, by the file that contains them.
  private mutating func diagnostics(of name: String) -> [String: [JSONValue]] {
    guard let analysis = analysis(of: name) else {
      return documents[name].map { $0.isPolicy && $0.isTooLarge } ?? false ? [name: [Self.tooLarge]] : [:]
    }
    var texts = Texts(analysis, encoding)
    var files: [String: [JSONValue]] = [name: []]
    let found = LintReport.File(findings: analysis.reported, sources: analysis.reading.sources)
    for finding in found.findings.count > LintReport.File.mostListed ? found.listed : analysis.reported {
      let file = analysis.reading.sources[Int(finding.diagnostic.span.source.index)].name
      files[file, default: []].append(json(of: finding, &texts))
    }
    return files
  }

  /// The only diagnostic of a policy that is too large to be checked with each edit.
  private static let tooLarge: JSONValue = [
    "range": [
      "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
    ],
    "severity": .number(Severity.error.protocolNumber),
    "source": "bgpolicy",
    "message": .string(
      "The policy is larger than \(Document.sizeLimit >> 20) MiB, so the editor does not check it; `bgpolicy lint` does"
    ),
  ]

  /// A finding in the protocol.
  func json(of finding: Finding, _ texts: inout Texts) -> JSONValue {
    let diagnostic = finding.diagnostic
    let tags =
      (finding.rule.tags.contains(.unnecessary) ? [JSONValue.int(1)] : [])
      + (finding.rule.tags.contains(.deprecated) ? [JSONValue.int(2)] : [])
    var related = diagnostic.related.map { related in
      location(of: related.span, message: related.message, &texts)
    }
    // The protocol has no members for the reason and the advice, so both are related information below the message.
    related.append(location(of: diagnostic.span, message: "why: \(finding.rule.why)", &texts))
    if let help = diagnostic.help {
      related.append(location(of: diagnostic.span, message: "help: \(help)", &texts))
    }
    return .members([
      "range": texts.json(diagnostic.span),
      "severity": .number(finding.severity.protocolNumber),
      "code": .string(finding.name.text),
      "codeDescription": finding.address(in: .current).map { ["href": .string($0)] },
      "source": "bgpolicy",
      "message": .string(diagnostic.message),
      "tags": tags.isEmpty ? nil : .array(tags),
      "relatedInformation": related.isEmpty || !client.takesRelatedInformation ? nil : .array(related),
    ])
  }

  private func location(of span: Span, message: String, _ texts: inout Texts) -> JSONValue {
    [
      "location": ["uri": .string(uri(of: texts.name(of: span))), "range": texts.json(span)],
      "message": .string(message),
    ]
  }

  /// The answer to a client that requests the diagnostics of a document.
  mutating func pulledDiagnostics(
    _ params: JSONValue
  ) throws(ResponseError) -> (effects: [Effect], report: JSONValue) {
    let name = try name(in: params)
    var effects: [Effect] = []
    if client.pullsDiagnostics, !hasPulled {
      // Published diagnostics are withdrawn; otherwise, the client would show each diagnostic twice.
      hasPulled = true
      for document in documents.keys.sorted() where !(contributions[document] ?? [:]).isEmpty {
        effects.append(
          .send(
            .notification(
              "textDocument/publishDiagnostics",
              ["uri": .string(uri(of: document)), "diagnostics": []])))
      }
    }
    let items = diagnostics(in: name)
    let identity = Self.identity(of: items)
    let isUnchanged = params["previousResultId"] == .string(identity)
    var related: [JSONMember] = []
    if client.takesRelatedDocuments, let files = contributions[name] {
      for file in files.keys.sorted() where file != name {
        let items = diagnostics(in: file)
        related.append(
          JSONMember(
            uri(of: file),
            ["kind": "full", "resultId": .string(Self.identity(of: items)), "items": .array(items)]))
      }
    }
    let report = JSONValue.members([
      "kind": isUnchanged ? "unchanged" : "full", "resultId": .string(identity),
      "items": isUnchanged ? nil : .array(items),
      "relatedDocuments": related.isEmpty ? nil : .object(related),
    ])
    return (effects, report)
  }

  private static func identity(of items: [JSONValue]) -> String {
    var hash = FNV1a()
    hash.combine(JSONValue.array(items).compactText.utf8)
    return hash.digits
  }
}

extension Severity {
  /// The number of the severity in the protocol, in which a note is information.
  fileprivate var protocolNumber: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }
}

/// The texts of an analysis with the positions of the protocol.
struct Texts {
  private let sources: [SourceText]
  private let encoding: PositionEncoding
  private var texts: [Int: EditedText] = [:]

  init(_ analysis: Analysis, _ encoding: PositionEncoding) {
    sources = analysis.reading.sources
    self.encoding = encoding
  }

  /// The name of the file that contains a span.
  func name(of span: Span) -> String { sources[Int(span.source.index)].name }

  /// The text that contains a span.
  mutating func text(of span: Span) -> EditedText {
    let index = Int(span.source.index)
    if let text = texts[index] { return text }
    let text = EditedText(sources[index].bytes, encoding: encoding)
    texts[index] = text
    return text
  }

  /// A span in the protocol.
  mutating func json(_ span: Span) -> JSONValue { text(of: span).json(span.range) }
}
