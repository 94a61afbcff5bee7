extension Collection<UInt8> {
  /// Whether the bytes contain the bytes of `text`.
  package func contains(sequence text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    func contain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      var index = 0
      while index <= bytes.count - text.count {
        if bytes[index] == first, bytes[index...].starts(with: text) { return true }
        index += 1
      }
      return false
    }
    return withContiguousStorageIfAvailable(contain) ?? Array(self).withUnsafeBufferPointer(contain)
  }
}
