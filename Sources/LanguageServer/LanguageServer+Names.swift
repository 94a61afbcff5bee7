internal import JSON
internal import PlatformFacts
internal import PolicyEditing
internal import PolicyLint
internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

// The definitions and references of names, and the change of a name.
extension LanguageServer {
  /// A location in a file.
  private struct FileRange: Hashable {
    let file: String
    let range: Range<Int>
  }

  /// The name at the position of a request, with all names of the policy.
  private mutating func name(
    at params: JSONValue
  ) throws(ResponseError) -> (use: NameUse, uses: [NameUse], analysis: Analysis, document: Document)? {
    guard let document = try document(params) else { return nil }
    let offset = try offset(in: params, document)
    guard let analysis = analysis(of: document.name) else { return nil }
    let uses = analysis.reading.nameUses
    let use = uses.filter { use in
      let range = use.span.range
      return use.span.source.index == 0 && range.lowerBound - (use.kind == .anchor ? 1 : 0) <= offset
        && offset <= range.upperBound
    }.min { $0.span.range.count < $1.span.range.count }
    return use.map { ($0, uses, analysis, document) }
  }

  private func fileRange(of span: Span, _ analysis: Analysis) -> FileRange {
    FileRange(file: analysis.reading.sources[Int(span.source.index)].name, range: span.range)
  }

  /// The uses of a name in the policy. If a base policy declares the name, the result includes the uses in other open policies
  /// that extend the base policy.
  private mutating func sameNames(
    of use: NameUse, _ uses: [NameUse], _ analysis: Analysis
  ) -> [(use: NameUse, location: FileRange, analysis: Analysis)] {
    let own = uses.filter(use.isSameThing).map { ($0, fileRange(of: $0.span, analysis), analysis) }
    let declarations = Set(own.filter(\.0.isDeclaration).map(\.1))
    var found = own
    var known = Set(own.map(\.1))
    for name in documents.keys.sorted() {
      guard let other = self.analysis(of: name), other.number != analysis.number else { continue }
      let uses = other.reading.nameUses.filter { $0.kind == use.kind && $0.name == use.name }
      let locations = uses.map { fileRange(of: $0.span, other) }
      guard zip(uses, locations).contains(where: { $0.isDeclaration && declarations.contains($1) }) else {
        continue
      }
      for (use, location) in zip(uses, locations) where known.insert(location).inserted {
        found.append((use, location, other))
      }
    }
    return found.sorted { ($0.1.file, $0.1.range.lowerBound) < ($1.1.file, $1.1.range.lowerBound) }
  }

  private func location(_ location: FileRange, _ analysis: Analysis) -> JSONValue {
    let bytes = analysis.reading.sources.first { $0.name == location.file }?.bytes ?? []
    let text = EditedText(bytes, encoding: encoding)
    return ["uri": .string(uri(of: location.file)), "range": text.json(location.range)]
  }

  // MARK: - Definition

  mutating func definition(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    if let (use, uses, analysis, document) = try name(at: params) {
      if let anchor = use.anchor {
        return links([location(fileRange(of: anchor, analysis), analysis)], from: use.span, document)
      }
      let locations = sameNames(of: use, uses, analysis).filter(\.use.isDeclaration)
      return links(locations.map { location($0.location, $0.analysis) }, from: use.span, document)
    }
    guard let document = try document(params) else { return .null }
    let offset = try offset(in: params, document)
    guard let analysis = analysis(of: document.name) else { return .null }
    let reading = analysis.reading
    if let link = reading.fileLinks.first(where: {
      $0.span.source.index == 0 && $0.span.range.lowerBound <= offset && offset <= $0.span.range.upperBound
    }) {
      return links(definition(of: link, analysis), from: link.span, document)
    }
    guard let node = reading.nodes.node(atByte: offset) else { return .null }
    let span = reading.nodes.span(of: node)
    guard span.range.lowerBound <= offset, offset <= span.range.upperBound else { return .null }
    let steps = reading.nodes.steps(to: node)
    var texts = Texts(analysis, encoding)
    let targets = reading.propertyListItems(
      for: steps, written: reading.nodes.tree.text(of: reading.nodes.syntax(of: node))
    )
    .map { span -> JSONValue in
      ["uri": .string(uri(of: texts.name(of: span))), "range": texts.json(span)]
    }
    return links(targets, from: span, document)
  }

  /// The start of a file. For a base policy, the result includes the locations of the findings that the policy inherits.
  private func definition(of link: FileLink, _ analysis: Analysis) -> [JSONValue] {
    let start = TextPosition(line: 0, character: 0).json
    let file: JSONValue = ["uri": .string(uri(of: link.path)), "range": ["start": start, "end": start]]
    guard link.isBase else { return [file] }
    var texts = Texts(analysis, encoding)
    let findings = analysis.findings.filter { finding in
      finding.counts && texts.name(of: finding.diagnostic.span) == link.path
        && finding.diagnostic.span.source.index != 0
    }
    return [file]
      + findings.map { ["uri": .string(uri(of: link.path)), "range": texts.json($0.diagnostic.span)] }
  }

  /// Locations in the form that the client takes; `null` without locations.
  private func links(_ locations: [JSONValue], from span: Span, _ document: Document) -> JSONValue {
    guard !locations.isEmpty else { return .null }
    guard client.takesLinks else { return .array(locations) }
    let origin = document.text.json(span.range)
    return .array(
      locations.map { location in
        .members([
          "originSelectionRange": origin, "targetUri": location["uri"], "targetRange": location["range"],
          "targetSelectionRange": location["range"],
        ])
      })
  }

  // MARK: - References

  mutating func references(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (use, uses, analysis, _) = try name(at: params) else { return .null }
    let isWhole = params.at("context", "includeDeclaration") != false
    return .array(
      sameNames(of: use, uses, analysis).filter { isWhole || !$0.use.isDeclaration }.map {
        location($0.location, $0.analysis)
      })
  }

  mutating func highlights(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (use, uses, _, document) = try name(at: params) else { return .null }
    return .array(
      uses.filter { use.isSameThing(as: $0) && $0.span.source.index == 0 }
        .sorted { $0.span < $1.span }.map {
          ["range": document.text.json($0.span.range), "kind": $0.isDeclaration ? 3 : 2]
        })
  }

  // MARK: - Rename

  mutating func prepareRename(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let (use, uses, _, document) = try name(at: params),
      uses.contains(where: { use.isSameThing(as: $0) && $0.isDeclaration })
    else { return .null }
    return ["range": document.text.json(use.span.range), "placeholder": .string(use.name)]
  }

  mutating func rename(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let new = params["newName"]?.text else {
      throw ResponseError(.invalidParams, "The request has no new name")
    }
    guard let (use, uses, analysis, _) = try name(at: params) else {
      throw ResponseError(.requestFailed, "Nothing here has a name that the policy gives")
    }
    guard uses.contains(where: { use.isSameThing(as: $0) && $0.isDeclaration }) else {
      throw ResponseError(.requestFailed, "The policy does not declare \(use.name), so it can't be renamed")
    }
    let isSound = use.kind == .anchor ? new.isAnchorName : !new.isEmpty && !new.contains(where: \.isNewline)
    guard isSound else {
      throw ResponseError(.requestFailed, "\"\(new)\" can't be a name")
    }
    guard new != use.name else { return .null }
    if uses.contains(where: { $0.kind == use.kind && $0.name == new && $0.isDeclaration }) {
      throw ResponseError(.requestFailed, "There is a \(use.kind.noun) called \(new) already")
    }
    var edits: [String: [(text: EditedText, edit: Edit)]] = [:]
    for (use, location, analysis) in sameNames(of: use, uses, analysis) {
      var texts = Texts(analysis, encoding)
      let edit = use.renaming(to: new, in: analysis.reading.nodes.tree)
      edits[location.file, default: []].append((texts.text(of: use.span), edit))
    }
    return workspaceEdit(
      edits.mapValues { edits in
        edits.map { ["range": $0.text.json($0.edit.span.range), "newText": .string($0.edit.replacement)] }
      })
  }

  /// An edit of files in the form that the client takes.
  func workspaceEdit(_ edits: [String: [JSONValue]]) -> JSONValue {
    let files = edits.sorted { $0.key < $1.key }
    guard client.takesVersionedEdits else {
      return ["changes": .object(files.map { JSONMember(uri(of: $0.key), .array($0.value)) })]
    }
    return [
      "documentChanges": .array(
        files.map { name, edits in
          [
            "textDocument": [
              "uri": .string(uri(of: name)),
              "version": documents[name]?.version.map { .number($0) } ?? .null,
            ],
            "edits": .array(edits),
          ]
        })
    ]
  }
}

extension NameUse.Kind {
  /// The word for the kind of thing in a message.
  fileprivate var noun: String {
    switch self {
    case .backgroundTask: "background task"
    case .otherWork: "piece of other work"
    default: rawValue
    }
  }
}

extension String {
  fileprivate var isAnchorName: Bool {
    !isEmpty && allSatisfy { !$0.isWhitespace && !"[]{},&*".contains($0) }
  }
}

extension PolicyReading {
  /// The elements of the app's property lists that equal an identifier or a mode of the policy.
  fileprivate func propertyListItems(for steps: [String?], written: String) -> [Span] {
    let key: String
    switch (steps.first ?? nil, steps.last ?? nil) {
    case ("tasks", "identifier"), ("permittedIdentifiers", _):
      key = PlatformFacts.InfoPlistKey.permittedIdentifiers
    case ("backgroundModes", _): key = PlatformFacts.InfoPlistKey.backgroundModes
    default: return []
    }
    guard let policy, !written.isEmpty else { return [] }
    return appFiles.propertyLists.flatMap { file -> [Span] in
      guard file.kind == .infoPlist, case .propertyList(let document, let source) = file.content,
        let locations = document.locations(of: key),
        let value = try? document.value(for: key), case .array(let elements) = value
      else { return [] }
      let values = policy.buildSettings.expansions(of: written, in: file.process)
      return zip(elements, locations.items).compactMap { element, range in
        guard case .string(let text) = element else { return nil }
        let isSame = text == written || policy.buildSettings.expansions(of: text, in: file.process) == values
        return isSame ? Span(source: source, range) : nil
      }
    }
  }
}
