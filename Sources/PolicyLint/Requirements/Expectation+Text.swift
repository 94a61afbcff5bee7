internal import JSON
internal import PolicyModel

extension Expectation {
  /// The expectation as a phrase that follows "must be".
  var phrase: String {
    switch self {
    case .equals(let value): value.phrase
    case .atMost(let bound): "at most \(bound.phrase)"
    case .atLeast(let bound): "at least \(bound.phrase)"
    case .matches(let pattern): "of the form \(pattern)"
    case .oneOf(let choices):
      choices.isEmpty ? "one of none" : "one of " + choices.map(\.phrase).joined(separator: ", ")
    case .not(let inner): "anything but \(inner.phrase)"
    case .present(let isExpected): isExpected ? "there" : "left out"
    case .all(let parts): parts.map(\.phrase).joined(separator: " and ")
    case .nested(let conditions):
      conditions.map { "\($0.key) \($0.expectation.phrase)" }.joined(separator: ", ")
    }
  }
}

extension JSONValue {
  /// The value as a policy has it on one line.
  var phrase: String {
    switch self {
    case .string(let text): text
    case .array(let values): "[" + values.map(\.phrase).joined(separator: ", ") + "]"
    case .object(let members):
      "{ " + members.map { "\($0.name): \($0.value.phrase)" }.joined(separator: ", ") + " }"
    case .null, .bool, .int, .double: compactText
    }
  }
}
