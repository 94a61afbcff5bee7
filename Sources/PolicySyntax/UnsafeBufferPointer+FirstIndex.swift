internal import Libc

extension UnsafeBufferPointer<UInt8> {
  /// The first index of a byte from `start` on, which must be at most `count`; by `memchr`, because every policy is searched.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafeRawPointer(baseAddress).distance(to: found)
  }
}
