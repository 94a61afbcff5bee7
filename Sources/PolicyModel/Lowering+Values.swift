internal import PolicySyntax
internal import Quantities

// Messages about values that their keys do not accept, and suggestions.

extension Lowering {
  /// Reports a value of a type that its key does not accept.
  mutating func reportWrongType(
    at node: PolicyNode, expected: String, sample: String? = nil, help: String? = nil, fix: Fix? = nil
  ) {
    report(
      .policyWrongType, at: .value(node),
      Self.requirement(name(of: node), expected: expected, sample: sample, found: description(of: node)),
      help: help,
      fixes: fix.map { [$0] } ?? [])
  }

  /// The message that names the expected and the actual value.
  static func requirement(_ name: String, expected: String, sample: String?, found: String) -> String {
    "\(name) must be \(expected)\(sample.map { ", for example \($0)" } ?? ""); found \(found)"
  }

  /// The text of a scalar that is short enough for a message; `nil` for other values.
  func scalarText(at node: PolicyNode) -> String? {
    let syntax = nodes.syntax(of: node)
    guard tree.kind(of: syntax) == .scalar, !tree.isNull(syntax),
      tree.bytes(of: syntax).count <= Quantity.longestText
    else { return nil }
    return tree.text(of: syntax)
  }

  /// A fix that replaces a scalar with YAML; `nil` if a tag of the scalar would change the meaning of that YAML.
  func rewriting(_ node: PolicyNode, as text: String, _ title: String, safety: Fix.Safety) -> Fix? {
    let syntax = nodes.syntax(of: node)
    guard tree.kind(of: syntax) == .scalar, tree.tag(of: syntax) == .none else { return nil }
    return Fix(title, safety: safety, edits: [tree.replacement(of: syntax, withPlain: text)])
  }

  /// Reports a value that is not in an enumeration, and returns the member that was probably meant.
  mutating func suggestedValue<Word: StringEnum>(_ text: String, at node: PolicyNode) -> Word? {
    let words = Word.allCases.map(\.rawValue)
    let suggestion = Suggestion.nearest(to: text, among: words)
    report(
      .policyBadValue, at: .value(node),
      Self.requirement(
        name(of: node), expected: Self.words(words), sample: nil, found: "\"\(Self.shortened(text))\"")
        + suggestion.question,
      help: "write one of \(words.joined(separator: ", "))",
      fixes: suggestion.map { [replacement(of: node, with: $0)] } ?? [])
    return suggestion.flatMap { Word(rawValue: $0.name) }
  }

  /// The expected values for a message: a list of few values, otherwise a general phrase.
  static func words(_ words: [String]) -> String {
    guard words.count > 1, words.count <= 5, let last = words.last else {
      return "one of the values that it accepts"
    }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// A fix that replaces a scalar with a suggestion.
  func replacement(of node: PolicyNode, with suggestion: Suggestion) -> Fix {
    suggestion.fix([tree.replacement(of: nodes.syntax(of: node), with: suggestion.name)])
  }
}
