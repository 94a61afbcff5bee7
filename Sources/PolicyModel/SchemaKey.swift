package import JSON

/// A key of a mapping, as the JSON Schema describes it.
package struct SchemaKey: Sendable {
  /// The key without a colon, such as `isDiscretionary`.
  package let name: String
  /// The schema of the key's value, with references into the definitions of the whole schema.
  package let schema: JSONValue
  /// Whether the mapping must contain the key.
  package let isRequired: Bool

  /// The key's meaning; empty if the schema has no description.
  package var summary: String {
    if case .string(let text)? = schema["description"] { text } else { "" }
  }

  /// The default of the key; `nil` if the schema has no default.
  package var defaultValue: JSONValue? { schema["default"] }
}

// The parts of JSON Schema that the language's own schema uses.
extension JSONValue {
  /// The keys of a mapping's schema; empty for other schemas.
  package var schemaKeys: [SchemaKey] {
    guard case .object(let properties)? = self["properties"] else { return [] }
    var required: [JSONValue] = []
    if case .array(let names)? = self["required"] { required = names }
    return properties.map {
      SchemaKey(name: $0.name, schema: $0.value, isRequired: required.contains(.string($0.name)))
    }
  }

  /// The name of the definition that a schema refers to; `nil` if the schema has no reference.
  package var schemaReference: String? {
    guard case .string(let reference)? = self["$ref"] else { return nil }
    return reference.split(separator: "/").last.map(String.init)
  }

  /// The alternatives of a schema; empty if the schema combines no other schemas.
  package var schemaAlternatives: [JSONValue] {
    for combination in ["anyOf", "oneOf", "allOf"] {
      if case .array(let parts)? = self[combination] { return parts }
    }
    return []
  }

  /// The values of an enumeration's schema; empty for other schemas.
  package var schemaValues: [String] {
    guard case .array(let values)? = self["enum"] else { return [] }
    return values.map(\.schemaText)
  }

  /// A value as written in a policy; a string has no quotes.
  package var schemaText: String {
    if case .string(let text) = self { text } else { compactText }
  }
}
