/// A hash that is the same on every machine: FNV-1a of 64 bits.
///
/// The hash distinguishes inputs, but does not protect against forgery.
package struct FNV1a: Sendable {
  private static var prime: UInt64 { 0x100_0000_01B3 }

  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of no bytes.
  package init() {}

  /// Adds bytes to the hash.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    // Contiguous bytes are hashed without the protocol witnesses of the sequence, through which each byte takes ten times as
    // long.
    let whole: Void? = bytes.withContiguousStorageIfAvailable { combine(contiguous: $0) }
    guard whole == nil else { return }
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
  }

  private mutating func combine(contiguous bytes: UnsafeBufferPointer<UInt8>) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
    self.value = value
  }

  /// Adds bytes and a terminator that no text contains, so that the boundary between parts affects the hash.
  package mutating func combine(part bytes: some Sequence<UInt8>) {
    combine(bytes)
    combine(CollectionOfOne(0xFF))
  }

  /// The hash as 16 hexadecimal digits.
  package var digits: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
