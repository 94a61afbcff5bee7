package import JSON
internal import PlatformFacts
package import PolicyLint
package import PolicySyntax

/// Symptoms and the rules that find their causes, for `explain` and for the page of symptoms.
package enum SymptomReference {
  /// The commands that report findings of the listed rules.
  private static let nextStep = """
    `bgpolicy gate` looks for them in the policy and the app, `bgpolicy import` in an app without a policy, and \
    `bgpolicy explain RULE` has reasons and examples.
    """

  /// The meaning of some symptoms, the rules that find their causes, and the sources.
  package static func document(of symptoms: [Symptom]) -> Document {
    let blocks = symptoms.flatMap { symptom -> [Document.Block] in
      [
        .title(symptom.text, [symptom.kind.title]), .paragraph(symptom.meaning),
        .label("Rules that find the cause, most likely first"),
        .list(symptom.rules.compactMap(item)), .label("Sources"),
        .list(
          symptom.citations.map { Document.Item(text: "\($0.title) (\($0.edition))", address: $0.address) }),
      ]
    }
    return Document(blocks: blocks + [.paragraph(nextStep)])
  }

  /// Rules for a text, such as the rules whose symptoms contain the text.
  package static func document(of rules: [Rule], for text: String) -> Document {
    Document(blocks: [
      .title(text, [DisplayText.count(rules.count, "rule")]), .list(rules.map(item)), .paragraph(nextStep),
    ])
  }

  /// Rules that share words with a text, which may have another cause.
  package static func document(of names: [RuleName], for text: String) -> Document {
    Document(blocks: [
      .title(text, [DisplayText.count(names.count, "rule")]),
      .paragraph("A guess: these rules have the rarest words of the text, and the cause may be another."),
      .list(names.compactMap(item)), .paragraph(nextStep),
    ])
  }

  private static func item(_ name: RuleName) -> Document.Item? {
    Catalog.rule(named: name).map(item)
      ?? Catalog.needsApp(name.text).map {
        Document.Item(text: "\($0.name) (decided by a person): \($0.summary)")
      }
  }

  private static func item(_ rule: Rule) -> Document.Item {
    Document.Item(text: "\(rule.name) (\(rule.code), \(rule.severity.rawValue)): \(rule.summary)")
  }

  /// The symptoms as JSON, version 1.
  package static func json(of symptoms: [Symptom]) -> JSONValue {
    [
      "version": 1,
      "symptoms": .array(
        symptoms.map { symptom in
          [
            "kind": .string(symptom.kind.rawValue), "text": .string(symptom.text),
            "meaning": .string(symptom.meaning), "rules": .names(symptom.rules),
            "sources": .sources(symptom.citations),
          ]
        }),
    ]
  }

  /// The rules that share words with a text, as JSON, version 1: the rules that have a check, and the rules
  /// that a person decides.
  package static func json(of names: [RuleName]) -> JSONValue {
    [
      "version": 1, "guess": true,
      "rules": .array(names.compactMap(Catalog.rule(named:)).map { RuleExplanation($0).jsonSummary }),
      "needsApp": .array(names.compactMap { Catalog.needsApp($0.text) }.map { .object($0.jsonMembers) }),
    ]
  }

  /// All symptoms as tables of a page, one for each kind.
  package static var markdown: String {
    Symptom.Kind.allCases.map { kind in
      let rows = Symptom.table.filter { $0.kind == kind }.map { symptom in
        let rules = symptom.rules.map { "[\($0)](rules.md#\($0))" }.joined(separator: ", ")
        return
          "| \(MarkdownText.code(symptom.text, inTable: true)) | \(MarkdownText.escaped(symptom.meaning)) | \(rules) |\n"
      }
      return "### \(kind.title)\n\n| you see | it means | rules, most likely first |\n|---|---|---|\n"
        + rows.joined()
    }.joined(separator: "\n")
  }
}
