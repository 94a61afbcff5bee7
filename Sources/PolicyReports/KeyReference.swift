internal import JSON
internal import PolicyModel

/// The keys of the policy language as a document, from the same tables as the lowering and the JSON Schema.
package enum KeyReference {
  /// Every mapping of the language, with a table of its keys.
  package static var document: Document {
    var sections = Sections(Schema.json)
    sections.visit(sections.schema, at: "")
    return Document(blocks: [.subject("The policy language"), .prose(introduction)] + sections.blocks)
  }

  private static let introduction: RichText = """
    Every key of a policy, mapping by mapping. NAME is a name that the policy chooses, [] is each value of a \
    list. Durations are written as 15m, 6h or 1d12h, sizes as 500kB or 4MB, energies as 20J. \
    \(command: "bgpolicy schema --format markdown") prints this page, and \(command: "bgpolicy schema") prints the same \
    keys as JSON Schema.
    """
}

/// The sections of the document, in the order in which a reader meets their mappings.
private struct Sections {
  let schema: JSONValue
  private(set) var blocks: [Document.Block] = []
  private var paths: [String: String] = [:]

  init(_ schema: JSONValue) { self.schema = schema }

  /// Adds the section of a mapping, and the sections of all mappings within it that are not in the document
  /// yet.
  mutating func visit(_ mapping: JSONValue, at path: String) {
    let keys = mapping.schemaKeys
    guard !keys.isEmpty else { return }
    var found: [(name: String, path: String)] = []
    for key in keys {
      let path = path.isEmpty ? key.name : "\(path).\(key.name)"
      for reference in Self.references(in: key.schema, at: path) where paths[reference.name] == nil {
        paths[reference.name] = reference.path
        found.append(reference)
      }
    }
    blocks += [
      .title(path.isEmpty ? "The policy" : path, []),
      .table(
        columns: ["Key", "Takes", "Default", "Meaning"],
        rows: keys.map { row($0, fallback: path == "sessions.NAME" ? Self.sessionDefault(of: $0) : nil) }),
    ]
    for reference in found {
      if let definition = schema["definitions"]?[reference.name] { visit(definition, at: reference.path) }
    }
  }

  /// The definitions that a schema refers to, with the paths of their mappings.
  private static func references(in schema: JSONValue, at path: String) -> [(name: String, path: String)] {
    if let name = schema.schemaReference { return [(name, path)] }
    if let items = schema["items"] { return references(in: items, at: "\(path)[]") }
    if let named = schema["additionalProperties"] { return references(in: named, at: "\(path).NAME") }
    return schema.schemaAlternatives.flatMap { references(in: $0, at: path) }
  }

  // MARK: - Rows

  private func row(_ key: SchemaKey, fallback: String?) -> [Document.Cell] {
    let fallback = fallback ?? key.defaultValue?.schemaText ?? (key.isRequired ? "required" : "")
    let target = Self.references(in: key.schema, at: "").first.flatMap { paths[$0.name] }
    return [
      Document.Cell(text: key.name), Document.Cell(text: Self.form(key.schema), title: target),
      Document.Cell(text: fallback), Document.Cell(text: key.summary),
    ]
  }

  /// The default of a session's property. JSON Schema can't express a default that depends on the kind of
  /// session.
  private static func sessionDefault(of key: SchemaKey) -> String? {
    SessionProperty.named(key.name)?.defaultText
  }

  /// The kind of value, in a few words.
  private static func form(_ schema: JSONValue) -> String {
    if schema.schemaReference != nil { return "mapping" }
    if let items = schema["items"] { return "list of \(plural(form(items)))" }
    let parts = schema.schemaAlternatives
    if !parts.isEmpty {
      let values = parts.filter { !isNull($0) } + parts.filter(isNull)
      let forms = values.map(form).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      return forms.joined(separator: ", or ")
    }
    if !schema.schemaValues.isEmpty { return schema.schemaValues.joined(separator: ", ") }
    if let named = schema["additionalProperties"], named != false {
      let form = form(named)
      return form.contains(" by name") ? "mapping of names" : "\(plural(form)) by name"
    }
    return scalar(schema)
  }

  private static func scalar(_ schema: JSONValue) -> String {
    if case .string(let pattern)? = schema["pattern"] {
      // Only the language's quantities have patterns, and the pattern of a quantity contains its units.
      if pattern.contains("?d)?") { return "duration" }
      if pattern.contains("kMG") { return pattern.contains("\\.\\.") ? "size or range" : "size" }
      if pattern.contains("J") { return "energy" }
    }
    switch schema["type"] {
    case .string("boolean")?: return "true, false"
    case .string("integer")?: return "whole number"
    case .string("number")?: return "number"
    case .string("null")?: return "null"
    case .string("object")?: return "mapping"
    case .string("array")?: return "list"
    default: return "string"
    }
  }

  private static func isNull(_ schema: JSONValue) -> Bool { schema["type"] == "null" }

  private static func plural(_ form: String) -> String {
    let words = form.replacing(", or ", with: " or ").split(separator: " ").map { word in
      switch word {
      case "mapping": "mappings"
      case "string": "strings"
      default: String(word)
      }
    }
    return words.joined(separator: " ")
  }
}
