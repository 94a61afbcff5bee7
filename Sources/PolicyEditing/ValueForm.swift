internal import JSON
internal import PolicyModel

/// The form of a key's value, which determines the placeholders of the value.
struct ValueForm {
  fileprivate enum Shape {
    case scalar, choice([String]), mapping, names, list
  }

  fileprivate let shape: Shape

  /// Whether the value is on lines below the key.
  var isNested: Bool {
    switch shape {
    case .scalar, .choice: false
    case .mapping, .names, .list: true
    }
  }

  /// The key with placeholders for its value.
  func snippet(of key: String, isInFlow: Bool) -> String {
    let key = Self.escaped(key)
    switch shape {
    case .scalar: return "\(key): $0"
    case .choice(let values):
      let choices = values.map {
        Self.escaped($0).map { ",|".contains($0) ? "\\\($0)" : String($0) }.joined()
      }
      return "\(key): ${1|\(choices.joined(separator: ","))|}"
    case .mapping: return isInFlow ? "\(key): { $0 }" : "\(key):\n  $0"
    case .names: return isInFlow ? "\(key): { ${1:name}: { $0 } }" : "\(key):\n  ${1:name}:\n    $0"
    case .list: return isInFlow ? "\(key): [$0]" : "\(key):\n  - $0"
    }
  }

  /// A text in which characters with a special meaning in snippets are escaped.
  private static func escaped(_ text: String) -> String {
    text.map { "$}\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

extension LanguageReference {
  /// The form of the value at the end of `steps`. If the value may have several forms, the result is the first known form.
  func form(at steps: [String?]) -> ValueForm {
    let schemas = schemas(at: steps)
    let values = values(at: steps)
    if !values.isEmpty, values.count <= 12, !schemas.contains(where: { $0["items"] != nil }) {
      return ValueForm(shape: .choice(values))
    }
    for schema in schemas {
      if let properties = schema["properties"], case .object(let members) = properties, !members.isEmpty {
        return ValueForm(shape: .mapping)
      }
      if case .object? = schema["additionalProperties"] {
        return ValueForm(shape: isOfMappings(schema) ? .names : .mapping)
      }
      if schema["items"] != nil { return ValueForm(shape: .list) }
      if schema["type"] != nil { return ValueForm(shape: .scalar) }
    }
    return ValueForm(shape: .scalar)
  }

  /// Whether the values of a mapping of names are mappings.
  private func isOfMappings(_ schema: JSONValue) -> Bool {
    guard let value = schema["additionalProperties"] else { return false }
    return alternatives(of: value).contains { $0["properties"] != nil }
  }
}
