internal import JSON
internal import PolicyModel

/// The keys and values of the policy language, looked up by the steps from the root to a node.
package struct LanguageReference: Sendable {
  private let schema: JSONValue

  /// The reference of the language that this version of bgpolicy reads.
  package init() { schema = Schema.json }

  /// A key of the language.
  package struct Key: Hashable, Sendable {
    /// The key without a colon, such as `isDiscretionary`.
    package let name: String
    /// The key's meaning, in a sentence or two; empty if the schema has no description.
    package let summary: String
    /// The default of the key, as JSON; `nil` if the key has no default.
    package let defaultValue: String?
    /// Whether the mapping must contain the key.
    package let isRequired: Bool
    /// The values that the key takes, if the key takes only a few values.
    package let values: [String]
  }

  /// The key at the end of `steps`; `nil` if the language has no key at the end, as in a mapping of names.
  ///
  /// A step is a key of a mapping, or `nil` for an item of a list.
  package func key(at steps: [String?]) -> Key? {
    guard let name = steps.last ?? nil else { return nil }
    return keys(of: steps.dropLast()).first { $0.name == name }
  }

  /// The keys of the mapping at the end of `steps`, with required keys first; empty for a mapping of names.
  package func keys(of steps: some Sequence<String?>) -> [Key] {
    var known: Set<String> = []
    let keys = schemas(at: steps).flatMap(keys).filter { known.insert($0.name).inserted }
    return keys.filter(\.isRequired) + keys.filter { !$0.isRequired }
  }

  /// The values that the node at the end of `steps` takes, if the node takes only a few values.
  package func values(at steps: some Sequence<String?>) -> [String] {
    var known: Set<String> = []
    return schemas(at: steps).flatMap(values).filter { known.insert($0).inserted }
  }

  // MARK: - Schemas

  /// The alternatives of the schema of a node.
  func schemas(at steps: some Sequence<String?>) -> [JSONValue] {
    steps.reduce(alternatives(of: schema)) { schemas, step in
      schemas.flatMap { schema -> [JSONValue] in
        guard let step else { return schema["items"].map(alternatives) ?? [] }
        if let property = schema["properties"]?[step] { return alternatives(of: property) }
        return schema["additionalProperties"].map(alternatives) ?? []
      }
    }
  }

  func alternatives(of schema: JSONValue) -> [JSONValue] {
    if let name = schema.schemaReference {
      return self.schema["definitions"]?[name].map(alternatives) ?? []
    }
    let parts = schema.schemaAlternatives
    return parts.isEmpty ? [schema] : parts.flatMap(alternatives)
  }

  private func keys(of schema: JSONValue) -> [Key] {
    schema.schemaKeys.map { key in
      Key(
        name: key.name, summary: key.summary, defaultValue: key.defaultValue?.compactText,
        isRequired: key.isRequired, values: alternatives(of: key.schema).flatMap(values))
    }
  }

  private func values(of schema: JSONValue) -> [String] {
    schema["type"] == "boolean" ? ["true", "false"] : schema.schemaValues
  }
}
