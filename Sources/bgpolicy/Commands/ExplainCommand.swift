internal import JSON
internal import PlatformFacts
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

/// `bgpolicy explain`: explains a rule, or explains an error by the rules that find its cause.
struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    name: "explain", operands: Operands("TEXT…", count: 1...Int.max, completion: .rules),
    summary: "Explain a rule, or an error, a log line or a code by the rules that find its cause",
    problems: [],
    examples: [
      .init("explain push-priority", "The rule, its reason, examples and sources"),
      .init("explain BGP4", "The rules with such a code"),
      .init("explain BGTaskSchedulerErrorDomain 3", "The rules that find the cause of an error"),
    ],
    discussion: """
      TEXT is the name of a rule such as bg-identifier-not-permitted, its code such as BGP201, the beginning of codes, or a
      family such as pushes. It is also what you have in hand when something failed: an error (-995, BGTaskSchedulerErrorDomain
      3), the text of an exception or a log line, a termination code (0x8badf00d), the reason of a response of APNs
      (TopicDisallowed), or words of a review mail (ITMS-90771); then the rules that find the cause come most likely first. For
      other words, such as "silent push does not arrive", the rules come first that have the rarest of the words.
      The findings shown for examples are those that `bgpolicy lint` reports.
      """)

  private let format: DocumentFormat
  private let text: String

  init(_ arguments: inout Arguments) throws(UsageError) {
    format = try arguments[DocumentFormat.option]
    text = arguments.operands.joined(separator: " ")
  }

  func run(_ console: Console) throws(UsageError) -> Outcome {
    if let rule = Catalog.rule(text) ?? Catalog.gateRule(text) {
      let explanation = RuleExplanation(rule, in: .current)
      write(explanation.document, json: explanation.json, to: console)
    } else if let rule = Catalog.needsApp(text) {
      write(
        rule.document(in: .current),
        json: .object([JSONMember("version", 1)] + rule.jsonMembers(in: .current)), to: console)
    } else if let rules = rulesOfFamily {
      write(RuleReference.list(of: rules), json: RuleReference.json(of: rules), to: console)
    } else {
      try explainSymptom(console)
    }
    return .success
  }

  /// The rules whose codes begin with the text, or the rules of the family with that name. `nil` if the text
  /// is neither.
  private var rulesOfFamily: [Rule]? {
    guard let selection = try? RuleSelection(selected: [text], ignored: []) else { return nil }
    return Catalog.rules.filter(selection.includes)
  }

  private func explainSymptom(_ console: Console) throws(UsageError) {
    let symptoms = Symptom.found(in: text)
    let rules = symptoms.isEmpty ? Symptom.rules(describing: text) : []
    if !symptoms.isEmpty {
      write(SymptomReference.document(of: symptoms), json: SymptomReference.json(of: symptoms), to: console)
    } else if !rules.isEmpty {
      write(SymptomReference.document(of: rules, for: text), json: RuleReference.json(of: rules), to: console)
    } else {
      try explainWords(console)
    }
  }

  /// Writes the rules that share words with the text. Throws if the text looks like a misspelled name, or if no
  /// rule shares words with it.
  private func explainWords(_ console: Console) throws(UsageError) {
    let others = Catalog.needsApp.map(\.name.text) + Catalog.gateRules.map(\.name.text)
    let unknown = Catalog.unknown(text, besides: others)
    guard unknown.suggestion == nil else { throw UsageError(message: unknown.message) }
    // A word with a hyphen is a name.
    let isName = text.contains("-") && !text.contains(" ")
    let names = isName ? [] : RuleSearch().rules(for: text)
    guard !names.isEmpty else {
      throw UsageError(message: unknown.message + ", and none mentions it; `bgpolicy rules` lists them")
    }
    write(
      SymptomReference.document(of: names, for: text), json: SymptomReference.json(of: names), to: console)
  }

  private func write(_ document: Document, json: JSONValue, to console: Console) {
    switch format {
    case .text: console.print(document.text(style: console.style))
    case .json: console.print(json.prettyText + "\n")
    case .markdown: console.print(document.markdown)
    }
  }
}
