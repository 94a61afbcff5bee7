internal import JSON
internal import PolicySyntax

/// A key of a mapping: its name, the shape of its value, and its description.
///
/// The tables of keys define the language, for both the lowering and the JSON Schema.
package struct Key<Subject: Sendable>: Sendable {
  /// The documentation of a key, which is made on demand.
  struct Description: Sendable {
    /// The meaning of the key, in a sentence or two for authors of policies.
    let summary: String
    /// The default as JSON; `nil` if the key has no default.
    let defaultValue: JSONValue?
    /// The JSON Schema of the key's value, without the summary.
    let schema: JSONValue
  }

  /// The key without quotes, even if the policy quotes the key.
  let name: StaticString
  /// Whether the key is required.
  let isRequired: Bool
  let description: @Sendable () -> Description
  /// Reads the value at a node into the subject.
  let read: @Sendable (PolicyNode, inout Subject, inout Lowering) -> Void

  init<Value>(
    _ name: StaticString, _ shape: Shape<Value>, required isRequired: Bool = false,
    default defaultValue: @autoclosure @escaping @Sendable () -> JSONValue? = nil,
    _ summary: @autoclosure @escaping @Sendable () -> String,
    set: @escaping @Sendable (inout Subject, Located<Value>) -> Void
  ) {
    self.init(name, shape, isRequired: isRequired, set: set) {
      Description(summary: summary(), defaultValue: defaultValue(), schema: shape.schema())
    }
  }

  /// An optional key whose summary and default are made together.
  init<Value>(
    _ name: StaticString, _ shape: Shape<Value>, documentation: @escaping @Sendable () -> KeyDocumentation,
    set: @escaping @Sendable (inout Subject, Located<Value>) -> Void
  ) {
    self.init(name, shape, isRequired: false, set: set) {
      let texts = documentation()
      return Description(summary: texts.summary, defaultValue: texts.defaultValue, schema: shape.schema())
    }
  }

  private init<Value>(
    _ name: StaticString, _ shape: Shape<Value>, isRequired: Bool,
    set: @escaping @Sendable (inout Subject, Located<Value>) -> Void,
    description: @escaping @Sendable () -> Description
  ) {
    self.name = name
    self.isRequired = isRequired
    self.description = description
    let lower = shape.lower
    read = { node, subject, lowering in
      if let value = lower(node, &lowering) { set(&subject, Located(value, at: node)) }
    }
  }

  private init(
    _ name: StaticString, isRequired: Bool, description: @escaping @Sendable () -> Description,
    read: @escaping @Sendable (PolicyNode, inout Subject, inout Lowering) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    self.description = description
    self.read = read
  }

  /// The same key for a mapping that includes the subject as a part.
  func within<Whole>(_ part: any WritableKeyPath<Whole, Subject> & Sendable) -> Key<Whole> {
    let description = description
    let read = read
    return Key<Whole>(
      name, isRequired: isRequired,
      description: {
        let own = description()
        return Key<Whole>.Description(
          summary: own.summary, defaultValue: own.defaultValue, schema: own.schema)
      },
      read: { node, whole, lowering in read(node, &whole[keyPath: part], &lowering) })
  }
}

/// The texts of a key that do not follow from its shape.
struct KeyDocumentation: Sendable {
  /// The meaning of the key.
  let summary: String
  /// The default as JSON; `nil` if the key has no default.
  let defaultValue: JSONValue?
}

/// A key that occurs in a mapping, with its node.
package struct WrittenKey: Sendable {
  /// The key in the language's spelling, even if the policy misspells the key.
  package let name: StaticString
  /// The node of the key's entry.
  package let node: PolicyNode
}

/// The keys of a kind of mapping; a class, so that all users share one table.
package final class KeyTable<Subject: Sendable>: Sendable {
  /// The name of the mapping in the JSON Schema.
  let name: String
  /// The keys in the order of the documentation.
  let keys: [Key<Subject>]
  /// The names of the keys, for fast lookup.
  private let names: [StaticString]
  /// The indices of the required keys.
  private let required: [Int]
  /// Returns a subject without values.
  private let empty: @Sendable () -> Subject
  /// An example of the mapping for messages; `nil` if messages show no example.
  private let sample: MappingSample?
  /// Stores the keys that the mapping contains in the subject.
  private let note: (@Sendable (inout Subject, [WrittenKey]) -> Void)?
  /// A check after all keys are read.
  private let check: (@Sendable (PolicyNode, inout Subject, inout Lowering) -> Void)?

  init(
    _ name: String, _ empty: @escaping @Sendable () -> Subject, _ keys: [Key<Subject>],
    sample: MappingSample? = nil,
    note: (@Sendable (inout Subject, [WrittenKey]) -> Void)? = nil,
    check: (@Sendable (PolicyNode, inout Subject, inout Lowering) -> Void)? = nil
  ) {
    self.name = name
    self.empty = empty
    self.keys = keys
    names = keys.map(\.name)
    required = keys.indices.filter { keys[$0].isRequired }
    self.sample = sample
    self.note = note
    self.check = check
  }

  /// Reads the mapping at a node; returns `nil` after reporting a value that is not a mapping.
  func lower(_ node: PolicyNode, _ lowering: inout Lowering) -> Subject? {
    let syntax = lowering.nodes.syntax(of: node)
    guard case .mapping = lowering.tree.kind(of: syntax) else {
      lowering.reportWrongType(
        at: node, expected: "a mapping", sample: sample?.text(for: lowering.scalarText(at: node)),
        help: "write its keys below it, each as `key: value`")
      return nil
    }
    var entries = lowering.tree.entryIterator(of: syntax)
    var subject = empty()
    var written: [WrittenKey] = []
    if note != nil { written.reserveCapacity(entries.count) }
    var found = 0
    while let entry = entries.next(in: lowering.tree) {
      let entryNode = lowering.nodes.add(entry, under: node)
      guard let index = index(of: entry, at: entryNode, &lowering) else { continue }
      found |= 1 << index
      if note != nil { written.append(WrittenKey(name: names[index], node: entryNode)) }
      keys[index].read(entryNode, &subject, &lowering)
    }
    note?(&subject, written)
    for index in required where found & 1 << index == 0 {
      lowering.reportMissingKey("\(names[index])", at: node, keys[index].description().summary)
    }
    check?(node, &subject, &lowering)
    return subject
  }

  /// The index of an entry's key. An unknown key is reported, and read as the key that was probably meant.
  private func index(of entry: NodeEntry, at node: PolicyNode, _ lowering: inout Lowering) -> Int? {
    if let index = lowering.tree.index(of: entry.key, in: names) { return index }
    let suggestion = lowering.reportUnknownKey(entry, at: node, among: names.map { "\($0)" })
    guard let suggestion, let index = names.firstIndex(where: { "\($0)" == suggestion }) else { return nil }
    let siblings = lowering.nodes.parent(of: node).map {
      lowering.tree.entries(of: lowering.nodes.syntax(of: $0))
    }
    let isTaken = siblings?.contains { lowering.tree.isText(of: $0.key, equalTo: names[index]) } ?? false
    return isTaken ? nil : index
  }
}

extension Lowering {
  /// Reports an unknown key, and returns the known key that was probably meant.
  fileprivate mutating func reportUnknownKey(
    _ entry: NodeEntry, at node: PolicyNode, among names: [String]
  ) -> String? {
    guard let text = keyText(of: entry, at: node) else { return nil }
    let isRoot = nodes.parent(of: node).flatMap { nodes.parent(of: $0) } == nil
    let owner = isRoot ? "A policy" : nodes.parent(of: node).map { name(of: $0) } ?? "A policy"
    let key = Self.shortened(text)
    guard let suggestion = Suggestion.nearest(to: text, among: names) else {
      report(
        .policyUnknownKey, at: .key(node),
        "\(owner) has no key \(key)\(Suggestion.question(about: text, among: names))",
        help: "the keys are " + names.joined(separator: ", "))
      return nil
    }
    report(
      .policyUnknownKey, at: .key(node), "\(owner) has no key \(key)\(suggestion.question)",
      fixes: [suggestion.renaming([tree.replacement(of: entry.key, with: suggestion.name)])])
    return suggestion.name
  }

  /// Reports a missing key, at the name of the mapping that lacks the key.
  mutating func reportMissingKey(_ key: String, at node: PolicyNode, _ summary: String) {
    let isRoot = nodes.parent(of: node) == nil
    let span = isRoot ? firstKeySpan(of: node) : nodes.span(at: .key(node))
    diagnostics.append(
      Diagnostic(
        rule: .policyMissingKey, span: span, path: nodes.path(to: node),
        message: "\(isRoot ? "The policy" : name(of: node)) must have the key \(key)",
        help: "add \(key): \(summary.prefix(1).lowercased() + summary.dropFirst())",
        fixes: isRoot && key == "schema" ? [schemaFix(at: node)] : []))
  }

  /// A fix that adds the only version of the language.
  private func schemaFix(at root: PolicyNode) -> Fix {
    let entry = "schema: \(Policy.schemaVersion)"
    return Fix(
      "Add \(entry)", safety: .safe,
      edits: tree.insertion(of: entry, atStartOf: nodes.syntax(of: root)))
  }

  /// The location of the first key, because a policy has no name.
  private func firstKeySpan(of node: PolicyNode) -> Span {
    let syntax = nodes.syntax(of: node)
    return tree.entries(of: syntax).first.map { tree.span(of: $0.key) } ?? tree.span(of: syntax)
  }
}

// MARK: - JSON Schema

extension KeyTable {
  /// A reference to the definition of this table.
  var reference: JSONValue { ["$ref": .string("#/definitions/\(name)")] }

  /// The JSON Schema of a mapping with these keys.
  var definition: JSONValue {
    var members = [JSONMember("type", "object"), JSONMember("additionalProperties", false)]
    let required = keys.filter(\.isRequired)
    if !required.isEmpty {
      members.append(JSONMember("required", .array(required.map { .string("\($0.name)") })))
    }
    members.append(
      JSONMember("properties", .object(keys.map { JSONMember("\($0.name)", $0.description().json) })))
    return .object(members)
  }
}

extension Key.Description {
  /// The JSON Schema with the description of the key.
  fileprivate var json: JSONValue {
    var members = [JSONMember("description", .string(summary))]
    if let defaultValue { members.append(JSONMember("default", defaultValue)) }
    // Draft 7 ignores other keywords next to a $ref, so the reference is nested in allOf.
    guard case .object(let schema) = schema else { return .object(members) }
    if schema.contains(where: { $0.name == "$ref" }) {
      members.append(JSONMember("allOf", .array([.object(schema)])))
    } else {
      members += schema
    }
    return .object(members)
  }
}

extension Policy.Session {
  /// Whether the session has a key, even if the key's value is not valid.
  package func hasKey(_ name: StaticString) -> Bool { writtenKeys.contains { $0.name.isEqual(to: name) } }
}

extension StaticString {
  /// Whether two static strings are equal.
  package func isEqual(to other: StaticString) -> Bool {
    guard utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    for offset in 0..<utf8CodeUnitCount where utf8Start[offset] != other.utf8Start[offset] { return false }
    return true
  }
}
