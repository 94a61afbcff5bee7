internal import Quantities

/// A value of a property list with its location, for readers that need the whole tree.
package struct PropertyListNode: Equatable, Sendable {
  /// The kinds of values.
  package enum Content: Equatable, Sendable {
    case string(String)
    case boolean(Bool)
    case number(Double)
    case array([PropertyListNode])
    case dictionary([PropertyListMember])
    /// A date or data.
    case other
  }

  /// The value.
  package let content: Content
  /// The byte at which the value begins; for a text, the first byte within quotation marks or tags. `nil` in a binary property
  /// list.
  package let offset: Int?

  /// A value and its location.
  package init(_ content: Content, at offset: Int?) {
    self.content = content
    self.offset = offset
  }
}

/// A key of a dictionary and its value.
package struct PropertyListMember: Equatable, Sendable {
  /// The key.
  package let key: String
  /// The byte at which the key begins; `nil` in a binary property list.
  package let offset: Int?
  /// The value.
  package let value: PropertyListNode

  /// A key, its location and its value.
  package init(_ key: String, at offset: Int?, _ value: PropertyListNode) {
    self.key = key
    self.offset = offset
    self.value = value
  }
}

/// A property list that was read as a whole.
package struct PropertyListFile: Sendable {
  /// The bytes to which offsets refer: the file in UTF-8; empty for a binary property list.
  package let bytes: [UInt8]
  /// The value at the root.
  package let root: PropertyListNode
  /// The number of keys and values.
  package let count: Int

  /// The maximum number of keys and values. The project files of large apps have a few hundred thousand.
  static let mostValues = 2_000_000

  /// The problem of a property list with more values than `mostValues`.
  static func tooManyValues(at offset: Int?) -> PropertyListProblem {
    PropertyListProblem(
      "The property list has more than \(mostValues) values up to here", at: offset, isLimit: true)
  }

  /// Reads a property list of any form: XML, binary or OpenStep, in UTF-8 or UTF-16.
  package init(_ file: [UInt8]) throws(PropertyListProblem) {
    if file.starts(with: BinaryPropertyList.magic) {
      bytes = []
      (root, count) = try BinaryNodeReader.root(of: file)
      return
    }
    bytes = Self.utf8(file)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    let first = bytes[start...].first { !$0.isWhiteSpace }
    if first == UInt8(ascii: "<"), !Self.beginsWithData(bytes[start...]) {
      let (element, count) = try XMLPropertyListReader.root(of: bytes)
      root = element.node
      self.count = count
    } else {
      (root, count) = try OpenStepReader.root(of: bytes)
    }
  }

  /// The text of a file in UTF-16, converted to UTF-8; other files are unchanged.
  private static func utf8(_ file: [UInt8]) -> [UInt8] {
    let isBigEndian = file.starts(with: [0xFE, 0xFF])
    guard isBigEndian || file.starts(with: [0xFF, 0xFE]) else { return file }
    var units: [UInt16] = []
    for index in stride(from: 2, to: file.count - 1, by: 2) {
      let (first, second) = (UInt16(file[index]), UInt16(file[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Whether a text that begins with `<` is data in OpenStep's format: `<0fbd77>`.
  private static func beginsWithData(_ text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop(while: \.isWhiteSpace).dropFirst()
    guard let end = rest.prefix(4096).firstIndex(of: UInt8(ascii: ">")) else { return false }
    return rest[..<end].allSatisfy { $0.isWhiteSpace || OpenStepReader.hexadecimalValue(of: $0) != nil }
  }
}

extension PlistElement {
  /// The element, including its descendants, as a value.
  fileprivate var node: PropertyListNode {
    PropertyListNode(content(of: name), at: name == "string" ? textRange.lowerBound : range.lowerBound)
  }

  private func content(of name: String) -> PropertyListNode.Content {
    switch name {
    case "string": return .string(text)
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "integer", "real":
      guard let number = Self.number(text) else { return .other }
      return .number(number)
    case "array": return .array(children.map(\.node))
    case "dict": return .dictionary(entries)
    default: return .other
    }
  }

  /// The keys of a dictionary with their values.
  private var entries: [PropertyListMember] {
    var entries: [PropertyListMember] = []
    var index = 0
    while index + 1 < children.count {
      let key = children[index]
      entries.append(PropertyListMember(key.text, at: key.textRange.lowerBound, children[index + 1].node))
      index += 2
    }
    return entries
  }

  /// The number that a text states; an integer may be hexadecimal.
  private static func number(_ text: String) -> Double? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.first, words.count == 1 else { return nil }
    if word.lowercased().hasPrefix("0x") { return Int64(word.dropFirst(2), radix: 16).map(Double.init) }
    return Double(word)
  }
}
