internal import Libc

extension UnsafeBufferPointer<UInt8> {
  /// The first index of a byte, at or after `start`, which must be at most `count`. `memchr` makes the search fast, because
  /// every policy is searched.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafeRawPointer(baseAddress).distance(to: found)
  }
}
