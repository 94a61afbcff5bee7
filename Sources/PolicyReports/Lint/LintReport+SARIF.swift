internal import JSON
internal import PolicyGen
internal import PolicyLint
internal import PolicySyntax

extension LintReport {
  /// The report as SARIF 2.1.0, with all properties that GitHub's code scanning or other viewers show.
  var sarif: JSONValue {
    let rules = SARIFRules(self)
    var fingerprints = Fingerprints()
    var results: [JSONValue] = []
    for file in files {
      var locations = SARIFLocations(file)
      for finding in file.listed {
        results.append(
          .members([
            "ruleId": .string(finding.name.text),
            "ruleIndex": rules.index(of: finding.name).map { .number($0) },
            "level": .string(finding.severity.sarifLevel),
            "message": ["text": .string(finding.sarifMessage)],
            "locations": [locations.location(of: finding.diagnostic)],
            "relatedLocations": locations.relatedLocations(of: finding.diagnostic),
            "partialFingerprints": .members([
              "primaryLocationLineHash": locations.lineHash(of: finding.diagnostic.span).map { .string($0) },
              "bgpolicy/v1": .string(fingerprints.next(of: finding, in: file)),
            ]),
            "fixes": locations.fixes(of: finding.diagnostic),
            "suppressions": .array(finding.suppression.map { [$0.sarif] } ?? []),
            "baselineState": hasBaseline
              ? .string(finding.suppression == .baseline ? "unchanged" : "new") : nil,
          ]))
      }
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "bgpolicy",
              "version": .string(ToolVersion.current),
              "semanticVersion": .string(ToolVersion.current),
              "rules": rules.json,
            ]
          ],
          "invocations": [invocation],
          "columnKind": "unicodeCodePoints",
          "newlineSequences": ["\r\n", "\n", "\r"],
          "results": .array(results),
        ]
      ],
    ]
  }

  /// Whether every policy could be linted. If not, the reasons.
  private var invocation: JSONValue {
    .members([
      "executionSuccessful": .bool(failures.isEmpty),
      "toolExecutionNotifications": failures.isEmpty
        ? nil : .array(failures.map { ["level": "error", "message": ["text": .string($0)]] }),
    ])
  }
}

extension Severity {
  /// The severity in SARIF's terms.
  var sarifLevel: String { label }
}

extension Suppression {
  fileprivate var sarif: JSONValue {
    let kind =
      switch self {
      case .comment: "inSource"
      case .baseline: "external"
      }
    return ["kind": .string(kind), "status": "accepted", "justification": .string(reason)]
  }
}

extension Finding {
  /// The headline, links to the related locations by their ids, and the advice.
  ///
  /// GitHub shows a related location only if the message links to it.
  fileprivate var sarifMessage: String {
    let links = diagnostic.related.enumerated().map { index, related in
      "[\(Self.linkText(related.message))](\(index + 1))"
    }
    let sentences = [
      links.isEmpty ? nil : "See \(links.joined(separator: ", ")).", advice.map { "Help: \($0)" },
    ].compactMap { $0 }
    return sentences.isEmpty
      ? diagnostic.message : ([diagnostic.messageAsSentence] + sentences).joined(separator: " ")
  }

  /// The text of a link. Brackets are escaped, because a bracket would end the text.
  private static func linkText(_ text: String) -> String {
    text.map { "[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
