/// A part of a whole, from 0 to 1.
package struct Share: Hashable, Comparable, Sendable {
  /// The part, from 0 to 1.
  package let fraction: Double

  /// A part of a whole; what lies outside of 0 to 1 is brought to its nearer end.
  package init(fraction: Double) {
    self.fraction = min(max(0, fraction), 1)
  }

  package static func < (left: Share, right: Share) -> Bool { left.fraction < right.fraction }
}

extension Share: LosslessStringConvertible {
  /// A part as `1%`, `0.5%`, or a bare number from 0 to 1.
  package init?(_ description: String) {
    let isPercent = description.hasSuffix("%")
    guard let value = decimal(isPercent ? description.dropLast() : description[...]) else { return nil }
    let fraction = isPercent ? value / 100 : value
    guard fraction <= 1 else { return nil }
    self.init(fraction: fraction)
  }

  package var description: String { plain(fraction * 100) + "%" }
}
