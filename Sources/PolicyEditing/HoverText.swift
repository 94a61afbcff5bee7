package import PlatformFacts
package import PolicyLint
package import PolicyModel
package import PolicySyntax
internal import Quantities

/// The explanation of the text at a pointer.
package struct HoverText: Sendable {
  /// The explanation as Markdown.
  package let markdown: String
  /// The explained text.
  package let range: Range<Int>
  /// The transfer whose estimate belongs to the explanation; `nil` if the explanation needs no estimate.
  package let transfer: String?
  /// Whether the explained text belongs to a budget.
  package let isOfBudget: Bool

  /// The explanation of the text at an offset of a policy; `nil` if the text needs no explanation.
  package init?(
    at offset: Int, in source: SourceText, _ reading: PolicyReading, _ findings: [Finding],
    _ reference: LanguageReference
  ) {
    var parts: [String] = []
    var range: Range<Int>?
    var transfer: String?
    var isOfBudget = false
    let word = Word(at: offset, in: source.bytes).range
    let text = String(decoding: source.bytes[word], as: UTF8.self)
    if let rule = Self.rule(named: text, at: offset, in: source, reading) {
      parts.append(Self.rule(rule))
      range = word
    } else if let node = reading.nodes.node(atByte: offset) {
      let nodes = reading.nodes
      let key = nodes.keySyntax(of: node).map { nodes.tree.spanAsWritten(of: $0).range }
      let steps = nodes.steps(to: node)
      let isAtKey = key.map { $0.lowerBound <= offset && offset <= $0.upperBound } ?? false
      let value = nodes.span(of: node).range
      if let known = reference.key(at: steps) {
        parts.append(KeyText(known, at: steps).markdown)
        range = isAtKey ? key : value
      }
      if steps.count == 2, let name = steps[1], steps[0] == "transfers" || steps[0] == "budgets", isAtKey {
        (transfer, isOfBudget) = (name, steps[0] == "budgets")
        range = key
      }
      if steps.count >= 2, steps[0] == "model", let name = steps[1],
        let parameter = PlatformFacts.parameter(name)
      {
        parts.append(Self.parameter(parameter))
        range = isAtKey ? key : value
      }
      if !isAtKey {
        let written = String(decoding: source.bytes[value.clamped(to: 0..<source.bytes.count)], as: UTF8.self)
        if let units = Self.units(of: written) {
          parts.insert(units, at: 0)
          range = value
        }
        if let meaning = Self.meaning(of: text, at: steps) {
          parts.insert(meaning, at: 0)
          range = word
        }
      }
    }
    for finding in findings where finding.counts && finding.diagnostic.span.source.index == 0 {
      let span = finding.diagnostic.span.range
      guard span.lowerBound <= offset, offset <= span.upperBound else { continue }
      parts.append(Self.finding(finding))
      range = range ?? span
    }
    guard let range, !parts.isEmpty || transfer != nil else { return nil }
    markdown = parts.joined(separator: "\n\n---\n\n")
    self.range = range
    self.transfer = transfer
    self.isOfBudget = isOfBudget
  }

  /// The rule whose name is at an offset; `nil` if the text at the offset is not the name of a rule.
  private static func rule(
    named text: String, at offset: Int, in source: SourceText, _ reading: PolicyReading
  ) -> Rule? {
    let context = CursorContext(at: offset, in: source)
    let isRule =
      switch context.part {
      case .suppression: true
      case .key: context.steps == ["rules"]
      default: false
      }
    return isRule ? Catalog.rule(text) : nil
  }

  // MARK: - Parts

  /// The explanation of a rule.
  package static func rule(_ rule: Rule) -> String {
    let sources = rule.citations.map { "- \(KeyText.source($0))" }.joined(separator: "\n")
    let facts = "- \(rule.severity.label), \(rule.confidence.rawValue) \(rule.confidence.meaning)"
    return "**`\(rule.name)`** (\(rule.code))\n\n\(rule.summary).\n\n\(rule.why)\n\n\(facts)\n\(sources)"
  }

  /// The explanation of a parameter of the model.
  package static func parameter(_ parameter: ParameterFact) -> String {
    let sources = parameter.citations.map { "- \(KeyText.source($0))" }.joined(separator: "\n")
    let range = parameter.range.map { "\n- range: `\($0.low)..\($0.high)`" } ?? ""
    return
      "**`\(parameter.name)`**\n\n\(parameter.meaning)\n\n- default: `\(parameter.text)`\(range)\n- \(parameter.confidence.rawValue), \(parameter.confidence.meaning)\n\(sources)"
  }

  private static func finding(_ finding: Finding) -> String {
    let diagnostic = finding.diagnostic
    let help = diagnostic.help.map { "\n\nhelp: \($0)" } ?? ""
    return "\(finding.severity.label)[`\(finding.name)`]: \(diagnostic.message)\(help)\n\n\(finding.rule.why)"
  }

  private static func meaning(of value: String, at steps: [String?]) -> String? {
    let key = steps.last { $0 != nil } ?? nil
    switch key {
    case "backgroundModes", "mode":
      return PlatformFacts.backgroundMode(value).map { "**`\($0.name)`**: an app that \($0.purpose)." }
    case "extends" where steps.count > 1, "scenarios":
      return PlatformFacts.scenario(value).map { "**`\($0.name)`**: \($0.summary)" }
    default: return nil
    }
  }

  // MARK: - Quantities

  /// A duration or a size in other units; `nil` if a text is neither a duration nor a size, or has no unit.
  static func units(of text: String) -> String? {
    guard let last = text.unicodeScalars.last, last.properties.isAlphabetic else { return nil }
    if let span = TimeSpan(text) { return units(of: span, text) }
    if let size = ByteCount(text) { return "**\(text)** = \(units(of: size))" }
    if let range = ByteRange(text) {
      return "**\(text)** = \(units(of: range.lower)) to \(units(of: range.upper))"
    }
    return nil
  }

  private static func units(of span: TimeSpan, _ text: String) -> String {
    let units: [(name: String, milliseconds: Int64)] = [
      ("d", TimeSpan.millisecondsPerDay), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
    ]
    let forms = units.compactMap { unit -> String? in
      decimal(Double(span.milliseconds) / Double(unit.milliseconds)).map { "\($0)\(unit.name)" }
    }
    let others = forms.filter { $0 != text }
    return "**\(text)**" + (others.isEmpty ? "" : " = \(others.joined(separator: " = "))")
  }

  private static func units(of size: ByteCount) -> String {
    let units: [(name: String, bytes: Double)] = [
      ("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1), ("GiB", 1_073_741_824), ("MiB", 1_048_576),
    ]
    return units.compactMap { unit in
      decimal(Double(size.bytes) / unit.bytes).map { "\($0) \(unit.name)" }
    }.joined(separator: " = ")
  }

  /// A number with at most two decimals; `nil` for a number below 1 that has more than two decimals.
  private static func decimal(_ value: Double) -> String? {
    let hundredths = (value * 100).rounded()
    guard value >= 1 || hundredths == value * 100, hundredths < 1e17 else { return nil }
    let (whole, rest) = Int64(hundredths).quotientAndRemainder(dividingBy: 100)
    guard rest > 0 else { return "\(whole)" }
    return "\(whole)." + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
  }

  // MARK: - Plain text

  /// Markdown as plain text for an editor that doesn't show Markdown. The addresses of links are in parentheses.
  package static func plain(_ markdown: String) -> String {
    var text = ""
    var rest = markdown[...]
    while let character = rest.popFirst() {
      switch character {
      case "*" where rest.first == "*": rest = rest.dropFirst()
      case "`": break
      case "[":
        guard let end = rest.firstRange(of: "]("), let close = rest[end.upperBound...].firstIndex(of: ")"),
          !rest[..<end.lowerBound].contains("\n")
        else {
          text.append(character)
          continue
        }
        text += "\(rest[..<end.lowerBound]) (\(rest[end.upperBound..<close]))"
        rest = rest[rest.index(after: close)...]
      default: text.append(character)
      }
    }
    return text
  }
}
