internal import Quantities

// Line breaks. In addition to CR and LF, libyaml treats U+0085, U+2028 and U+2029 as line breaks, as YAML 1.1 does.
extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The length in bytes of the line break at an offset; 0 if no line break is at the offset.
  package func lengthOfBreak(at offset: Int) -> Int {
    guard offset < endIndex else { return 0 }
    switch self[offset] {
    case UInt8(ascii: "\n"): return 1
    case UInt8(ascii: "\r"): return has(UInt8(ascii: "\n"), at: offset + 1) ? 2 : 1
    case 0xC2: return has(0x85, at: offset + 1) ? 2 : 0
    case 0xE2:
      return has(0x80, at: offset + 1) && (has(0xA8, at: offset + 2) || has(0xA9, at: offset + 2)) ? 3 : 0
    default: return 0
    }
  }

  /// The length in bytes of the line break before an offset; 0 if no line break is before the offset.
  package func lengthOfBreak(before offset: Int) -> Int {
    guard offset > startIndex else { return 0 }
    switch self[offset - 1] {
    case UInt8(ascii: "\n"): return has(UInt8(ascii: "\r"), at: offset - 2) ? 2 : 1
    case UInt8(ascii: "\r"): return 1
    case 0x85: return has(0xC2, at: offset - 2) ? 2 : 0
    case 0xA8, 0xA9: return has(0x80, at: offset - 2) && has(0xE2, at: offset - 3) ? 3 : 0
    default: return 0
    }
  }

  /// The offset of the first byte of the line that contains an offset.
  package func startOfLine(at offset: Int) -> Int {
    var start = offset
    while start > startIndex, lengthOfBreak(before: start) == 0 { start -= 1 }
    return start
  }

  /// The offset at which the line that contains an offset ends, before its line break.
  func endOfLine(at offset: Int) -> Int {
    var end = offset
    while end < endIndex, lengthOfBreak(at: end) == 0 { end += 1 }
    return end
  }

  /// The length in bytes of the space, tab or line break at an offset; 0 for any other byte.
  func lengthOfSpace(at offset: Int) -> Int { hasSpaceOrTab(at: offset) ? 1 : lengthOfBreak(at: offset) }

  /// The length in bytes of the space, tab or line break before an offset; 0 for any other byte.
  func lengthOfSpace(before offset: Int) -> Int {
    hasSpaceOrTab(at: offset - 1) ? 1 : lengthOfBreak(before: offset)
  }

  /// The offset of the first byte at or after an offset that is not in a space, tab or line break.
  func endOfSpace(at offset: Int) -> Int {
    var end = offset
    while case let length = lengthOfSpace(at: end), length > 0 { end += length }
    return end
  }

  /// The offset after the last byte before an offset that is not in a space, tab or line break.
  func startOfSpace(before offset: Int) -> Int {
    var start = offset
    while case let length = lengthOfSpace(before: start), length > 0 { start -= length }
    return start
  }

  private func hasSpaceOrTab(at offset: Int) -> Bool {
    startIndex <= offset && offset < endIndex && self[offset].isSpaceOrTab
  }

  private func has(_ byte: UInt8, at offset: Int) -> Bool {
    startIndex <= offset && offset < endIndex && self[offset] == byte
  }
}
