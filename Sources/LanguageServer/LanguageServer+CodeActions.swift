internal import JSON
internal import PolicyEditing
internal import PolicyGen
internal import PolicyLint
internal import PolicyModel
internal import PolicyPipeline
internal import PolicySyntax
internal import PropertyList
internal import Quantities

// The fixes and other changes that the server offers.
extension LanguageServer {
  private static let fixAll = "source.fixAll.bgpolicy"

  /// The changes that the server offers for a range.
  mutating func codeActions(_ params: JSONValue) throws(ResponseError) -> JSONValue {
    guard let ends = params["range"]?.range else {
      throw ResponseError(.invalidParams, "The request has no range")
    }
    let name = try name(in: params)
    guard let document = documents[name] else { return .null }
    let range = document.text.range(ends.start, ends.end)
    let only = params.at("context", "only")?.elements.compactMap(\.text)
    let wants = { (kind: String) in
      only.map { $0.contains { kind == $0 || kind.hasPrefix("\($0).") || $0.isEmpty } } ?? true
    }
    var actions: [JSONValue] = []
    for policy in documents.keys.sorted() {
      guard let analysis = analysis(of: policy),
        policy == name || analysis.reading.sources.contains(where: { $0.name == name })
      else { continue }
      if wants("quickfix") { actions += quickFixes(in: range, of: name, policy, analysis) }
    }
    var known: Set<JSONValue> = []
    actions.removeAll { !known.insert($0).inserted }
    if wants(Self.fixAll), let analysis = analysis(of: name), let action = fixAll(document, analysis) {
      actions.append(action)
    }
    return .array(actions)
  }

  private func quickFixes(
    in range: Range<Int>, of file: String, _ policy: String, _ analysis: Analysis
  ) -> [JSONValue] {
    var texts = Texts(analysis, encoding)
    var actions: [JSONValue] = []
    let reported = Set(analysis.reported.map { ReportedFinding($0) })
    let others = analysis.findings.filter { $0.counts && !reported.contains(ReportedFinding($0)) }
    for finding in analysis.reported + others {
      let diagnostic = finding.diagnostic
      let isHere = texts.name(of: diagnostic.span) == file && diagnostic.span.touches(range)
      let isRelated = diagnostic.related.contains {
        texts.name(of: $0.span) == file && $0.span.touches(range)
      }
      if isHere {
        let shown = json(of: finding, &texts)
        for (index, fix) in diagnostic.fixes.enumerated() where !fix.edits.isEmpty {
          let isPreferred = index == 0 && fix.safety == .safe
          let title = fix.safety == .safe ? fix.title : "\(fix.title) (\(fix.safety.name))"
          actions.append(
            action(title, "quickfix", edits(fix.edits, &texts), for: shown, isPreferred: isPreferred))
        }
        if policy == file, let ignoring = ignoring(finding, policy, analysis) {
          actions.append(
            action(
              "Ignore \(finding.name) with a reason", "quickfix", edits([ignoring], &texts), for: shown))
        }
      }
      if finding.rule.isAboutDrift, isHere || isRelated {
        actions += additions(to: diagnostic.span, finding, analysis, &texts)
      }
    }
    return actions
  }

  private func edits(_ edits: [Edit], _ texts: inout Texts) -> [String: [JSONValue]] {
    var files: [String: [JSONValue]] = [:]
    for edit in edits {
      files[texts.name(of: edit.span), default: []].append(
        ["range": texts.json(edit.span), "newText": .string(edit.replacement)])
    }
    return files
  }

  /// A code action, or a command for clients that take only commands.
  private func action(
    _ title: String, _ kind: String, _ edits: [String: [JSONValue]], for diagnostic: JSONValue? = nil,
    isPreferred: Bool = false
  ) -> JSONValue {
    let edit = workspaceEdit(edits)
    guard client.takesCodeActions else {
      return ["title": .string(title), "command": "bgpolicy.applyEdit", "arguments": [edit]]
    }
    return .members([
      "title": .string(title), "kind": .string(kind),
      "diagnostics": diagnostic.map { [$0] },
      "isPreferred": isPreferred ? true : nil, "edit": edit,
    ])
  }

  // MARK: - Ignoring

  /// An edit that adds a comment which suppresses a finding; `nil` if no comment works. The method lints the text with the
  /// comment to make sure.
  private func ignoring(_ finding: Finding, _ policy: String, _ analysis: Analysis) -> Edit? {
    guard finding.rule.isSuppressible, let document = documents[policy],
      finding.diagnostic.span.source.index == 0
    else { return nil }
    let text = document.text
    let line = text.line(ofByte: finding.diagnostic.span.range.lowerBound)
    let content = text.content(ofLine: line)
    let start = text.bytes[content].firstIndex { $0 != UInt8(ascii: " ") } ?? content.lowerBound
    let comment = "# \(SuppressionComment.directive) \(finding.name) -- TODO: give the reason"
    let lineBreak = text.bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    let source = SourceID(index: 0)
    let candidates = [
      Edit(
        replacing: Span(source: source, start..<start),
        with: comment + lineBreak + String(repeating: " ", count: start - content.lowerBound)),
      Edit(replacing: Span(source: source, content.upperBound..<content.upperBound), with: " \(comment)"),
    ]
    return candidates.first { edit in
      let bytes = [edit].applied(to: text.bytes, of: source)
      let findings = lint(SourceText(name: policy, bytes: bytes), readFiles).findings
      let before = analysis.findings
      let count = { (findings: [Finding], name: RuleName) in findings.count { $0.counts && $0.name == name } }
      return count(findings, finding.name) < count(before, finding.name)
        && findings.count(where: \.counts) < before.count(where: \.counts)
    }
  }

  // MARK: - Fixing all

  /// A code action that applies all safe fixes; `nil` if the document has no safe fixes.
  private func fixAll(_ document: Document, _ analysis: Analysis) -> JSONValue? {
    let isFixable = analysis.findings.contains { finding in
      finding.counts
        && finding.diagnostic.fixes.contains { FixResult.Scope.safe.allows($0) && $0.isWithinPolicy }
    }
    guard isFixable else { return nil }
    let pipeline = pipeline(of: document.name, readFiles)
    let result = FixResult(
      document.source, allowing: .safe, on: host.today(),
      discount: { [host] in host.select(&$0, $1.sources) }
    ) { pipeline.read($0) }
    guard !result.fixes.isEmpty, let change = Replacement(from: document.text.bytes, to: result.source.bytes)
    else { return nil }
    return action(
      "Apply all safe fixes", Self.fixAll,
      [
        document.name: [
          ["range": document.text.json(change.range), "newText": .string(change.text)]
        ]
      ])
  }

  // MARK: - Property lists

  /// The code action that adds the policy's missing entries to a property list; empty if nothing can be added.
  private func additions(
    to span: Span, _ finding: Finding, _ analysis: Analysis, _ texts: inout Texts
  ) -> [JSONValue] {
    guard let policy = analysis.reading.policy else { return [] }
    let path = texts.name(of: span)
    let files = analysis.reading.appFiles.propertyLists.filter { $0.path == path }
    guard let file = files.first, case .propertyList(let document, _) = file.content, document.form == .xml,
      let merge = try? PropertyListMerge(
        PropertyListEntry.combined(files.map(\.entries)), into: document.bytes, of: file.process,
        policy.buildSettings),
      !merge.changes.isEmpty, let change = Replacement(from: document.bytes, to: merge.document.bytes)
    else { return [] }
    let name = path.pathNames.last.map(String.init) ?? path
    let text = EditedText(document.bytes, encoding: encoding)
    return [
      action(
        "Add what the policy requires to \(name)", "quickfix",
        [path: [["range": text.json(change.range), "newText": .string(change.text)]]],
        for: json(of: finding, &texts))
    ]
  }
}

/// The values that identify a finding, even after other findings have been combined with it.
private struct ReportedFinding: Hashable {
  let name: RuleName
  let span: Span

  init(_ finding: Finding) { (name, span) = (finding.name, finding.diagnostic.span) }
}

extension Span {
  /// Whether the span and a range have a common byte or adjoin each other.
  fileprivate func touches(_ range: Range<Int>) -> Bool {
    self.range.lowerBound <= range.upperBound && range.lowerBound <= self.range.upperBound
  }
}

/// The smallest replacement of one part that changes a text to another text.
struct Replacement {
  let range: Range<Int>
  let text: String

  /// The replacement; `nil` if the texts are equal.
  init?(from old: [UInt8], to new: [UInt8]) {
    guard old != new else { return nil }
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    // A character is replaced as a whole.
    while start > 0,
      start < old.count && old[start] & 0xC0 == 0x80 || start < new.count && new[start] & 0xC0 == 0x80
    {
      start -= 1
    }
    var end = 0
    while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
    // A line break of two characters is replaced as a whole.
    if end > 0, old[old.count - end] == UInt8(ascii: "\n") { end -= 1 }
    if start > 0, old[start - 1] == UInt8(ascii: "\r") { start -= 1 }
    range = start..<old.count - end
    text = String(decoding: new[start..<new.count - end], as: UTF8.self)
  }
}
