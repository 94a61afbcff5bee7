internal import JSON
internal import PolicySyntax

extension Shape<Identifier> {
  /// A session's or a task's identifier.
  static var identifier: Shape {
    let text = Shape<String>.string
    return Shape(schema: text.schema()) { place, lowering in
      text.lower(place, &lowering).map { Identifier($0) }
    }
  }
}

extension Shape<String> {
  /// A name that Swift takes for a type, without backticks.
  static var swiftTypeName: Shape {
    scalar(
      "a Swift identifier", sample: "Photos", longestText: .max,
      examples: "letters, digits and _, the first one no digit", types: .string,
      schema: .pattern(#"^[A-Za-z_][A-Za-z0-9_]*$"#)
    ) { SwiftName.isPlain($0) ? $0 : nil }
  }
}

/// A header of a request, or of a push.
package struct Header: Hashable, Sendable {
  /// The name as it is written.
  package let name: String
  /// The value; a number as its text.
  package var value: Placed<String>
}

extension Shape<[Header]> {
  /// A mapping of names to values.
  static var headers: Shape {
    Shape(schema: ["type": "object", "additionalProperties": Shape<String>.scalarText.schema()]) {
      place, lowering in
      lowering.lowerFreeKeys(at: place) { name, place, lowering in
        Shape<String>.scalarText.lower(place, &lowering).map {
          Header(name: name, value: Placed($0, at: place))
        }
      }
    }
  }
}

extension Lowering {
  /// The entries of a mapping whose keys the language doesn't fix.
  mutating func lowerFreeKeys<Element>(
    at place: Place, _ lower: (String, Place, inout Lowering) -> Element?
  ) -> [Element]? {
    let node = places.node(at: place)
    guard tree.kind(of: node) == .mapping else {
      reportWrongType(at: place, expected: "a mapping", help: "write `name: value` on the lines below it")
      return nil
    }
    var elements: [Element] = []
    for entry in tree.entries(of: node) {
      let entryPlace = places.add(entry, under: place)
      guard let name = keyText(of: entry, at: entryPlace) else { continue }
      if let element = lower(name, entryPlace, &self) { elements.append(element) }
    }
    return elements
  }
}
