extension [UInt8] {
  /// Whether the bytes contain the bytes of `text`.
  package func contains(sequence text: String) -> Bool {
    let text = Array(text.utf8)
    guard let first = text.first else { return true }
    return withUnsafeBufferPointer { bytes in
      var start = bytes.startIndex
      while let index = bytes[start...].firstIndex(of: first) {
        if bytes[index...].starts(with: text) { return true }
        start = index + 1
      }
      return false
    }
  }
}
