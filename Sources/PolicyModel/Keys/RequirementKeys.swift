internal import JSON
internal import PolicySyntax

extension Requirement {
  static let keys = KeyTable(
    "requirement", { Requirement() },
    [
      Key("id", .string, required: true, "What it is called; its findings are of the rule require/ID.") {
        $0.id = $1
      },
      Key("for", .word(RequirementSubject.self), required: true, "What it is about.") { $0.subject = $1 },
      Key(
        "when", .conditions, "Which of them it is about, by their values; all of them where it is left out."
      ) {
        $0.when = $1
      },
      Key(
        "must", .conditions, required: true,
        """
        What has to hold for them: a value for each key, or { atMost: … }, { atLeast: … }, { matches: "com.example.*" }, \
        { oneOf: […] }, { not: … }, { present: true }.
        """
      ) { $0.must = $1 },
      Key("message", .string, "What to tell where it doesn't hold.") { $0.message = $1 },
      Key("severity", .word(RequirementSeverity.self), default: "error", "What a finding counts as.") {
        $0.severity.written = $1
      },
    ])
}

extension Shape<[RequirementCondition]> {
  fileprivate static var conditions: Shape {
    Shape(schema: ["type": "object"]) { node, lowering in lowering.conditions(at: node) }
  }
}

extension Lowering {
  fileprivate mutating func conditions(at node: PolicyNode) -> [RequirementCondition]? {
    lowerFreeKeys(at: node) { key, node, lowering in
      lowering.expectation(at: node).map { RequirementCondition(key: key, expectation: $0, node: node) }
    }
  }

  private mutating func expectation(at node: PolicyNode) -> Expectation? {
    let syntax = nodes.syntax(of: node)
    guard tree.kind(of: syntax) == .mapping else { return .equals(nodes.json(syntax)) }
    let names = tree.entries(of: syntax).map { tree.text(of: $0.key) }
    let meant = names.compactMap { Suggestion.nearest(to: $0, among: Operator.names) }
    // A mapping without operators is about the keys of a mapping.
    guard !meant.isEmpty else { return conditions(at: node).map { .nested($0) } }
    let parts = lowerFreeKeys(at: node) { name, node, lowering in
      lowering.operation(name, at: node)
    }
    guard let parts, !parts.isEmpty else { return nil }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func operation(_ name: String, at node: PolicyNode) -> Expectation? {
    guard let word = Operator(rawValue: name) else {
      let suggestion = Suggestion.nearest(to: name, among: Operator.names)
      report(
        .policyUnknownKey, at: .key(node),
        "A condition has no \(name)\(suggestion.question)",
        help: "the conditions are " + Operator.names.joined(separator: ", "))
      return nil
    }
    let syntax = nodes.syntax(of: node)
    switch word {
    case .atMost: return quantity(at: node).map { .atMost($0) }
    case .atLeast: return quantity(at: node).map { .atLeast($0) }
    case .matches: return Shape<String>.string.lower(node, &self).map { .matches($0) }
    case .not: return expectation(at: node).map { .not($0) }
    case .present: return Shape<Bool>.bool.lower(node, &self).map { .present($0) }
    case .oneOf:
      guard tree.kind(of: syntax) == .sequence else {
        reportWrongType(at: node, expected: "a list", help: "write oneOf: [one, two]")
        return nil
      }
      return .oneOf(tree.items(of: syntax).map { nodes.json($0) })
    }
  }

  private mutating func quantity(at node: PolicyNode) -> JSONValue? {
    let syntax = nodes.syntax(of: node)
    guard tree.kind(of: syntax) == .scalar, !tree.isNull(syntax) else {
      reportWrongType(at: node, expected: "a number, a duration or a size")
      return nil
    }
    return nodes.json(syntax)
  }
}

/// What a condition may say instead of a value.
private enum Operator: String, CaseIterable {
  case atMost, atLeast, matches, oneOf, not, present

  static let names = allCases.map(\.rawValue)
}
