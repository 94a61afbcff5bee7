internal import JSON
internal import PolicyLint
internal import PolicySyntax
internal import Quantities

/// The locations of a policy's findings in SARIF.
struct SARIFLocations {
  /// The longest text that SARIF repeats next to a location, in bytes.
  private static let longestSnippet = 1_000

  private let file: LintReport.File
  private let regions: Regions
  private var hashes: [SourceID: LineHashes] = [:]

  init(_ file: LintReport.File) {
    self.file = file
    regions = Regions(file)
  }

  /// The hash of a span's first line, by which GitHub follows an alert to a later commit.
  mutating func lineHash(of span: Span) -> String? {
    let hashes = hashes[span.source] ?? LineHashes(file.source(of: span).bytes)
    self.hashes[span.source] = hashes
    return hashes.hash(ofLine: regions.region(of: span).start.line)
  }

  /// The location of a diagnostic: a span of text, and several paths in the policy if aliases or merge keys
  /// repeat the text.
  func location(of diagnostic: Diagnostic) -> JSONValue {
    .members([
      "physicalLocation": physicalLocation(of: diagnostic.span),
      "logicalLocations": diagnostic.path.isEmpty
        ? nil
        : .array(([diagnostic.path] + diagnostic.furtherPaths).map { ["fullyQualifiedName": .string($0)] }),
    ])
  }

  /// The related locations of a diagnostic, numbered from 1. `nil` if the diagnostic has no related locations.
  func relatedLocations(of diagnostic: Diagnostic) -> JSONValue? {
    guard !diagnostic.related.isEmpty else { return nil }
    return .array(
      diagnostic.related.enumerated().map { index, related in
        [
          "id": .number(index + 1),
          "physicalLocation": physicalLocation(of: related.span),
          "message": ["text": .string(related.message)],
        ]
      })
  }

  /// The fixes of a diagnostic, the best fix first. `nil` if the diagnostic has no fix.
  func fixes(of diagnostic: Diagnostic) -> JSONValue? {
    guard !diagnostic.fixes.isEmpty else { return nil }
    return .array(
      diagnostic.fixes.map { fix in
        [
          "description": ["text": .string(fix.title)],
          "artifactChanges": .array(artifactChanges(of: fix)),
          "properties": .members([
            "safety": .string(fix.safety.name), "unsafeBecause": fix.safety.reason.map { .string($0) },
          ]),
        ]
      })
  }

  private func artifactChanges(of fix: Fix) -> [JSONValue] {
    var sources: [SourceID] = []
    for edit in fix.edits where !sources.contains(edit.span.source) { sources.append(edit.span.source) }
    return sources.map { source in
      let edits = fix.edits.filter { $0.span.source == source }.sorted { $0.span < $1.span }
      return [
        "artifactLocation": artifactLocation(of: file.sources[Int(source.index)].name),
        "replacements": .array(
          edits.map { edit in
            [
              "deletedRegion": Self.region(regions.region(of: edit.span)),
              "insertedContent": ["text": .string(edit.replacement)],
            ]
          }),
      ]
    }
  }

  private func physicalLocation(of span: Span) -> JSONValue {
    let region = regions.region(of: span)
    let hasSnippet = !span.isEmpty && region.text.utf8.count <= Self.longestSnippet
    return [
      "artifactLocation": artifactLocation(of: region.file),
      "region": Self.region(region, snippet: hasSnippet ? region.text : nil),
    ]
  }

  private static func region(_ region: Region, snippet: String? = nil) -> JSONValue {
    .members([
      "startLine": .number(region.start.line),
      "startColumn": .number(region.start.column),
      "endLine": .number(region.end.line),
      "endColumn": .number(region.end.column),
      "snippet": snippet.map { ["text": .string($0)] },
    ])
  }

  /// A relative path is relative to the root of the sources. An absolute path becomes a file URI.
  private func artifactLocation(of name: String) -> JSONValue {
    let path = FileURI.path(of: file.root.path(of: name))
    return path.isAbsolutePath
      ? ["uri": .string("file://\(path)")] : ["uri": .string(path), "uriBaseId": "%SRCROOT%"]
  }
}
