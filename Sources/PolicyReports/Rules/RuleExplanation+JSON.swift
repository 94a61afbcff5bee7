package import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicySyntax

extension RuleExplanation {
  /// The rule without its examples, for a list of rules.
  var jsonSummary: JSONValue { .object(members) }

  /// The rule with its examples, version 1.
  package var json: JSONValue {
    let examples: [JSONMember] = [
      JSONMember(
        "found",
        .array(
          found.map { example in
            var members = [JSONMember("policy", .string(example.policy))]
            if let app = example.app {
              members.append(
                JSONMember(
                  "code",
                  [
                    "path": .string(app.name), "text": .string(String(decoding: app.bytes, as: UTF8.self)),
                    "reported": .array(example.reported.map { .string($0) }),
                  ]))
            }
            if let list = example.propertyList {
              members.append(
                JSONMember(
                  "file",
                  [
                    "path": .string(list.name),
                    "text": .string(String(decoding: list.bytes, as: UTF8.self)),
                  ]))
            }
            return .object(members + [JSONMember("findings", .array(example.findings.map(Self.json)))])
          })),
      JSONMember("notFound", .array(notFound.map { .string($0.policy) })),
      JSONMember("fixed", fixed.map { .string($0) } ?? .null),
    ]
    let url = page.map { [JSONMember("url", .string($0))] } ?? []
    return .object([JSONMember("version", 1)] + members + url + examples)
  }

  private var members: [JSONMember] {
    let guide = rule.guide
    return [
      JSONMember("code", .string(rule.code)),
      JSONMember("name", .string(rule.name.text)),
      JSONMember("family", .string(rule.family.title)),
      JSONMember("severity", .string(rule.severity.rawValue)),
      JSONMember("confidence", .string(rule.confidence.rawValue)),
      JSONMember("tags", .array(rule.tags.names.map { .string($0) })),
      JSONMember("summary", .string(rule.summary)),
      JSONMember("why", .string(rule.why)),
      JSONMember("fixable", fixSafety.map { .string($0.name) } ?? .null),
      JSONMember("sources", .sources(rule.citations)),
      JSONMember("symptom", guide.symptom.map { .string($0) } ?? .null),
      JSONMember("seenIn", .sources(guide.seenIn)),
      JSONMember("ignoreWhen", guide.ignoreWhen.map { .string($0) } ?? .null),
      JSONMember("swift", guide.swift.map { .string($0) } ?? .null),
      JSONMember("related", .names(Catalog.related(to: rule.name))),
      JSONMember("since", .string(rule.since.releaseName)),
      JSONMember("formerNames", .names(rule.formerNames)),
    ]
  }

  private static func json(of finding: Finding) -> JSONValue {
    [
      "severity": .string(finding.severity.rawValue),
      "message": .string(finding.diagnostic.message),
      "help": finding.diagnostic.help.map { .string($0) } ?? .null,
      "fixes": .array(finding.diagnostic.fixes.map(\.json)),
    ]
  }
}

extension JSONValue {
  static func names(_ names: [RuleName]) -> JSONValue { .array(names.map { .string($0.text) }) }

  /// The sources of a rule.
  static func sources(_ citations: [Citation]) -> JSONValue {
    .array(
      citations.map { citation in
        .members([
          "title": .string(citation.title), "edition": .string(citation.edition),
          "url": citation.address.map { .string($0) },
        ])
      })
  }
}
