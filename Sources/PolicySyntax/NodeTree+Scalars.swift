/// The type of a scalar in YAML 1.2's core schema.
package enum ScalarType: Sendable {
  case null, bool, int, float, string
}

/// The types that a key accepts.
package struct ScalarTypes: OptionSet, Sendable {
  /// A bit for each type.
  package let rawValue: UInt8

  /// The set with these bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Whole numbers.
  package static let int = ScalarTypes(rawValue: 1)
  /// Numbers with a fraction or an exponent.
  package static let float = ScalarTypes(rawValue: 2)
  /// Whole numbers and other numbers. This is not an array literal, because the runtime would build an array at every start.
  package static let number = ScalarTypes(rawValue: 3)
  /// Strings.
  package static let string = ScalarTypes(rawValue: 4)
  /// The types with which a quantity can be written.
  package static let numberOrText = ScalarTypes(rawValue: 7)

  /// Whether a type is in the set.
  package func contains(_ type: ScalarType) -> Bool {
    switch type {
    case .int: contains(ScalarTypes.int)
    case .float: contains(ScalarTypes.float)
    case .string: contains(ScalarTypes.string)
    case .null, .bool: false
    }
  }
}

extension NodeTree {
  /// The type of a scalar, which follows from its tag, its quotes or its text, in this order; `null` for a collection.
  package func scalarType(of node: NodeID) -> ScalarType {
    let record = record(node)
    guard record.form == .scalar else { return .null }
    switch record.tag {
    case .string, .unknown: return .string
    case .int: return .int
    case .float: return .float
    case .bool: return .bool
    case .null: return .null
    case .none, .map, .seq, .merge: break
    }
    guard record.style == .plain else { return .string }
    // The first byte is enough to recognize most texts as strings.
    if record.isInSource, record.count > 0,
      ScalarType.isString(beginningWith: sources[Int(record.source.index)].bytes[Int(record.first)])
    {
      return .string
    }
    return withText(of: record) { ScalarType(plain: $0) }
  }

  /// Whether a node is null: `~`, `null`, or nothing at all.
  package func isNull(_ node: NodeID) -> Bool {
    kind(of: node) == .scalar && scalarType(of: node) == .null
  }
}

extension ScalarType {
  /// The type of an unquoted scalar.
  init(plain text: UnsafeBufferPointer<UInt8>) {
    guard let first = text.first else {
      self = .null
      return
    }
    switch first {
    case _ where Self.isString(beginningWith: first):
      self = .string
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"):
      self = Self.isAny(of: Self.nulls, text) ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      self = Self.isAny(of: Self.bools, text) ? .bool : .string
    default:
      self = Self.number(text)
    }
  }

  /// Whether any unquoted text that begins with a byte is a string.
  fileprivate static func isString(beginningWith byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
      UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      false
    default: true
    }
  }

  private static let nulls: [StaticString] = ["~", "null", "Null", "NULL"]
  private static let bools: [StaticString] = ["true", "True", "TRUE", "false", "False", "FALSE"]

  private static func isAny(of words: [StaticString], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for word in words where word.utf8CodeUnitCount == text.count {
      var offset = 0
      while offset < text.count, text[offset] == word.utf8Start[offset] { offset += 1 }
      if offset == text.count { return true }
    }
    return false
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> ScalarType {
    var rest = text[...]
    if rest.count > 1, rest[0] == UInt8(ascii: "0"), isBase(rest[1]) {
      let isDigit = rest[1] == UInt8(ascii: "x") ? isHexadecimal : isOctal
      return rest.count > 2 && rest.dropFirst(2).allSatisfy(isDigit) ? .int : .string
    }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = dropDigits(&rest)
    if rest.isEmpty { return whole == 0 ? .string : .int }
    var digits = whole
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      digits += dropDigits(&rest)
    }
    guard digits > 0 else { return .string }
    guard !rest.isEmpty else { return .float }
    guard rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") else { return .string }
    rest = rest.dropFirst()
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit) ? .float : .string
  }

  /// Removes the leading digits of a text and returns their number.
  private static func dropDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let count = text.count
    while let first = text.first, isDigit(first) { text = text.dropFirst() }
    return count - text.count
  }

  private static func isBase(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "x") || byte == UInt8(ascii: "o")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isOctal(_ byte: UInt8) -> Bool { (48...55).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (65...70).contains(byte) || (97...102).contains(byte)
  }
}
