extension JSONValue {
  /// An object of those members that have a value.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
  }

  /// A whole number.
  package static func number(_ value: Int) -> JSONValue { .int(Int64(value)) }
}
