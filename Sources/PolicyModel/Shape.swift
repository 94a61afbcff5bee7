internal import JSON
internal import PolicySyntax
internal import Quantities

/// The type of a value, which consists of a function that lowers the value and of a JSON Schema.
package struct Shape<Value: Sendable>: Sendable {
  let schema: @Sendable () -> JSONValue
  /// Returns the value at a node; `nil` after reporting an invalid value.
  let lower: @Sendable (PolicyNode, inout Lowering) -> Value?

  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue,
    lower: @escaping @Sendable (PolicyNode, inout Lowering) -> Value?
  ) {
    self.schema = schema
    self.lower = lower
  }

  /// The same values, transformed.
  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
    let schema = schema
    let lower = lower
    return Shape<Other>(schema: schema()) { node, lowering in lower(node, &lowering).map(transform) }
  }
}

// MARK: - Scalars

extension Shape {
  /// A scalar of some types whose text denotes the value.
  ///
  /// `noun` names the expected value, `sample` is an example, and `examples` shows the format. `bounds` names the bounds of
  /// the value if a text is invalid only because of these bounds. `meant` returns the valid text that a user probably meant
  /// by an invalid text.
  static func scalar(
    _ noun: @autoclosure @escaping @Sendable () -> String,
    bounds: @escaping @Sendable (String) -> String? = { _ in nil }, sample: StaticString? = nil,
    longestText: Int = Quantity.longestText,
    examples: @autoclosure @escaping @Sendable () -> String? = nil, types: ScalarTypes,
    schema: @autoclosure @escaping @Sendable () -> JSONValue,
    meant: @escaping @Sendable (String) -> String? = { _ in nil },
    parse: @escaping @Sendable (String) -> Value?
  ) -> Shape {
    Shape(schema: schema()) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      guard types.contains(lowering.tree.scalarType(of: syntax)) else {
        lowering.reportWrongType(
          at: node, expected: noun(), sample: sample.map { "\($0)" }, help: examples().map { "write \($0)" })
        return nil
      }
      let text = lowering.tree.text(of: syntax)
      guard text.utf8.count <= longestText, let value = parse(text) else {
        let isShort = text.utf8.count <= longestText
        let bounds = isShort ? bounds(text) : nil
        // No suggestion is needed for a text that is too long.
        let suggestion =
          isShort
          ? meant(text).flatMap { parse($0) == nil ? nil : Suggestion(name: $0) } : nil
        lowering.report(
          .policyBadValue, at: .value(node),
          Lowering.requirement(
            lowering.name(of: node), expected: bounds ?? noun(),
            sample: bounds == nil ? sample.map { "\($0)" } : nil, found: lowering.description(of: node))
            + suggestion.question,
          help: examples().map { "write \($0)" },
          fixes: suggestion.map { [lowering.replacement(of: node, with: $0)] } ?? [])
        return nil
      }
      return value
    }
  }
}

extension Shape<Bool> {
  /// `true` or `false`; the other Booleans of YAML 1.1 are reported with a fix.
  static var bool: Shape { bool(expected: "true or false") }

  /// A `bool` for a key that also takes other values; `expected` names all values that the key takes.
  static func bool(
    expected: @autoclosure @escaping @Sendable () -> String,
    help: @autoclosure @escaping @Sendable () -> String? = nil
  ) -> Shape {
    Shape(schema: ["type": "boolean"]) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      if case .bool = lowering.tree.scalarType(of: syntax) {
        return lowering.tree.bytes(of: syntax).count == 4
      }
      let text = lowering.tree.text(of: syntax).lowercased()
      let meant = ["yes": true, "on": true, "true": true, "no": false, "off": false, "false": false][text]
      lowering.reportWrongType(
        at: node, expected: expected(), help: meant.map { "write \($0), without quotes" } ?? help(),
        fix: meant.flatMap { lowering.rewriting(node, as: "\($0)", "Write \($0)", safety: .safe) })
      return meant
    }
  }
}

extension Shape<String> {
  /// Any string; a number or `true` must be quoted.
  static var string: Shape {
    Shape(schema: ["type": "string"]) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      guard case .string = lowering.tree.scalarType(of: syntax) else {
        let isScalar = lowering.tree.kind(of: syntax) == .scalar && !lowering.tree.isNull(syntax)
        let quoted = "\"\(lowering.tree.text(of: syntax))\""
        lowering.reportWrongType(
          at: node, expected: "a string", help: isScalar ? "put it in quotes" : nil,
          fix: isScalar ? lowering.rewriting(node, as: quoted, "Write \(quoted)", safety: .safe) : nil)
        return isScalar ? lowering.tree.text(of: syntax) : nil
      }
      return lowering.tree.text(of: syntax)
    }
  }

  /// Any scalar, as its text.
  static var scalarText: Shape {
    Shape(schema: ["type": ["string", "number", "boolean"]]) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      guard lowering.tree.kind(of: syntax) == .scalar, !lowering.tree.isNull(syntax) else {
        lowering.reportWrongType(at: node, expected: "a string or a number")
        return nil
      }
      return lowering.tree.text(of: syntax)
    }
  }
}

extension Shape<Int> {
  /// A whole number within bounds.
  static func int(_ range: ClosedRange<Int>) -> Shape {
    scalar(
      "a whole number",
      bounds: { _ in
        range.upperBound == .max
          ? "a whole number from \(range.lowerBound) on"
          : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      },
      types: .int, schema: .number("integer", from: range.lowerBound, to: range.upperBound)
    ) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Shape<Double> {
  /// A number within bounds.
  static func number(_ range: ClosedRange<Double>) -> Shape {
    scalar(
      "a number",
      bounds: { _ in
        range.upperBound == .infinity
          ? "a number from \(Int(range.lowerBound)) on"
          : "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
      },
      types: .number,
      schema: .number(
        "number", from: Int(range.lowerBound),
        to: range.upperBound == .infinity ? .max : Int(range.upperBound))
    ) { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension Shape<Double> {
  /// Any number. The JSON Schema states the expected bounds, and a rule of the linter checks them.
  static func number(expectedIn range: ClosedRange<Int>) -> Shape {
    scalar(
      "a number", types: .number, schema: .number("number", from: range.lowerBound, to: range.upperBound)
    ) { Double($0) }
  }
}

extension JSONValue {
  /// The schema of a number within bounds.
  fileprivate static func number(_ type: String, from lower: Int, to upper: Int) -> JSONValue {
    var members = [JSONMember("type", .string(type)), JSONMember("minimum", .int(Int64(lower)))]
    if upper != .max { members.append(JSONMember("maximum", .int(Int64(upper)))) }
    return .object(members)
  }
}

/// An enumeration whose raw values are the values of a key.
package protocol StringEnum: CaseIterable, RawRepresentable<String>, Sendable {}

extension Shape where Value: StringEnum {
  /// A value of an enumeration. A misspelled value is reported, and read as the value that was probably meant.
  static func word(_ type: Value.Type) -> Shape {
    Shape(schema: ["type": "string", "enum": .array(type.allCases.map { .string($0.rawValue) })]) {
      node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      guard lowering.tree.kind(of: syntax) == .scalar, !lowering.tree.isNull(syntax) else {
        let list = type.allCases.map(\.rawValue).joined(separator: ", ")
        lowering.reportWrongType(
          at: node, expected: Lowering.words(type.allCases.map(\.rawValue)), help: "write one of \(list)")
        return nil
      }
      let text = lowering.tree.text(of: syntax)
      return Value(rawValue: text) ?? lowering.suggestedValue(text, at: node)
    }
  }
}

// MARK: - Collections

extension Shape {
  /// A list of values; invalid values are reported and left out.
  static func list<Element>(of element: Shape<Element>) -> Shape where Value == [Located<Element>] {
    Shape(schema: ["type": "array", "items": element.schema()]) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      guard lowering.tree.kind(of: syntax) == .sequence else {
        let isScalar = lowering.tree.kind(of: syntax) == .scalar && !lowering.tree.isNull(syntax)
        let text = isScalar ? lowering.tree.text(of: syntax) : ""
        let list = isScalar && text.utf8.count <= 60 ? "[\(YAMLText.scalar(text))]" : "[one, two]"
        lowering.reportWrongType(
          at: node, expected: "a list", sample: list, help: "write [one, two], or a line `- one` for each",
          fix: list == "[one, two]"
            ? nil : lowering.rewriting(node, as: list, "Write \(list)", safety: .guesses))
        return nil
      }
      let items = lowering.tree.items(of: syntax)
      var values: Value = []
      values.reserveCapacity(items.count)
      for (position, item) in items.enumerated() {
        let itemNode = lowering.nodes.add(item: item, at: position, under: node)
        if let value = element.lower(itemNode, &lowering) { values.append(Located(value, at: itemNode)) }
      }
      return values
    }
  }

  /// A value, or a list of such values.
  static func oneOrMore<Element>(_ element: Shape<Element>) -> Shape where Value == [Located<Element>] {
    let list = Shape.list(of: element)
    return Shape(schema: ["anyOf": [element.schema(), list.schema()]]) { node, lowering in
      let syntax = lowering.nodes.syntax(of: node)
      if lowering.tree.kind(of: syntax) == .sequence { return list.lower(node, &lowering) }
      return element.lower(node, &lowering).map { [Located($0, at: node)] }
    }
  }

  /// A mapping whose keys are the keys of a table.
  static func mapping(_ table: @autoclosure @escaping @Sendable () -> KeyTable<Value>) -> Shape {
    Shape(schema: table().reference) { node, lowering in table().lower(node, &lowering) }
  }

  /// `mapping` for a mapping, `scalar` for other values.
  static func either(_ scalar: Shape, orMapping mapping: Shape) -> Shape {
    Shape(schema: ["anyOf": [scalar.schema(), mapping.schema()]]) { node, lowering in
      let isMapping = lowering.tree.kind(of: lowering.nodes.syntax(of: node)) == .mapping
      return (isMapping ? mapping : scalar).lower(node, &lowering)
    }
  }

  /// A value, or `unknown`, which is read as `nil`.
  static func unknown<Wrapped>(or shape: Shape<Wrapped>) -> Shape where Value == Wrapped? {
    Shape(schema: ["anyOf": [["enum": ["unknown"]], shape.schema()]]) { node, lowering in
      if lowering.tree.isText(of: lowering.nodes.syntax(of: node), equalTo: "unknown") { return .some(nil) }
      return shape.lower(node, &lowering).map { .some($0) }
    }
  }

  /// `null`, or a value.
  static func nullable<Wrapped>(_ shape: Shape<Wrapped>) -> Shape where Value == Wrapped? {
    Shape(schema: ["anyOf": [["type": "null"], shape.schema()]]) { node, lowering in
      if lowering.tree.isNull(lowering.nodes.syntax(of: node)) { return .some(nil) }
      return shape.lower(node, &lowering).map { .some($0) }
    }
  }

  /// A mapping whose keys are names that the policy chooses.
  static func named<Element: Named>(_ element: Shape<Element>) -> Shape where Value == [Element] {
    Shape(schema: ["type": "object", "additionalProperties": element.schema()]) { node, lowering in
      lowering.lowerNames(at: node, element)
    }
  }
}

/// A declaration whose name is the key of its mapping.
package protocol Named: Sendable {
  /// The name, with the node of the whole entry.
  var name: Located<String> { get set }
}
