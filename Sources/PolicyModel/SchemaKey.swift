package import JSON

/// A key of a mapping, as the JSON Schema describes it.
package struct SchemaKey: Sendable {
  /// The key without a colon, such as `isDiscretionary`.
  package let name: String
  /// The schema of its value, with references into the definitions of the whole schema.
  package let schema: JSONValue
  /// Whether the mapping is incomplete without it.
  package let isRequired: Bool

  /// Its meaning; empty if the schema has none.
  package var summary: String {
    if case .string(let text)? = schema["description"] { text } else { "" }
  }

  /// The value if the key is omitted; `nil` if there is none.
  package var defaultValue: JSONValue? { schema["default"] }
}

// The parts of JSON Schema that the language's own schema uses.
extension JSONValue {
  /// The keys of a mapping's schema; none for any other.
  package var schemaKeys: [SchemaKey] {
    guard case .object(let properties)? = self["properties"] else { return [] }
    var required: [JSONValue] = []
    if case .array(let names)? = self["required"] { required = names }
    return properties.map {
      SchemaKey(name: $0.name, schema: $0.value, isRequired: required.contains(.string($0.name)))
    }
  }

  /// The name of the definition that a schema refers to; `nil` if it refers to none.
  package var schemaReference: String? {
    guard case .string(let reference)? = self["$ref"] else { return nil }
    return reference.split(separator: "/").last.map(String.init)
  }

  /// The alternatives of a schema; none if it has only itself.
  package var schemaAlternatives: [JSONValue] {
    for combination in ["anyOf", "oneOf", "allOf"] {
      if case .array(let parts)? = self[combination] { return parts }
    }
    return []
  }

  /// The values of a schema that lists them; none for any other.
  package var schemaValues: [String] {
    guard case .array(let values)? = self["enum"] else { return [] }
    return values.map(\.schemaText)
  }

  /// A value as a policy has it: a string without its quotes.
  package var schemaText: String {
    if case .string(let text) = self { text } else { compactText }
  }
}
