internal import Quantities

/// A line and column in a text, from 1.
package struct Position: Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, in the requested unit.
  package let column: Int

  /// A position, both numbers from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension Position: Comparable {
  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The unit in which the reader of a report counts columns.
package enum ColumnUnit: Sendable {
  /// Unicode scalars, for text, JSON and SARIF output.
  case scalars
  /// UTF-8 bytes, for the rdjson format.
  case bytes
  /// UTF-16 code units, for the Language Server Protocol.
  case utf16
}

/// The starts of the lines of a text, which turn byte offsets into lines and columns.
///
/// A line ends at LF, CR LF or CR, as in editors.
package struct LineTable: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// The columns of the bytes before each block, if the file has long lines, in which columns would be counted again and
  /// again; otherwise empty.
  private let blocks: [Columns]

  /// The lines of `bytes`; a byte order mark at the start is not counted as a column.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0]
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        starts.append(index + 1)
      case UInt8(ascii: "\r") where index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"):
        starts.append(index + 1)
      default:
        break
      }
    }
    self.starts = starts
    let isLong = starts.indices.contains { line in
      (line + 1 < starts.count ? starts[line + 1] : bytes.count) - starts[line] > Self.longLine
    }
    blocks = isLong ? Self.blocks(of: bytes) : []
  }

  private static let longLine = 4096
  private static let blockSize = 128

  private static func blocks(of bytes: [UInt8]) -> [Columns] {
    var blocks = [Columns()]
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      let block = bytes[start..<min(start + blockSize, bytes.count)]
      blocks.append(blocks[blocks.count - 1] + Columns(of: block))
    }
    return blocks
  }

  /// The number of columns in each unit.
  private struct Columns {
    var scalars = 0
    var utf16 = 0

    init() {}

    init(of bytes: ArraySlice<UInt8>) {
      scalars = bytes.count { $0 & 0xC0 != 0x80 }
      // A scalar of four UTF-8 bytes takes two UTF-16 units.
      utf16 = scalars + bytes.count { $0 >= 0xF0 }
    }

    static func + (left: Columns, right: Columns) -> Columns {
      var sum = left
      sum.scalars += right.scalars
      sum.utf16 += right.utf16
      return sum
    }

    static func - (left: Columns, right: Columns) -> Columns {
      var difference = left
      difference.scalars -= right.scalars
      difference.utf16 -= right.utf16
      return difference
    }
  }

  private func columns(of range: Range<Int>) -> Columns {
    guard !blocks.isEmpty, range.count > Self.blockSize else { return Columns(of: bytes[range]) }
    return columns(before: range.upperBound) - columns(before: range.lowerBound)
  }

  private func columns(before offset: Int) -> Columns {
    let block = offset / Self.blockSize
    return blocks[block] + Columns(of: bytes[block * Self.blockSize..<offset])
  }

  /// The number of lines; a text that ends with a line break has an empty last line.
  package var count: Int { starts.count }

  /// The line, from 1, that contains the byte at `offset`; an offset past the end is on the last line.
  package func line(ofByte offset: Int) -> Int {
    starts.line(ofByte: offset) + 1
  }

  /// The line and column of a byte, both from 1; an offset past the end has the position of the end.
  package func position(ofByte offset: Int, unit: ColumnUnit = .scalars) -> Position {
    let line = line(ofByte: offset)
    let start = starts[line - 1]
    let end = min(max(offset, start), bytes.count)
    return Position(line: line, column: 1 + width(of: start..<end, unit: unit))
  }

  /// The bytes of a line, from 1, without its line break.
  package func content(ofLine line: Int) -> ArraySlice<UInt8> {
    let start = starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1].isLineBreak { end -= 1 }
    return bytes[start..<end]
  }

  /// The offset of a position in Unicode scalars; a column past the end of the line has the offset of the end of the line.
  package func offset(of position: Position) -> Int {
    let content = content(ofLine: position.line)
    var column = 1
    for index in content.indices where content[index] & 0xC0 != 0x80 {
      if column == position.column { return index }
      column += 1
    }
    return content.endIndex
  }

  /// The offset of the first byte of a line, from 1.
  package func start(ofLine line: Int) -> Int { starts[line - 1] }

  private func width(of range: Range<Int>, unit: ColumnUnit) -> Int {
    switch unit {
    case .bytes: range.count
    case .scalars: columns(of: range).scalars
    case .utf16: columns(of: range).utf16
    }
  }
}

/// The byte order marks that some editors put at the start of a text.
enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a text begins with the mark of UTF-16, in either order.
  static func isUTF16(_ bytes: [UInt8]) -> Bool {
    bytes.count > 1 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF))
  }
}

extension [Int] {
  /// The line, from 0, that contains a byte, if the array has the starts of the lines. An offset past the end is on the last
  /// line.
  package func line(ofByte offset: Int) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
