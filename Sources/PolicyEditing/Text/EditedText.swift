internal import PolicySyntax
internal import Quantities

/// The unit in which an editor counts the characters of a line. The raw value is the name in the Language Server Protocol.
package enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"
}

/// A position in a text as counted by editors: both numbers begin at 0.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  package let line: Int
  /// The number of units before the position on its line.
  package let character: Int

  /// A position, which need not exist in a text.
  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A text during editing: its bytes, and the editor's positions of the bytes.
///
/// A line ends at LF, CR LF or CR. A byte order mark is a character like any other.
package struct EditedText: Sendable {
  /// The text as UTF-8.
  package private(set) var bytes: [UInt8]
  /// The unit of positions.
  package let encoding: PositionEncoding
  /// The offset of the first byte of each line.
  private var starts: [Int]

  /// A text whose positions count in a unit.
  package init(_ bytes: [UInt8], encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    starts = Self.starts(of: bytes)
  }

  private static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index].isLineBreak {
        let isHalf =
          bytes[index] == UInt8(ascii: "\r") && index + 1 < bytes.count
          && bytes[index + 1] == UInt8(ascii: "\n")
        if !isHalf { starts.append(index + 1) }
      }
    }
    return starts
  }

  /// The number of lines; a text that ends with a line break has an empty last line.
  package var lineCount: Int { starts.count }

  /// The bytes of a line, from 0, without its line break.
  package func content(ofLine line: Int) -> Range<Int> {
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > start, bytes[end - 1].isLineBreak { end -= 1 }
    return start..<end
  }

  /// The line, from 0, that contains a byte; the last line for an offset past the end.
  package func line(ofByte offset: Int) -> Int { starts.line(ofByte: offset) }

  /// The offset of a position: the end of the line if the line has fewer characters, and the end of the text if the text has
  /// fewer lines.
  ///
  /// A position within a character has the offset of the character's first byte.
  package func offset(of position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let content = content(ofLine: position.line)
    var left = position.character
    var offset = content.lowerBound
    while left > 0, offset < content.upperBound {
      var next = offset + 1
      while next < content.upperBound, bytes[next] & 0xC0 == 0x80 { next += 1 }
      let width = width(ofCharacter: offset..<next)
      if width > left { break }
      left -= width
      offset = next
    }
    return offset
  }

  private func width(ofCharacter range: Range<Int>) -> Int {
    switch encoding {
    case .utf8: range.count
    case .utf16: bytes[range.lowerBound] >= 0xF0 ? 2 : 1
    case .utf32: 1
    }
  }

  /// The position of a byte; the position of the end of the text for an offset past the end.
  package func position(ofByte offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = line(ofByte: offset)
    let range = starts[line]..<max(starts[line], offset)
    let character =
      switch encoding {
      case .utf8: range.count
      case .utf32: bytes[range].count { $0 & 0xC0 != 0x80 }
      case .utf16: bytes[range].count { $0 & 0xC0 != 0x80 } + bytes[range].count { $0 >= 0xF0 }
      }
    return TextPosition(line: line, character: character)
  }

  /// The bytes between two positions, in either order.
  package func range(_ start: TextPosition, _ end: TextPosition) -> Range<Int> {
    let (one, other) = (offset(of: start), offset(of: end))
    return min(one, other)..<max(one, other)
  }

  /// Replaces some bytes.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    let new = Array(text.utf8)
    bytes.replaceSubrange(range, with: new)
    // Whether a line begins at a byte depends only on this byte and on the byte before it, so all other lines
    // are only moved.
    let first = range.lowerBound == 0 ? 1 : line(ofByte: range.lowerBound - 1) + 1
    let last = max(first, line(ofByte: range.upperBound) + 1)
    let difference = new.count - range.count
    starts.withUnsafeMutableBufferPointer { starts in
      for index in starts.indices[last...] { starts[index] += difference }
    }
    let changed = stride(from: max(1, range.lowerBound), through: range.lowerBound + new.count, by: 1)
    starts.replaceSubrange(first..<last, with: changed.filter(isStart))
  }

  /// Whether a line begins at a byte other than the first byte of the text.
  private func isStart(_ offset: Int) -> Bool {
    guard offset <= bytes.count, bytes[offset - 1].isLineBreak else { return false }
    return bytes[offset - 1] != UInt8(ascii: "\r") || offset == bytes.count
      || bytes[offset] != UInt8(ascii: "\n")
  }

  /// Replaces the whole text.
  package mutating func replaceAll(with text: String) {
    bytes = Array(text.utf8)
    starts = Self.starts(of: bytes)
  }
}
