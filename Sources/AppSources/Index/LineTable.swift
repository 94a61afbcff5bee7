/// The lines of a text, for the place of an offset.
struct LineTable {
  private let bytes: [UInt8]
  private let starts: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated()
    where byte == UInt8(ascii: "\n")
      || (byte == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n")))
    {
      starts.append(index + 1)
    }
    self.starts = starts
  }

  /// The place of a UTF-8 offset.
  func position(of offset: Int) -> Position {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    // A byte that continues a scalar is not a column of its own.
    let column = bytes[starts[low]..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
    return Position(line: low + 1, column: column + 1)
  }
}
