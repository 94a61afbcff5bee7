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

  /// Whether the bytes contain a word.
  package func contains(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      guard let baseAddress, let wordAddress = word.baseAddress, let first = word.first else {
        return word.isEmpty
      }
      var start = 0
      while start <= count - word.count, let index = firstIndex(of: first, from: start),
        index <= count - word.count
      {
        if memcmp(baseAddress + index, wordAddress, word.count) == 0 { return true }
        start = index + 1
      }
      return false
    }
  }
}
