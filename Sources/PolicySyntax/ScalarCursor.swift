/// Converts libyaml's positions, which count Unicode scalars, to byte offsets.
///
/// Positions are nearly in order, so the cursor walks from the last position instead of from the start.
struct ScalarCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  private var scalar = 0
  private var byte = 0

  /// A cursor over valid UTF-8.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    isASCII = Self.isASCII(UnsafeRawBufferPointer(bytes))
  }

  /// Whether no byte has its highest bit set. The method checks eight bytes at a time.
  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      position += 8
    }
    return bytes[position...].allSatisfy { $0 < 0x80 }
  }

  /// The offset of the first byte of the scalar at `index`, or the length of the text if `index` is past the end.
  @inline(__always) mutating func byteOffset(ofScalar index: Int) -> Int {
    isASCII ? min(index, bytes.count) : walk(to: index)
  }

  private mutating func walk(to index: Int) -> Int {
    while scalar < index, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      scalar += 1
    }
    while scalar > index, byte > 0 {
      byte -= 1
      while byte > 0, bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
      scalar -= 1
    }
    return byte
  }
}
