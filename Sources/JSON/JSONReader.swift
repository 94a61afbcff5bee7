/// Reads JSON as RFC 8259 defines it.
package enum JSONReader {
  /// The value of a UTF-8 text.
  ///
  /// Objects keep the order of their members, including members with the same name. Numbers without a fraction that fit into `Int64` are
  /// integers. All other numbers are doubles. A text with more than `mostValues` values and names of members is an error.
  package static func read(
    _ bytes: [UInt8], mostValues: Int = .max
  ) throws(JSONSyntaxError) -> JSONValue {
    let result: Result<JSONValue, JSONSyntaxError> = bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONSyntaxError) {
        var reader = ValueReader(bytes, mostValues: mostValues)
        return .success(try reader.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// Builds values from events.
private struct ValueReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var events: JSONEvents
  private let mostValues: Int
  private var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, mostValues: Int) {
    self.bytes = bytes
    self.mostValues = mostValues
    events = JSONEvents(bytes)
  }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    // The grammar has exactly one value, and requesting the next event reports any text after it.
    let value = try next() ?? .null
    _ = try events.next()
    return value
  }

  /// The next value; `nil` at the end of a collection.
  private mutating func next() throws(JSONSyntaxError) -> JSONValue? {
    let event = try events.next()
    count += 1
    guard count <= mostValues else {
      throw JSONSyntaxError(
        offset: events.range.lowerBound, message: "The text has more than \(mostValues) values up to here",
        isLimit: true)
    }
    switch event {
    case .beginObject: return .object(try members())
    case .beginArray:
      var elements: [JSONValue] = []
      while let element = try next() { elements.append(element) }
      return .array(elements)
    case .name, .string: return .string(text)
    case .number: return number
    case .bool(let isTrue): return .bool(isTrue)
    case .null: return .null
    case .endArray, .endObject, nil: return nil
    }
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONMember] {
    var members: [JSONMember] = []
    while case .string(let name)? = try next() {
      guard let value = try next() else { break }
      members.append(JSONMember(name, value))
    }
    return members
  }

  private var text: String {
    var text: [UInt8] = []
    JSONString.decode(bytes[events.range.dropFirst().dropLast()], into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private var number: JSONValue {
    let text = String(decoding: bytes[events.range], as: UTF8.self)
    if let whole = Int64(text) { return .int(whole) }
    return .double(Double(text) ?? .nan)
  }
}
