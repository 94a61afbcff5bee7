internal import Quantities

/// A property list file whose root is a dictionary, changed in place.
///
/// A change leaves every byte of an XML property list alone that it is not about, and every object of a binary one.
package struct PropertyListDocument: Sendable {
  /// How the file is written.
  package enum Form: Sendable {
    case xml, binary
  }

  private enum Content: Sendable {
    case xml(XMLPropertyList)
    case binary(BinaryPropertyList)
  }

  private var content: Content

  /// Reads a file in either form.
  package init(_ bytes: [UInt8]) throws(PropertyListProblem) {
    if bytes.starts(with: BinaryPropertyList.magic) {
      content = .binary(try BinaryPropertyList(bytes))
    } else {
      try Self.rejectOtherForms(bytes)
      content = .xml(try XMLPropertyList(bytes))
    }
  }

  /// How the file is written.
  package var form: Form {
    switch content {
    case .xml: .xml
    case .binary: .binary
    }
  }

  /// The file as it is now.
  package var bytes: [UInt8] {
    switch content {
    case .xml(let list): list.bytes
    case .binary(let list): list.bytes
    }
  }

  /// The value of a key of the root; `nil` where the key is not there. A key that is there twice is a problem.
  package func value(for key: String) throws(PropertyListProblem) -> PropertyListValue? {
    switch content {
    case .xml(let list): try list.value(for: key)
    case .binary(let list): try list.value(for: key)
    }
  }

  /// The byte at which a key's value begins; `nil` where there is none, and in a binary property list.
  package func offset(of key: String) -> Int? {
    switch content {
    case .xml(let list): list.offset(of: key)
    case .binary: nil
    }
  }

  /// Where a key of the root and its value are written; `nil` if the key is missing, and in a binary property list.
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

  /// Adds strings to the end of a key's array, which is made where the key is not there.
  ///
  /// The value has to be an array: see `value(for:)`.
  package mutating func append(_ texts: [String], to key: String) throws(PropertyListProblem) {
    guard !texts.isEmpty else { return }
    try rejectUnwritable(texts, in: key)
    switch content {
    case .xml(let list): content = .xml(try list.appending(texts, to: key))
    case .binary(let list): content = .binary(try list.appending(texts, to: key))
    }
  }

  /// Sets a key to a string or a Boolean; a new key goes behind the others.
  package mutating func set(_ key: String, to value: PropertyListScalar) throws(PropertyListProblem) {
    if case .string(let text) = value { try rejectUnwritable([text], in: key) }
    switch content {
    case .xml(let list): content = .xml(try list.setting(key, to: value))
    case .binary(let list): content = .binary(try list.setting(key, to: value))
    }
  }

  /// Refuses text with which nobody could read the file again.
  private func rejectUnwritable(_ texts: [String], in key: String) throws(PropertyListProblem) {
    guard let scalar = texts.lazy.flatMap(\.unicodeScalars).first(where: XMLText.isUnwritable) else { return }
    throw PropertyListProblem(
      "The value for \(key) holds \(scalar.codePoint), which no XML property list can hold",
      at: offset(of: key))
  }

  /// Refuses what is a property list, or a text, of another form than the two.
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
        "It is not written in UTF-8; convert it with `plutil -convert xml1`, which writes UTF-8", at: 0)
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard let first = bytes[start...].firstIndex(where: { !$0.isWhiteSpace }) else {
      throw PropertyListProblem("It is empty, and no property list", at: 0)
    }
    switch bytes[first] {
    case UInt8(ascii: "<"): break
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "/"):
      throw PropertyListProblem(
        """
        It is an OpenStep or JSON property list, which can only be rewritten as a whole; convert it with \
        `plutil -convert xml1` first
        """, at: first)
    default:
      throw PropertyListProblem("It is no property list: it begins with neither < nor bplist00", at: first)
    }
  }
}

/// Where an entry of an XML property list is written, as byte offsets.
package struct PropertyListLocations: Sendable {
  /// The text of the key.
  package let key: Range<Int>
  /// The value: the text of a string, the whole element of anything else.
  package let value: Range<Int>
  /// The same for each element of an array; empty for other values.
  package let items: [Range<Int>]
}

/// What a key can be set to.
package enum PropertyListScalar: Hashable, Sendable {
  case string(String)
  case boolean(Bool)
}
