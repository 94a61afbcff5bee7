internal import Quantities

/// The word at an offset: a key, or a value without spaces, which may be incomplete.
struct Word {
  /// The bytes of the word; empty between two spaces.
  let range: Range<Int>

  init(at offset: Int, in bytes: [UInt8]) {
    let offset = min(max(0, offset), bytes.count)
    var start = offset
    while start > 0, Self.isWord(bytes, at: start - 1) { start -= 1 }
    var end = offset
    while end < bytes.count, Self.isWord(bytes, at: end) { end += 1 }
    range = start..<end
  }

  private static func isWord(_ bytes: [UInt8], at offset: Int) -> Bool {
    let byte = bytes[offset]
    return !byte.isWhiteSpace && !"\"'[]{},#:&*".utf8.contains(byte)
  }
}
