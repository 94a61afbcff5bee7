internal import JSON
internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The findings that count, as reviewdog's DiagnosticResult; lines and columns from 1, columns in UTF-8 bytes, ends exclusive.
  var rdjson: JSONValue {
    let source: JSONValue = ["name": "bgpolicy"]
    let diagnostics = files.flatMap { file in
      let regions = Regions(file)
      return file.listed.filter(\.counts).map { finding in
        finding.diagnostic(regions, file.source(of: finding.diagnostic.span), in: file.site)
      }
    }
    return ["source": source, "diagnostics": .array(diagnostics)]
  }
}

extension Finding {
  fileprivate func diagnostic(_ regions: Regions, _ source: SourceText, in site: DocumentationSite)
    -> JSONValue
  {
    // Reviewers accept a suggestion with a click, so only applicable fixes become suggestions.
    let suggestions = diagnostic.fixes.filter(FixResult.Scope.all.allows).compactMap {
      $0.suggestion(for: diagnostic.span.source, regions, source)
    }
    return .members([
      "message": .string(messageAndHelp),
      "location": Self.location(regions.region(of: diagnostic.span, in: .bytes)),
      "severity": .string(severity.rawValue.uppercased()),
      "code": .members(["value": .string(name.text), "url": address(in: site).map { .string($0) }]),
      "suggestions": suggestions.isEmpty ? nil : .array(suggestions),
      "related_locations": diagnostic.related.isEmpty
        ? nil
        : .array(
          diagnostic.related.map { related in
            [
              "message": .string(related.message),
              "location": Self.location(regions.region(of: related.span, in: .bytes)),
            ]
          }),
    ])
  }

  private static func location(_ region: Region) -> JSONValue {
    ["path": .string(region.path), "range": region.bytes]
  }
}

extension Region {
  /// The region as reviewdog writes it, with columns in bytes.
  fileprivate var bytes: JSONValue {
    [
      "start": ["line": .number(start.line), "column": .number(start.column)],
      "end": ["line": .number(end.line), "column": .number(end.column)],
    ]
  }
}

extension Fix {
  /// The fix as one replacement, because a reviewer accepts each suggestion separately. `nil` if the fix
  /// edits another file.
  fileprivate func suggestion(for source: SourceID, _ regions: Regions, _ text: SourceText) -> JSONValue? {
    guard let first = edits.map(\.span).min(), edits.allSatisfy({ $0.span.source == source }) else {
      return nil
    }
    let span = edits.reduce(first) { $0.union($1.span) }
    let following = text.bytes.count - span.range.upperBound
    let fixed = edits.applied(to: text.bytes, of: source)
    let replacement = fixed.dropFirst(span.range.lowerBound).dropLast(following)
    return [
      "range": regions.region(of: span, in: .bytes).bytes,
      "text": .string(String(decoding: replacement, as: UTF8.self)),
    ]
  }
}
