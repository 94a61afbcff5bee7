/// A JSON value whose objects keep the order of their members, so that equal values always have the same text.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  /// A number with a fraction; infinity and NaN are written as `null`.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])
}

/// A member of a JSON object.
package struct JSONMember: Hashable, Sendable {
  /// The name, without quotation marks and escapes.
  package let name: String
  /// The value after the colon.
  package let value: JSONValue

  /// A member whose name has neither quotation marks nor escapes, which are added when the member is written.
  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// The value of an object's member; `nil` if the object has no member with the name, or if the value is not an object.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .int(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { JSONMember($0.0, $0.1) })
  }
}

extension JSONValue {
  /// An object of the members that have a value.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
  }

  /// A whole number.
  package static func number(_ value: Int) -> JSONValue { .int(Int64(value)) }
}
