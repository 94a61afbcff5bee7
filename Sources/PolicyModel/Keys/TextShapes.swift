internal import JSON
internal import PolicySyntax

extension Shape<Identifier> {
  /// The identifier of a session or a task.
  static var identifier: Shape {
    let text = Shape<String>.string
    return Shape(schema: text.schema()) { node, lowering in
      text.lower(node, &lowering).map { Identifier($0) }
    }
  }
}

extension Shape<Identifier> {
  /// The identifier of a session: either fixed, or a mapping with the form of an identifier that the app composes.
  static var sessionIdentifier: Shape {
    .either(.identifier, orMapping: .mapping(runtimeKeys))
  }

  static var runtimeKeys: KeyTable<Identifier> {
    KeyTable(
      "runtimeIdentifier", { Identifier("") },
      [
        Key(
          "runtime", .string, required: true,
          """
          The form of an identifier that the app composes at run time, with the parts that are not fixed in braces, for \
          example com.example.album.{album}; or only its fixed beginning. An identifier has to be the same at each launch.
          """
        ) { $0 = Identifier.runtime($1.value).identifier }
      ])
  }
}

extension Shape<String?> {
  /// A text that people read: either fixed, or a mapping with the form of a text that the app composes. The mapping is read as `nil`.
  static var shownText: Shape {
    let fixed = Shape<String>.string
    let text = Shape(schema: fixed.schema()) { node, lowering in
      fixed.lower(node, &lowering).map { .some($0) }
    }
    return .either(text, orMapping: .mapping(composedTextKeys))
  }

  static var composedTextKeys: KeyTable<String?> {
    KeyTable(
      "composedText", { nil },
      [
        Key(
          "runtime", .string, required: true,
          "The form of a text that the app composes each time, for example {count} photos. It tells readers; bgpolicy ignores it."
        ) { _, _ in }
      ])
  }
}

extension Located<String?> {
  /// The fixed text; `nil` if the app composes the text.
  var fixed: Located<String>? { value.map { Located<String>($0, at: node) } }
}

extension Shape<String> {
  /// A name that is valid for a Swift type without backticks.
  static var swiftTypeName: Shape {
    scalar(
      "a Swift identifier", sample: "Photos", longestText: .max,
      examples: "letters, digits and _, beginning with a letter or _", types: .string,
      schema: .pattern(#"^[A-Za-z_][A-Za-z0-9_]*$"#)
    ) { SwiftName.isPlain($0) ? $0 : nil }
  }
}

/// A header of a request, or of a push.
package struct Header: Hashable, Sendable {
  /// The name as written.
  package let name: String
  /// The value. A number is kept as its text.
  package var value: Located<String>
}

extension Shape<[Header]> {
  /// A mapping from names to values.
  static var headers: Shape {
    Shape(schema: ["type": "object", "additionalProperties": Shape<String>.scalarText.schema()]) {
      node, lowering in
      lowering.lowerFreeKeys(at: node) { name, node, lowering in
        Shape<String>.scalarText.lower(node, &lowering).map {
          Header(name: name, value: Located($0, at: node))
        }
      }
    }
  }
}

extension Lowering {
  /// Lowers the entries of a mapping with arbitrary keys; `nil` if the value is not a mapping.
  mutating func lowerFreeKeys<Element>(
    at node: PolicyNode, _ lower: (String, PolicyNode, inout Lowering) -> Element?
  ) -> [Element]? {
    let syntax = nodes.syntax(of: node)
    guard tree.kind(of: syntax) == .mapping else {
      reportWrongType(at: node, expected: "a mapping", help: "write `name: value` on the lines below it")
      return nil
    }
    var elements: [Element] = []
    for entry in tree.entries(of: syntax) {
      let entryNode = nodes.add(entry, under: node)
      guard let name = keyText(of: entry, at: entryNode) else { continue }
      if let element = lower(name, entryNode, &self) { elements.append(element) }
    }
    return elements
  }
}
