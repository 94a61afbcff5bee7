internal import Quantities

/// The events of a JSON text, checked against the grammar of RFC 8259.
package struct JSONEvents {
  /// A part of a JSON text.
  package enum Event: Sendable {
    case beginObject, endObject, beginArray, endArray
    /// The name of an object's member. The next event is the member's value.
    case name
    case string, number, null
    case bool(Bool)
  }

  private enum Expectation {
    /// A value, at the start of the text, after a name or after the comma in an array.
    case value
    /// A value, or the end of the array that has just begun.
    case firstElement
    /// A name, or the end of the object that has just begun.
    case firstName
    /// A name after a comma.
    case name
    /// A comma or the end of the innermost collection; outside of collections, the end of the text.
    case separator
  }

  private enum Collection {
    case array, object
  }

  /// The deepest nesting that is read; RFC 8259 lets the reader set this limit.
  package static let maximumDepth = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset: Int
  private var expectation = Expectation.value
  private var open: [Collection] = []

  /// The location of the last event: the bracket, the number, or the string with its quotes.
  package private(set) var range = 0..<0

  /// The events of `bytes`, which must outlive the reader; a byte order mark is skipped.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next event; `nil` at the end of the text.
  package mutating func next() throws(JSONSyntaxError) -> Event? {
    skipSpace()
    switch expectation {
    case .value:
      return try value()
    case .firstElement:
      return peek == UInt8(ascii: "]") ? end(.array) : try value()
    case .firstName:
      return peek == UInt8(ascii: "}") ? end(.object) : try name()
    case .name:
      return try name()
    case .separator:
      return try separator()
    }
  }

  // MARK: - Grammar

  private mutating func separator() throws(JSONSyntaxError) -> Event? {
    guard let innermost = open.last else {
      guard offset == bytes.count else { throw error("The text continues after the end of the value") }
      return nil
    }
    switch (peek, innermost) {
    case (UInt8(ascii: ","), .array):
      offset += 1
      expectation = .value
      return try next()
    case (UInt8(ascii: ","), .object):
      offset += 1
      expectation = .name
      return try next()
    case (UInt8(ascii: "]"), .array): return end(.array)
    case (UInt8(ascii: "}"), .object): return end(.object)
    case (_, .array): throw error("Expected a comma or ] in the array")
    case (_, .object): throw error("Expected a comma or } in the object")
    }
  }

  private mutating func name() throws(JSONSyntaxError) -> Event {
    guard peek == UInt8(ascii: "\"") else { throw error("Expected a name in double quotes") }
    try string()
    let written = range
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw error("Expected a colon after the name") }
    offset += 1
    range = written
    expectation = .value
    return .name
  }

  private mutating func value() throws(JSONSyntaxError) -> Event {
    let start = offset
    switch peek {
    case UInt8(ascii: "{"): return try begin(.object)
    case UInt8(ascii: "["): return try begin(.array)
    case UInt8(ascii: "\""):
      try string()
      expectation = .separator
      return .string
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case let byte where byte == UInt8(ascii: "-") || isDigit(byte):
      try number()
      range = start..<offset
      expectation = .separator
      return .number
    case nil: throw error("The text ends where a value is expected")
    default: throw error("Expected a value")
    }
  }

  private mutating func begin(_ collection: Collection) throws(JSONSyntaxError) -> Event {
    guard open.count < Self.maximumDepth else {
      throw error("The value is nested deeper than \(Self.maximumDepth) levels")
    }
    open.append(collection)
    range = offset..<offset + 1
    offset += 1
    expectation = collection == .array ? .firstElement : .firstName
    return collection == .array ? .beginArray : .beginObject
  }

  private mutating func end(_ collection: Collection) -> Event {
    open.removeLast()
    range = offset..<offset + 1
    offset += 1
    expectation = .separator
    return collection == .array ? .endArray : .endObject
  }

  private mutating func literal(_ word: StaticString, _ event: Event) throws(JSONSyntaxError) -> Event {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[offset..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { throw error("Expected a value") }
    range = offset..<end
    offset = end
    expectation = .separator
    return event
  }

  // MARK: - Scalars

  private mutating func number() throws(JSONSyntaxError) {
    if peek == UInt8(ascii: "-") { offset += 1 }
    if peek == UInt8(ascii: "0") {
      offset += 1
      guard !isDigit(peek) else { throw error("A number can't have a leading zero") }
    } else {
      try digits()
    }
    if peek == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(JSONSyntaxError) {
    guard isDigit(peek) else { throw error("Expected a digit") }
    while isDigit(peek) { offset += 1 }
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private mutating func string() throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        range = start..<offset
        return
      case UInt8(ascii: "\\"):
        offset += 1
        try escape()
      case 0..<0x20:
        throw error("A control character in a string must be written as an escape, such as \\n")
      case 0x80...:
        offset += try scalarLength()
      default:
        offset += 1
      }
    }
    throw JSONSyntaxError(offset: start, message: "The string has no closing quote")
  }

  private mutating func escape() throws(JSONSyntaxError) {
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      let digits = bytes[min(offset + 1, bytes.count)..<min(offset + 5, bytes.count)]
      guard digits.count == 4, digits.allSatisfy({ JSONString.hexadecimalValue(of: $0) != nil }) else {
        throw error("Expected four hexadecimal digits after \\u")
      }
      offset += 5
    default:
      throw error("The string has an unknown escape")
    }
  }

  /// The number of bytes of the scalar at the offset; RFC 8259 allows only UTF-8.
  private func scalarLength() throws(JSONSyntaxError) -> Int {
    var decoder = UTF8()
    var rest = bytes[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      throw error("The text is not valid UTF-8")
    }
    return UTF8.width(scalar)
  }

  // MARK: - Bytes

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte.isWhiteSpace { offset += 1 }
  }

  private func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset, message: message)
  }
}

/// The first error in a JSON text.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The offset of the error in bytes.
  package let offset: Int
  /// A headline without a full stop.
  package let message: String
  /// Whether the text is not damaged, but beyond a limit of its reader.
  package var isLimit = false
}
