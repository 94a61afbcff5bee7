internal import Quantities

/// A property list file whose root is a dictionary, edited in place.
///
/// An edit keeps all other bytes of an XML property list, and all other objects of a binary property list.
package struct PropertyListDocument: Sendable {
  /// The format of the file.
  package enum Form: Sendable {
    case xml, binary
  }

  private enum Content: Sendable {
    case xml(XMLPropertyList)
    case binary(BinaryPropertyList)
  }

  private var content: Content

  /// Reads a file in either format.
  package init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      content = .binary(try BinaryPropertyList(bytes))
    } else {
      try Self.rejectOtherForms(bytes)
      content = .xml(try XMLPropertyList(bytes))
    }
  }

  /// The format of the file.
  package var form: Form {
    switch content {
    case .xml: .xml
    case .binary: .binary
    }
  }

  /// The current bytes of the file.
  package var bytes: [UInt8] {
    switch content {
    case .xml(let list): list.bytes
    case .binary(let list): list.bytes
    }
  }

  /// The value of a key of the root; `nil` if the key is missing. A key that occurs twice is a problem.
  package func value(for key: String) throws(PropertyListProblem) -> PropertyListValue? {
    try value(at: [key])
  }

  /// The value at a path of keys through dictionaries; `nil` if a key is missing. A key that occurs twice is a problem.
  package func value(at path: [String]) throws(PropertyListProblem) -> PropertyListValue? {
    switch content {
    case .xml(let list): try list.value(at: path)
    case .binary(let list): try list.value(at: path)
    }
  }

  /// The byte at which a key's value begins; `nil` if the key is missing, and in a binary property list.
  package func offset(of key: String) -> Int? {
    switch content {
    case .xml(let list): list.offset(of: key)
    case .binary: nil
    }
  }

  /// The location of a key of the root and its value; `nil` if the key is missing, and in a binary property list.
  package func locations(of key: String) -> PropertyListLocations? {
    switch content {
    case .xml(let list): list.locations(of: key)
    case .binary: nil
    }
  }

  /// The start tag of the dictionary at the root; `nil` in a binary property list.
  package var rootTag: Range<Int>? {
    switch content {
    case .xml(let list): list.rootTag
    case .binary: nil
    }
  }

  /// Appends strings to a key's array, which is created if the key is missing.
  ///
  /// The value must be an array: see `value(for:)`.
  package mutating func append(_ texts: [String], to key: String) throws(PropertyListProblem) {
    guard !texts.isEmpty else { return }
    try rejectUnwritable(texts, in: key)
    switch content {
    case .xml(let list): content = .xml(try list.appending(texts, to: key))
    case .binary(let list): content = .binary(try list.appending(texts, to: key))
    }
  }

  /// Sets a key to a string or a Boolean; a new key is added after the existing keys.
  package mutating func set(_ key: String, to value: PropertyListScalar) throws(PropertyListProblem) {
    if case .string(let text) = value { try rejectUnwritable([text], in: key) }
    switch content {
    case .xml(let list): content = .xml(try list.setting(key, to: value))
    case .binary(let list): content = .binary(try list.setting(key, to: value))
    }
  }

  /// Throws if a text would make the file unreadable.
  private func rejectUnwritable(_ texts: [String], in key: String) throws(PropertyListProblem) {
    guard let scalar = texts.lazy.flatMap(\.unicodeScalars).first(where: XMLText.isUnwritable) else { return }
    throw PropertyListProblem(
      "The value for \(key) contains \(scalar.codePoint), which an XML property list can't contain",
      at: offset(of: key))
  }

  /// Throws if the file is a property list of another format, or not a property list.
  private static func rejectOtherForms(_ bytes: [UInt8]) throws(PropertyListProblem) {
    guard !bytes.starts(with: Array("bplist".utf8)) else {
      throw PropertyListProblem(
        "It is a binary property list of another version than 00; convert it with `plutil -convert xml1`",
        at: nil)
    }
    guard ![[0xFF, 0xFE], [0xFE, 0xFF], [0x00]].contains(where: { bytes.starts(with: $0) }),
      bytes.count < 2 || bytes[1] != 0
    else {
      throw PropertyListProblem(
        "It is not UTF-8; convert it with `plutil -convert xml1`, which writes UTF-8", at: 0)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard let first = bytes[start...].firstIndex(where: { !$0.isWhiteSpace }) else {
      throw PropertyListProblem("It is empty", at: 0)
    }
    switch bytes[first] {
    case UInt8(ascii: "<"):
      let isControl = { (byte: UInt8) in byte < 0x20 && !byte.isWhiteSpace }
      guard let control = bytes.firstIndex(where: isControl) else { break }
      throw PropertyListProblem(
        "It contains \(Unicode.Scalar(bytes[control]).codePoint), which no XML property list can contain",
        at: control)
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "/"):
      throw PropertyListProblem(
        """
        It is an OpenStep or JSON property list, which can only be rewritten as a whole; convert it with \
        `plutil -convert xml1` first
        """, at: first)
    default:
      throw PropertyListProblem("It is not a property list: it begins with neither < nor bplist00", at: first)
    }
  }
}

/// The location of an entry of an XML property list, as byte offsets.
package struct PropertyListLocations: Sendable {
  /// The range of the key's text.
  package let key: Range<Int>
  /// The range of the value: the text of a string, the whole element of another value.
  package let value: Range<Int>
  /// The ranges of the elements of an array; empty for other values.
  package let items: [Range<Int>]
}

/// A value to which a key can be set.
package enum PropertyListScalar: Hashable, Sendable {
  case string(String)
  case boolean(Bool)
}
