internal import JSON
internal import PolicySyntax

extension Requirement {
  static let keys = KeyTable(
    "requirement", { Requirement() },
    [
      Key(
        "id", .string, required: true,
        "The requirement's name, for example no-cellular. Its findings have the rule require/ID."
      ) {
        $0.id = $1
      },
      Key(
        "for", .word(RequirementSubject.self), required: true,
        "The part of the policy that the requirement applies to, for example sessions."
      ) { $0.subject = $1 },
      Key(
        "when", .conditions,
        """
        The values of the declarations that the requirement applies to, for example { isDiscretionary: \
        true }. If omitted, it applies to all of them.
        """
      ) {
        $0.when = $1
      },
      Key(
        "must", .conditions, required: true,
        """
        The conditions that have to hold: for each key, a value, or { atMost: … }, { atLeast: … }, { \
        matches: "com.example.*" }, { oneOf: […] }, { not: … }, { present: true }; for example { \
        timeoutIntervalForResource: { atMost: 2d } }.
        """
      ) { $0.must = $1 },
      Key("message", .string, "The message of a finding, for example Background transfers must use Wi-Fi.") {
        $0.message = $1
      },
      Key("severity", .word(RequirementSeverity.self), default: "error", "The severity of a finding.") {
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
    // A mapping without operators states conditions for the keys of a nested mapping.
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
        "There is no condition \(name)\(suggestion.question)",
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

/// The operators of a condition.
private enum Operator: String, CaseIterable {
  case atMost, atLeast, matches, oneOf, not, present

  static let names = allCases.map(\.rawValue)
}
