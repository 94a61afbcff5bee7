/// A number of bytes; sums and products saturate.
package struct ByteCount: Hashable, Comparable, Sendable {
  /// Bytes, never negative.
  package let bytes: Int64

  /// Nothing.
  package static let zero = ByteCount(bytes: 0)

  /// A number of bytes; what is negative counts as none.
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
  private static let units: [(name: String, bytes: Int64)] = [
    ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ("B", 1),
  ]

  /// The units of the policy language.
  package static let unitNames = ["B", "kB", "MB", "GB", "KiB", "MiB", "GiB"]

  /// A size as `30kB`, `4MB` or `1.5GiB`; without a unit only `0`.
  package init?(_ description: String) {
    if description == "0" {
      self = .zero
      return
    }
    guard let unit = Self.units.first(where: { description.hasSuffix($0.name) }) else { return nil }
    let digits = description.dropLast(unit.name.count)
    guard let first = digits.first, let last = digits.last, first.isNumber, last.isNumber,
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(digits)
    else { return nil }
    let bytes = (value * Double(unit.bytes)).rounded()
    self.init(bytes: bytes < Double(Int64.max) ? Int64(bytes) : .max)
  }

  /// The size in the largest decimal unit that needs no more than two decimals, else in bytes.
  package var description: String {
    for (name, unit) in Self.units[..<3].reversed() where bytes >= unit && bytes % (unit / 100) == 0 {
      let hundredths = bytes / (unit / 100)
      var fraction = String(hundredths % 100 + 100).dropFirst()
      while fraction.last == "0" { fraction.removeLast() }
      return "\(hundredths / 100)" + (fraction.isEmpty ? "" : ".\(fraction)") + name
    }
    return "\(bytes)B"
  }
}

/// A size between two bounds, both possible.
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
  /// A size as `4MB`, or a range as `2MB..6MB`, its lower bound first.
  package init?(_ description: String) {
    guard let dots = description.firstRange(ofDots: 2) else {
      guard let size = ByteCount(description) else { return nil }
      self.init(size, size)
      return
    }
    guard let lower = ByteCount(String(description[..<dots.lowerBound])),
      let upper = ByteCount(String(description[dots.upperBound...])), lower <= upper
    else { return nil }
    self.init(lower, upper)
  }

  package var description: String {
    lower == upper ? lower.description : "\(lower)..\(upper)"
  }
}

extension String {
  /// Where `count` dots follow each other.
  fileprivate func firstRange(ofDots count: Int) -> Range<String.Index>? {
    indices.lazy.compactMap { start -> Range<String.Index>? in
      guard let end = self.index(start, offsetBy: count, limitedBy: self.endIndex) else { return nil }
      return self[start..<end].allSatisfy { $0 == "." } ? start..<end : nil
    }.first
  }
}
