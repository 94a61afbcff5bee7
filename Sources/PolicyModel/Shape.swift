internal import JSON
internal import PolicySyntax
internal import Quantities

/// What a value may be: how it is read, and how the JSON Schema says the same.
package struct Shape<Value: Sendable>: Sendable {
  /// The JSON Schema of the value.
  let schema: @Sendable () -> JSONValue
  /// The value at a place; `nil` where there is none, which has then been reported.
  let lower: @Sendable (Place, inout Lowering) -> Value?

  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue,
    lower: @escaping @Sendable (Place, inout Lowering) -> Value?
  ) {
    self.schema = schema
    self.lower = lower
  }

  /// The same texts, read as something else.
  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
    let schema = schema
    let lower = lower
    return Shape<Other>(schema: schema()) { place, lowering in lower(place, &lowering).map(transform) }
  }
}

// MARK: - Scalars

extension Shape {
  /// A scalar of some types whose text says the value.
  ///
  /// `noun` names what is expected, `sample` is one, `examples` shows how it is written; `meant` gives the text that stands
  /// for the same value as one that cannot be read.
  static func scalar(
    _ noun: @autoclosure @escaping @Sendable () -> String, sample: StaticString? = nil,
    longestText: Int = Quantity.longestText,
    examples: @autoclosure @escaping @Sendable () -> String? = nil, types: ScalarTypes,
    schema: @autoclosure @escaping @Sendable () -> JSONValue,
    meant: @escaping @Sendable (String) -> String? = { _ in nil },
    parse: @escaping @Sendable (String) -> Value?
  ) -> Shape {
    Shape(schema: schema()) { place, lowering in
      let node = lowering.places.node(at: place)
      guard types.contains(lowering.tree.scalarType(of: node)) else {
        lowering.reportWrongType(
          at: place, expected: noun(), sample: sample.map { "\($0)" }, help: examples().map { "write \($0)" })
        return nil
      }
      let text = lowering.tree.text(of: node)
      guard text.utf8.count <= longestText, let value = parse(text) else {
        // What is too long to be read is too long to be meant.
        let suggestion =
          text.utf8.count <= longestText ? meant(text).flatMap { parse($0) == nil ? nil : $0 } : nil
        lowering.report(
          .policyBadValue, at: .value(place),
          Lowering.requirement(
            lowering.name(of: place), noun(), sample.map { "\($0)" }, lowering.description(of: place))
            + (suggestion.map { ", did you mean \($0)?" } ?? ""),
          help: examples().map { "write \($0)" },
          fixes: suggestion.map { [lowering.replacement(of: place, with: $0)] } ?? [])
        return nil
      }
      return value
    }
  }
}

extension Shape<Bool> {
  /// `true` or `false`; the other words that YAML 1.1 has for them are refused with a hint.
  static var bool: Shape {
    Shape(schema: ["type": "boolean"]) { place, lowering in
      let node = lowering.places.node(at: place)
      if case .bool = lowering.tree.scalarType(of: node) { return lowering.tree.bytes(of: node).count == 4 }
      let text = lowering.tree.text(of: node).lowercased()
      let meant = ["yes": true, "on": true, "true": true, "no": false, "off": false, "false": false][text]
      lowering.reportWrongType(
        at: place, expected: "true or false", help: meant.map { "write \($0), without quotes" },
        fix: meant.flatMap { lowering.rewriting(place, as: "\($0)", "Write \($0)", safety: .safe) })
      return meant
    }
  }
}

extension Shape<String> {
  /// Any text; a number or `true` has to be quoted.
  static var string: Shape {
    Shape(schema: ["type": "string"]) { place, lowering in
      let node = lowering.places.node(at: place)
      guard case .string = lowering.tree.scalarType(of: node) else {
        let isScalar = lowering.tree.kind(of: node) == .scalar && !lowering.tree.isNull(node)
        let quoted = "\"\(lowering.tree.text(of: node))\""
        lowering.reportWrongType(
          at: place, expected: "a string", help: isScalar ? "put it in quotes" : nil,
          fix: isScalar ? lowering.rewriting(place, as: quoted, "Write \(quoted)", safety: .safe) : nil)
        return isScalar ? lowering.tree.text(of: node) : nil
      }
      return lowering.tree.text(of: node)
    }
  }

  /// Any scalar, as its text.
  static var scalarText: Shape {
    Shape(schema: ["type": ["string", "number", "boolean"]]) { place, lowering in
      let node = lowering.places.node(at: place)
      guard lowering.tree.kind(of: node) == .scalar, !lowering.tree.isNull(node) else {
        lowering.reportWrongType(at: place, expected: "a string or a number")
        return nil
      }
      return lowering.tree.text(of: node)
    }
  }
}

extension Shape<Int> {
  /// A whole number within bounds.
  static func int(_ range: ClosedRange<Int>) -> Shape {
    scalar(
      range.upperBound == .max
        ? "a whole number from \(range.lowerBound) on"
        : "a whole number from \(range.lowerBound) to \(range.upperBound)",
      types: .int, schema: .number("integer", range.lowerBound, range.upperBound)
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Shape<Double> {
  /// A number within bounds.
  static func number(_ range: ClosedRange<Double>) -> Shape {
    scalar(
      range.upperBound == .infinity
        ? "a number from \(Int(range.lowerBound)) on"
        : "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))",
      types: .number,
      schema: .number(
        "number", Int(range.lowerBound), range.upperBound == .infinity ? .max : Int(range.upperBound))
    ) { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Shape<Double> {
  /// Any number: its bounds stand in the JSON Schema, and a rule of its own judges them.
  static func number(judgedIn range: ClosedRange<Int>) -> Shape {
    scalar(
      "a number", types: .number, schema: .number("number", range.lowerBound, range.upperBound)
    ) { Double($0) }
  }
}

extension JSONValue {
  /// The schema of a number within bounds.
  fileprivate static func number(_ type: String, _ lower: Int, _ upper: Int) -> JSONValue {
    var members = [JSONMember("type", .string(type)), JSONMember("minimum", .int(Int64(lower)))]
    if upper != .max { members.append(JSONMember("maximum", .int(Int64(upper)))) }
    return .object(members)
  }
}

/// A set of words of which one is written, each Swift's or the language's own name.
package protocol PolicyWord: CaseIterable, RawRepresentable<String>, Sendable {}

extension Shape where Value: PolicyWord {
  /// One of a set of words; a near miss counts as what was probably meant, after it is reported.
  static func word(_ type: Value.Type) -> Shape {
    Shape(schema: ["type": "string", "enum": .array(type.allCases.map { .string($0.rawValue) })]) {
      place, lowering in
      let node = lowering.places.node(at: place)
      guard lowering.tree.kind(of: node) == .scalar, !lowering.tree.isNull(node) else {
        let list = type.allCases.map(\.rawValue).joined(separator: ", ")
        lowering.reportWrongType(
          at: place, expected: Lowering.words(type.allCases.map(\.rawValue)), help: "write one of \(list)")
        return nil
      }
      let text = lowering.tree.text(of: node)
      return Value(rawValue: text) ?? lowering.meantWord(text, at: place)
    }
  }
}

// MARK: - Collections

extension Shape {
  /// A list of values; those that cannot be read are left out.
  static func list<Element>(of element: Shape<Element>) -> Shape where Value == [Placed<Element>] {
    Shape(schema: ["type": "array", "items": element.schema()]) { place, lowering in
      let node = lowering.places.node(at: place)
      guard lowering.tree.kind(of: node) == .sequence else {
        let isScalar = lowering.tree.kind(of: node) == .scalar && !lowering.tree.isNull(node)
        let text = isScalar ? lowering.tree.text(of: node) : ""
        let list = isScalar && text.utf8.count <= 60 ? "[\(YAMLText.scalar(text))]" : "[one, two]"
        lowering.reportWrongType(
          at: place, expected: "a list", sample: list, help: "write [one, two], or a line `- one` for each",
          fix: list == "[one, two]"
            ? nil : lowering.rewriting(place, as: list, "Write \(list)", safety: .guesses))
        return nil
      }
      let items = lowering.tree.items(of: node)
      var values: Value = []
      values.reserveCapacity(items.count)
      for (position, item) in items.enumerated() {
        let itemPlace = lowering.places.add(item: item, at: position, under: place)
        if let value = element.lower(itemPlace, &lowering) { values.append(Placed(value, at: itemPlace)) }
      }
      return values
    }
  }

  /// A value, or a list of such values.
  static func oneOrMore<Element>(_ element: Shape<Element>) -> Shape where Value == [Placed<Element>] {
    let list = Shape.list(of: element)
    return Shape(schema: ["anyOf": [element.schema(), list.schema()]]) { place, lowering in
      let node = lowering.places.node(at: place)
      if lowering.tree.kind(of: node) == .sequence { return list.lower(place, &lowering) }
      return element.lower(place, &lowering).map { [Placed($0, at: place)] }
    }
  }

  /// A mapping with keys from a table.
  static func mapping(_ table: @autoclosure @escaping @Sendable () -> KeyTable<Value>) -> Shape {
    Shape(schema: table().reference) { place, lowering in table().lower(place, &lowering) }
  }

  /// `scalar` for everything but a mapping, which is read by `mapping`.
  static func either(_ scalar: Shape, orMapping mapping: Shape) -> Shape {
    Shape(schema: ["anyOf": [scalar.schema(), mapping.schema()]]) { place, lowering in
      let isMapping = lowering.tree.kind(of: lowering.places.node(at: place)) == .mapping
      return (isMapping ? mapping : scalar).lower(place, &lowering)
    }
  }

  /// The word `unknown`, which gives `nil`, or a value.
  static func unknown<Wrapped>(or shape: Shape<Wrapped>) -> Shape where Value == Wrapped? {
    Shape(schema: ["anyOf": [["enum": ["unknown"]], shape.schema()]]) { place, lowering in
      if lowering.tree.isText(of: lowering.places.node(at: place), equalTo: "unknown") { return .some(nil) }
      return shape.lower(place, &lowering).map { .some($0) }
    }
  }

  /// `null`, or a value.
  static func nullable<Wrapped>(_ shape: Shape<Wrapped>) -> Shape where Value == Wrapped? {
    Shape(schema: ["anyOf": [["type": "null"], shape.schema()]]) { place, lowering in
      if lowering.tree.isNull(lowering.places.node(at: place)) { return .some(nil) }
      return shape.lower(place, &lowering).map { .some($0) }
    }
  }

  /// A mapping whose keys are names of the policy's own.
  static func named<Element: Named>(_ element: Shape<Element>) -> Shape where Value == [Element] {
    Shape(schema: ["type": "object", "additionalProperties": element.schema()]) { place, lowering in
      lowering.lowerNames(at: place, element)
    }
  }
}

/// Something that the policy gives a name, as the key of its mapping.
package protocol Named: Sendable {
  /// The name; its place is the whole entry's.
  var name: Placed<String> { get set }
}

extension Lowering {
  /// The entries of a mapping whose keys are names.
  fileprivate mutating func lowerNames<Element: Named>(at place: Place, _ element: Shape<Element>)
    -> [Element]?
  {
    let node = places.node(at: place)
    guard tree.kind(of: node) == .mapping else {
      reportWrongType(
        at: place, expected: "a mapping of names", help: "write `name:` on a line, its keys below")
      return nil
    }
    var entries = tree.entryIterator(of: node)
    var elements: [Element] = []
    elements.reserveCapacity(entries.count)
    while let entry = entries.next(in: tree) {
      let entryPlace = places.add(entry, under: place)
      guard let name = keyText(of: entry, at: entryPlace) else { continue }
      guard var value = element.lower(entryPlace, &self) else { continue }
      value.name = Placed(name, at: entryPlace)
      elements.append(value)
    }
    return elements
  }

  /// The text of a key; reports one that is no text.
  mutating func keyText(of entry: NodeEntry, at place: Place) -> String? {
    guard tree.kind(of: entry.key) == .scalar, !tree.bytes(of: entry.key).isEmpty else {
      report(.policyWrongType, at: .key(place), "A key is a name", help: "write a word followed by a colon")
      return nil
    }
    return tree.text(of: entry.key)
  }
}
