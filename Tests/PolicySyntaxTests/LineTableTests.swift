import PolicySyntax
import TestSupport
import Testing

/// Lines and columns are counted as in editors.
@Suite struct LineTableTests {
  static let texts: [(text: String, lines: [String])] = [
    ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb\rc\nd", ["a", "b", "c", "d"]),
    ("\n\r\n\r", ["", "", "", ""]), ("\u{FEFF}a\nb", ["a", "b"]),
    ("a\u{2028}b\u{85}c", ["a\u{2028}b\u{85}c"]),
  ]

  @Test(arguments: texts) func linesEndAtReturnsAndFeeds(_ text: String, _ lines: [String]) {
    let table = LineTable(Array(text.utf8))
    #expect(table.count == lines.count)
    #expect((1...table.count).map { String(decoding: table.content(ofLine: $0), as: UTF8.self) } == lines)
  }

  static let columns: [(unit: ColumnUnit, columns: [Int])] = [
    (.bytes, [1, 2, 4, 8]), (.scalars, [1, 2, 3, 4]), (.utf16, [1, 2, 3, 5]),
  ]

  /// The columns of `a`, `é`, `😀` and `b`.
  @Test(arguments: columns) func columnsCountTheUnit(_ unit: ColumnUnit, _ columns: [Int]) {
    let table = LineTable(Array("x\naé😀b".utf8))
    let positions = [2, 3, 5, 9].map { table.position(ofByte: $0, unit: unit) }
    #expect(positions.map(\.line) == [2, 2, 2, 2])
    #expect(positions.map(\.column) == columns)
  }

  /// The byte order mark has no column, and an offset past the end is on the last line.
  @Test func endsAreOnALine() {
    let table = LineTable(Array("\u{FEFF}ab\nc".utf8))
    let positions = [0, 3, 100].map { table.position(ofByte: $0) }
    #expect(positions.map(\.line) == [1, 1, 2])
    #expect(positions.map(\.column) == [1, 1, 2])
  }

  /// Each byte is on the last line that begins at or before the byte.
  @Test func everyByteIsOnItsLine() {
    let bytes = Array("a: 1\r\nb:\n  - é\r\r\n# end\n".utf8)
    let table = LineTable(bytes)
    for offset in bytes.indices {
      let line = table.line(ofByte: offset)
      #expect(table.start(ofLine: line) <= offset)
      if line < table.count { #expect(offset < table.start(ofLine: line + 1)) }
    }
  }

  /// A column in a long line is also one more than the number of units before it.
  @Test(arguments: [ColumnUnit.bytes, .scalars, .utf16]) func columnsOfALongLine(_ unit: ColumnUnit) {
    let line = String(repeating: "aé😀", count: 2_000)
    let table = LineTable(Array("x: 1\n\(line)\ny\n".utf8))
    var (offset, column) = (5, 1)
    for scalar in line.unicodeScalars {
      let position = table.position(ofByte: offset, unit: unit)
      guard position == Position(line: 2, column: column) else {
        Issue.record("byte \(offset) is at \(position), not in column \(column)")
        return
      }
      let length = String(scalar).utf8.count
      offset += length
      switch unit {
      case .bytes: column += length
      case .scalars: column += 1
      case .utf16: column += length == 4 ? 2 : 1
      }
    }
  }
}
