extension UnsafeBufferPointer<UInt8> {
  /// The first index of a byte from `start` on; compares eight bytes at once, because this runs on every policy.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(self)
    var index = start
    while index + 8 <= count {
      // A matching byte becomes 0, and the subtraction sets the highest bit only below a 0.
      let difference = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ pattern
      if (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0 { break }
      index += 8
    }
    while index < count, self[index] != byte { index += 1 }
    return index < count ? index : nil
  }
}
