internal import Quantities

/// Reads property lists in OpenStep's format, in which Xcode writes `project.pbxproj`.
///
/// A file without braces is a dictionary, as in `.strings` files.
struct OpenStepReader {
  /// The maximum nesting; project files need fewer than ten levels.
  private static let maximumDepth = 256

  private let bytes: [UInt8]
  private var position = 0
  /// The number of keys and values.
  private var count = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The root value of a file, and the number of keys and values.
  static func root(of bytes: [UInt8]) throws(PropertyListProblem) -> (PropertyListNode, count: Int) {
    var reader = OpenStepReader(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    return (try reader.document(), reader.count)
  }

  private mutating func document() throws(PropertyListProblem) -> PropertyListNode {
    try skipSpace()
    guard let first = byte else { throw PropertyListProblem("It is empty", at: 0) }
    guard first != UInt8(ascii: "{"), first != UInt8(ascii: "("), first != UInt8(ascii: "<") else {
      let root = try value(depth: 1)
      try skipSpace()
      if byte != nil {
        throw PropertyListProblem("There is text after the end of the property list", at: position)
      }
      return root
    }
    let start = position
    let entries = try self.entries(depth: 1, end: nil)
    return PropertyListNode(.dictionary(entries), at: start)
  }

  // MARK: Values

  private mutating func addToCount() throws(PropertyListProblem) {
    count += 1
    guard count <= PropertyListFile.mostValues else { throw PropertyListFile.tooManyValues(at: position) }
  }

  private mutating func value(depth: Int) throws(PropertyListProblem) -> PropertyListNode {
    let start = position
    guard depth <= Self.maximumDepth else {
      throw PropertyListProblem(
        "Values are nested deeper than \(Self.maximumDepth) levels", at: start, isLimit: true)
    }
    try addToCount()
    switch byte {
    case UInt8(ascii: "{"):
      position += 1
      let entries = try self.entries(depth: depth, end: UInt8(ascii: "}"))
      return PropertyListNode(.dictionary(entries), at: start)
    case UInt8(ascii: "("):
      position += 1
      return PropertyListNode(.array(try items(depth: depth, start: start)), at: start)
    case UInt8(ascii: "<"):
      position += 1
      while let byte, byte.isWhiteSpace || Self.hexadecimalValue(of: byte) != nil { position += 1 }
      guard byte == UInt8(ascii: ">") else {
        throw PropertyListProblem("The data has no end", at: start)
      }
      position += 1
      return PropertyListNode(.other, at: start)
    default:
      let (text, offset) = try string()
      return PropertyListNode(.string(text), at: offset)
    }
  }

  /// The entries of a dictionary up to and including its end, or up to the end of the file.
  private mutating func entries(depth: Int, end: UInt8?) throws(PropertyListProblem) -> [PropertyListMember] {
    let start = position
    var entries: [PropertyListMember] = []
    while true {
      try skipSpace()
      guard let next = byte else {
        guard end == nil else { throw PropertyListProblem("The dictionary has no end", at: start) }
        return entries
      }
      if next == end {
        position += 1
        return entries
      }
      try addToCount()
      let (key, offset) = try string()
      try skipSpace()
      var value = PropertyListNode(.string(key), at: offset)
      if byte == UInt8(ascii: "=") {
        position += 1
        try skipSpace()
        value = try self.value(depth: depth + 1)
        try skipSpace()
      }
      guard byte == UInt8(ascii: ";") else {
        throw PropertyListProblem("A semicolon should follow the value of \(key.prefix(80))", at: position)
      }
      position += 1
      entries.append(PropertyListMember(key, at: offset, value))
    }
  }

  private mutating func items(depth: Int, start: Int) throws(PropertyListProblem) -> [PropertyListNode] {
    var items: [PropertyListNode] = []
    while true {
      try skipSpace()
      guard let next = byte else { throw PropertyListProblem("The array has no end", at: start) }
      if next == UInt8(ascii: ")") {
        position += 1
        return items
      }
      items.append(try value(depth: depth + 1))
      try skipSpace()
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: ")") {
        throw PropertyListProblem("A comma should follow the element of an array", at: position)
      }
    }
  }

  // MARK: Strings

  /// A string, quoted or not, and the offset of its text.
  private mutating func string() throws(PropertyListProblem) -> (String, Int) {
    guard let first = byte else {
      throw PropertyListProblem("The file ends where a value should begin", at: position)
    }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quotedString(first) }
    let start = position
    while let byte, Self.isUnquoted(byte) { position += 1 }
    guard position > start else { throw PropertyListProblem("A value should begin here", at: start) }
    return (String(decoding: bytes[start..<position], as: UTF8.self), start)
  }

  private mutating func quotedString(_ quote: UInt8) throws(PropertyListProblem) -> (String, Int) {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let next = byte {
      if next == quote {
        position += 1
        return (String(decoding: text, as: UTF8.self), start + 1)
      }
      position += 1
      if next == UInt8(ascii: "\\") { text += Array(String(escape()).utf8) } else { text.append(next) }
    }
    throw PropertyListProblem("The string has no end", at: start)
  }

  /// The scalar of an escape, after its backslash.
  private mutating func escape() -> Unicode.Scalar {
    guard let next = byte else { return "\\" }
    position += 1
    switch next {
    case UInt8(ascii: "a"): return "\u{7}"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "v"): return "\u{B}"
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      return unicodeEscape()
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var code = UInt32(next - UInt8(ascii: "0"))
      for _ in 0..<2 {
        guard let digit = byte, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { break }
        code = code * 8 + UInt32(digit - UInt8(ascii: "0"))
        position += 1
      }
      // Greater codes belong to NeXTSTEP's character set, which Xcode has not written for decades.
      return code < 0x80 ? Unicode.Scalar(code) ?? "\u{FFFD}" : "\u{FFFD}"
    default:
      guard next < 0x80 else {
        position -= 1
        return "\\"
      }
      return Unicode.Scalar(next)
    }
  }

  /// The scalar of an escape such as `\U1234`, or of two escapes that are a surrogate pair.
  private mutating func unicodeEscape() -> Unicode.Scalar {
    let high = codeUnit()
    if let scalar = Unicode.Scalar(high) { return scalar }
    let saved = position
    guard UTF16.isLeadSurrogate(UInt16(high)), byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "U") || bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    position += 2
    let low = codeUnit()
    guard UTF16.isTrailSurrogate(UInt16(low)) else {
      position = saved
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte, let value = Self.hexadecimalValue(of: digit) else { break }
      code = code << 4 | UInt32(value)
      position += 1
    }
    return code
  }

  /// Whether a byte may occur in a string without quotation marks.
  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
      UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  static func hexadecimalValue(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  // MARK: Space

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips white space and comments.
  /// Whether a line ends at the position: at a line feed, a carriage return, U+2028 or U+2029, as CoreFoundation reads property lists.
  private var isLineEnd: Bool {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    case 0xE2:
      position + 2 < bytes.count && bytes[position + 1] == 0x80
        && (bytes[position + 2] == 0xA8 || bytes[position + 2] == 0xA9)
    default: false
    }
  }

  private mutating func skipSpace() throws(PropertyListProblem) {
    while let next = byte {
      if next.isWhiteSpace {
        position += 1
      } else if isLineEnd {
        // U+2028 and U+2029 have three bytes.
        position += 3
      } else if next == UInt8(ascii: "/"), position + 1 < bytes.count {
        switch bytes[position + 1] {
        case UInt8(ascii: "/"):
          while byte != nil, !isLineEnd { position += 1 }
        case UInt8(ascii: "*"):
          let start = position
          position += 2
          while position + 1 < bytes.count,
            bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
          {
            position += 1
          }
          guard position + 1 < bytes.count else {
            throw PropertyListProblem("The comment has no end", at: start)
          }
          position += 2
        default: return
        }
      } else {
        return
      }
    }
  }
}
