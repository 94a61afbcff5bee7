internal import Quantities

/// Splits the bytes of a stream into the messages of the Language Server Protocol.
///
/// A message has a header of lines `Name: value`, an empty line, and `Content-Length` bytes of JSON. The stream may arrive in
/// pieces of any size.
package struct MessageReader: Sendable {
  /// A part of the stream.
  package enum Part: Sendable, Equatable {
    /// The JSON of a message.
    case message([UInt8])
    /// A header without a length, which is skipped.
    case malformed(String)
  }

  /// The longest header that is read; a longer header is malformed.
  private static let longestHeader = 1 << 14
  /// The longest message that is kept.
  private static let longestMessage = 1 << 28

  private var buffer: [UInt8] = []
  private var start = 0
  /// The length of the message whose header has been read.
  private var length: Int?
  /// The number of bytes that still belong to a message that is too long.
  private var skipped = 0

  /// A reader at the beginning of a stream.
  package init() {}

  /// Adds bytes that have arrived.
  package mutating func append(_ bytes: [UInt8]) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer += bytes
  }

  /// The next part; `nil` until more bytes arrive.
  package mutating func next() -> Part? {
    if skipped > 0 {
      let count = min(skipped, buffer.count - start)
      start += count
      skipped -= count
      guard skipped == 0 else { return nil }
    }
    if let length { return message(of: length) }
    var lines: [ArraySlice<UInt8>]
    repeat {
      guard let (read, end) = header() else {
        guard buffer.count - start > Self.longestHeader else { return nil }
        start = buffer.count
        return .malformed("The header has no end")
      }
      start = end
      lines = read
    } while lines.isEmpty
    guard let length = Self.contentLength(in: lines) else {
      return .malformed("The header has no Content-Length")
    }
    guard length <= Self.longestMessage else {
      skipped = length
      return .malformed("The message is too long")
    }
    self.length = length
    return message(of: length)
  }

  private mutating func message(of length: Int) -> Part? {
    guard buffer.count - start >= length else { return nil }
    let body = Array(buffer[start..<start + length])
    start += length
    self.length = nil
    return .message(body)
  }

  /// The lines before the next empty line, and the offset after the empty line. A line ends with CR LF or with LF alone.
  private func header() -> (lines: [ArraySlice<UInt8>], end: Int)? {
    var lines: [ArraySlice<UInt8>] = []
    var position = start
    while let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
      var line = buffer[position..<end]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      position = end + 1
      if line.isEmpty { return (lines, position) }
      lines.append(line)
      if position - start > Self.longestHeader { return nil }
    }
    return nil
  }

  /// The length that a header states; the case of the name doesn't matter.
  private static func contentLength(in lines: [ArraySlice<UInt8>]) -> Int? {
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      // If the length of the message before was wrong, the rest of that message may precede the name.
      guard let name = text.lowercased().ranges(of: "content-length").last else { continue }
      let rest = text.lowercased()[name.upperBound...].drop { $0 == " " || $0 == "\t" }
      guard rest.first == ":" else { continue }
      let value = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let digits = value.prefix { $0.isASCII && $0.isNumber }
      guard value.dropFirst(digits.count).allSatisfy({ $0 == " " || $0 == "\t" }) else { return nil }
      return Int(digits)
    }
    return nil
  }
}
