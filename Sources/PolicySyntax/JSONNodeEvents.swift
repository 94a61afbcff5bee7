internal import JSON

/// The events of a JSON text.
///
/// JSON is not a subset of the YAML that libyaml reads: surrogate pairs, keys of more than 1,024 characters and U+0085 in
/// strings are valid only in JSON.
struct JSONNodeEvents: ~Copyable, NodeEvents {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var events: JSONEvents
  private var text: [UInt8] = []
  private let decoded: UnsafeMutableBufferPointer<UInt8>
  private var decodedCount: Int?
  /// The number of scalars before a byte, for the last requested byte.
  private var counted = (byte: 0, scalars: 0)

  private(set) var start = 0
  private(set) var end = 0
  private(set) var scalarStyle = ScalarStyle.plain

  /// The events of a text for which `isJSON` is `true`. The text must outlive the events.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    events = JSONEvents(bytes)
    // A decoded string is never longer than its escaped text.
    decoded = .allocate(capacity: bytes.count)
  }

  deinit {
    decoded.deallocate()
  }

  /// Whether a text is a JSON object. The test is cheap for a block mapping, which most policies are.
  static func isJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") else { return false }
    var events = JSONEvents(bytes)
    do throws(JSONSyntaxError) {
      while try events.next() != nil {}
      return true
    } catch {
      return false
    }
  }

  /// The next event; `nil` at the end.
  mutating func next() -> YAMLEvent? {
    guard let event = try? events.next() else { return nil }
    start = scalars(before: events.range.lowerBound)
    end = scalars(before: events.range.upperBound)
    decodedCount = nil
    scalarStyle = .plain
    switch event {
    case .beginObject: return .mappingStart
    case .beginArray: return .sequenceStart
    case .endObject, .endArray: return .collectionEnd
    case .number, .bool, .null: return .scalar
    case .name, .string:
      scalarStyle = .doubleQuoted
      decodeIfNeeded()
      return .scalar
    }
  }

  /// Decodes a string that has escapes.
  private mutating func decodeIfNeeded() {
    let written = bytes[events.range.dropFirst().dropLast()]
    guard written.contains(UInt8(ascii: "\\")) else { return }
    text.removeAll(keepingCapacity: true)
    JSONString.decode(written, into: &text)
    decodedCount = text.count
    _ = decoded.update(fromContentsOf: text)
  }

  private mutating func scalars(before byte: Int) -> Int {
    for byte in bytes[counted.byte..<byte] where byte & 0xC0 != 0x80 { counted.scalars += 1 }
    counted.byte = byte
    return counted.scalars
  }

  var scalarText: UnsafeBufferPointer<UInt8> {
    if let decodedCount { return UnsafeBufferPointer(rebasing: decoded[..<decodedCount]) }
    let written = scalarStyle == .plain ? events.range : events.range.dropFirst().dropLast()
    return UnsafeBufferPointer(rebasing: bytes[written])
  }

  // JSON strings never span lines, and JSON has no tags or anchors.
  var isOneLine: Bool { true }
  var scalarTag: YAMLTag { .none }
  var scalarAnchor: UnsafePointer<UInt8>? { nil }
  var aliasName: UnsafePointer<UInt8>? { nil }
  var sequence: YAMLCollectionStart { YAMLCollectionStart(tag: .none, anchor: nil, isFlow: true) }
  var mapping: YAMLCollectionStart { YAMLCollectionStart(tag: .none, anchor: nil, isFlow: true) }
}
