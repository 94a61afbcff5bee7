internal import Quantities

// Where lines end. Besides CR and LF there are U+0085, U+2028 and U+2029, which YAML 1.1 has for line ends, and libyaml
// takes for them.
extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The length in bytes of the line end at an offset, 0 for none.
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

  /// The length in bytes of the line end in front of an offset, 0 for none.
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

  /// The offset of the first byte of the line on which an offset is.
  package func startOfLine(at offset: Int) -> Int {
    var start = offset
    while start > startIndex, lengthOfBreak(before: start) == 0 { start -= 1 }
    return start
  }

  /// The offset at which the line of an offset ends, in front of its line end.
  func endOfLine(at offset: Int) -> Int {
    var end = offset
    while end < endIndex, lengthOfBreak(at: end) == 0 { end += 1 }
    return end
  }

  /// The length in bytes of the blank or line end at an offset, 0 for none.
  func lengthOfSpace(at offset: Int) -> Int { hasBlank(at: offset) ? 1 : lengthOfBreak(at: offset) }

  /// The length in bytes of the blank or line end in front of an offset, 0 for none.
  func lengthOfSpace(before offset: Int) -> Int {
    hasBlank(at: offset - 1) ? 1 : lengthOfBreak(before: offset)
  }

  /// The offset of the first byte from an offset on that belongs to no blank or line end.
  func endOfSpace(at offset: Int) -> Int {
    var end = offset
    while case let length = lengthOfSpace(at: end), length > 0 { end += length }
    return end
  }

  /// The offset behind the last byte up to an offset that belongs to no blank or line end.
  func startOfSpace(before offset: Int) -> Int {
    var start = offset
    while case let length = lengthOfSpace(before: start), length > 0 { start -= length }
    return start
  }

  private func hasBlank(at offset: Int) -> Bool {
    startIndex <= offset && offset < endIndex && self[offset].isSpaceOrTab
  }

  private func has(_ byte: UInt8, at offset: Int) -> Bool {
    startIndex <= offset && offset < endIndex && self[offset] == byte
  }
}
