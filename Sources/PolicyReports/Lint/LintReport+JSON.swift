internal import AppFacts
internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The report as JSON, version 1; lines and columns from 1, columns in Unicode scalars, ends exclusive.
  var json: JSONValue {
    .members([
      "version": 1,
      "findings": .array(files.flatMap(\.jsonFindings)),
      "statistics": showsStatistics ? statisticsJSON : nil,
      "apps": apps.isEmpty ? nil : .array(apps.map(\.json)),
      "summary": [
        "files": .int(Int64(files.count)),
        "errors": .int(Int64(count(.error))),
        "warnings": .int(Int64(count(.warning))),
        "infos": .int(Int64(count(.info))),
        "suppressed": .int(Int64(suppressedCount)),
        "fixable": fixable.json,
      ],
    ])
  }
}

extension LintReport.App {
  /// The app as JSON: the files that were read, the files that were not read, the undecided rules, and the
  /// app's facts.
  fileprivate var json: JSONValue {
    [
      "policy": .string(policy), "folder": .string(folder),
      "read": .array(facts.files.map { .string($0) }),
      "notRead": .array(
        facts.missingSources.map { .members(["file": .string($0), "reason": "It is missing"]) }
          + facts.languages.map { one in
            .members([
              "file": .string(one.location.file), "reason": .string("\(one.language.rawValue) is not read"),
            ])
          }
          + facts.unread.map { fact in
            .members([
              "file": .string(fact.location.file),
              "line": fact.location.line == 0 ? nil : .int(Int64(fact.location.line)),
              "reason": .string(fact.reason),
            ])
          }),
      "undecided": .array(
        undecided.flatMap { one in
          one.rules.map { ["rule": .string($0.text), "reason": .string(one.reason)] }
        }),
      "facts": facts.json,
    ]
  }
}

extension LintReport.File {
  var jsonFindings: [JSONValue] {
    let tables = sources.map { LineTable($0.bytes) }
    return listed.map { finding in
      let diagnostic = finding.diagnostic
      let (start, end) = Self.positions(of: diagnostic.span, tables)
      return .members([
        "rule": .string(finding.name.text),
        "code": .string(finding.rule.code),
        "severity": .string(finding.severity.rawValue),
        "confidence": .string(finding.rule.confidence.rawValue),
        "tags": .array(finding.rule.tags.names.map { .string($0) }),
        "message": .string(diagnostic.message),
        "file": .string(source(of: diagnostic.span).name),
        "line": .int(Int64(start.line)),
        "column": .int(Int64(start.column)),
        "endLine": .int(Int64(end.line)),
        "endColumn": .int(Int64(end.column)),
        "path": .string(diagnostic.path),
        "furtherPaths": diagnostic.furtherPaths.isEmpty
          ? nil : .array(diagnostic.furtherPaths.map { .string($0) }),
        "help": diagnostic.help.map { .string($0) } ?? JSONValue.null,
        "url": finding.address(in: site).map { .string($0) } ?? JSONValue.null,
        "fixes": .array(diagnostic.fixes.map(\.json)),
        "related": .array(
          diagnostic.related.map { related in
            let (start, _) = Self.positions(of: related.span, tables)
            return [
              "file": .string(source(of: related.span).name),
              "line": .int(Int64(start.line)),
              "column": .int(Int64(start.column)),
              "message": .string(related.message),
            ]
          }),
        "suppressed": finding.suppression.map { .string($0.reason) } ?? JSONValue.null,
      ])
    }
  }

  private static func positions(of span: Span, _ tables: [LineTable]) -> (start: Position, end: Position) {
    let table = tables[Int(span.source.index)]
    return (table.position(ofByte: span.range.lowerBound), table.position(ofByte: span.range.upperBound))
  }
}
