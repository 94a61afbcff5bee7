/// A hash that is the same on every machine: FNV-1a of 64 bits.
///
/// It tells one input from another, and is no protection against forgery.
package struct FNV1a: Sendable {
  private static var prime: UInt64 { 0x100_0000_01B3 }

  /// The hash of what it has taken in so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of nothing.
  package init() {}

  /// Takes in bytes.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* Self.prime }
  }

  /// Takes in bytes, and one behind them that no text has, so that where one part ends counts too.
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
