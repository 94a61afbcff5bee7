/// A number of bytes; sums and products saturate.
package struct ByteCount: Hashable, Comparable, Sendable {
  /// The number of bytes, never negative.
  package let bytes: Int64

  /// No bytes.
  package static let zero = ByteCount(bytes: 0)

  /// A number of bytes; a negative number becomes 0.
  package init(bytes: Int64) {
    self.bytes = max(0, bytes)
  }

  package static func < (left: ByteCount, right: ByteCount) -> Bool {
    left.bytes < right.bytes
  }

  package static func + (left: ByteCount, right: ByteCount) -> ByteCount {
    let sum = left.bytes.addingReportingOverflow(right.bytes)
    return ByteCount(bytes: sum.overflow ? .max : sum.partialValue)
  }

  package static func * (size: ByteCount, count: Int) -> ByteCount {
    let product = size.bytes.multipliedReportingOverflow(by: Int64(max(0, count)))
    return ByteCount(bytes: product.overflow ? .max : product.partialValue)
  }
}

extension ByteCount: LosslessStringConvertible {
  private static let units: [(name: StaticString, bytes: Int64)] = [
    ("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20),
    ("GiB", 1 << 30),
  ]

  /// The units of the policy language.
  package static let unitNames = units.map { "\($0.name)" }

  /// Parses a size such as `30kB`, `4MB` or `1.5GiB`; only `0` needs no unit.
  package init?(_ description: String) {
    var text = description
    guard let size = text.withUTF8(Self.parse) else { return nil }
    self = size
  }

  /// The size that the whole text denotes.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> ByteCount? {
    if text.count == 1, text[0] == UInt8(ascii: "0") { return .zero }
    var position = 0
    guard let number = DecimalNumber(text, from: &position) else { return nil }
    for unit in units where unit.name.utf8CodeUnitCount == text.count - position {
      var offset = 0
      while position + offset < text.count, text[position + offset] == unit.name.utf8Start[offset] {
        offset += 1
      }
      if position + offset == text.count { return ByteCount(bytes: number.scaled(by: unit.bytes)) }
    }
    return nil
  }

  /// The size in the largest decimal unit that needs at most two decimals, otherwise in bytes.
  package var description: String {
    for (name, unit) in Self.units[1...3].reversed() where bytes >= unit && bytes % (unit / 100) == 0 {
      let hundredths = bytes / (unit / 100)
      var fraction = String(hundredths % 100 + 100).dropFirst()
      while fraction.last == "0" { fraction.removeLast() }
      return "\(hundredths / 100)" + (fraction.isEmpty ? "" : ".\(fraction)") + "\(name)"
    }
    return "\(bytes)B"
  }
}

/// A size between two bounds, inclusive.
package struct ByteRange: Hashable, Sendable {
  /// The smallest size.
  package let lower: ByteCount
  /// The largest size; equal to `lower` for a fixed size.
  package let upper: ByteCount

  /// The sizes from `lower` to `upper`.
  package init(_ lower: ByteCount, _ upper: ByteCount) {
    self.lower = lower
    self.upper = max(lower, upper)
  }
}

extension ByteRange: LosslessStringConvertible {
  /// Parses a size such as `4MB`, or a range such as `2MB..6MB` with its lower bound first.
  package init?(_ description: String) {
    var text = description
    guard let range = text.withUTF8(Self.parse) else { return nil }
    self = range
  }

  private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> ByteRange? {
    guard let dots = doubleDot(in: text) else { return ByteCount.parse(text).map { ByteRange($0, $0) } }
    let parts = (text[..<dots], text[(dots + 2)...])
    guard let lower = ByteCount.parse(UnsafeBufferPointer(rebasing: parts.0)),
      let upper = ByteCount.parse(UnsafeBufferPointer(rebasing: parts.1)), lower <= upper
    else { return nil }
    return ByteRange(lower, upper)
  }

  private static func doubleDot(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    for index in text.indices.dropLast()
    where text[index] == UInt8(ascii: ".") && text[index + 1] == text[index] {
      return index
    }
    return nil
  }

  package var description: String {
    lower == upper ? lower.description : "\(lower)..\(upper)"
  }
}
