/// A share of a whole, from 0 to 1.
package struct Share: Hashable, Comparable, Sendable {
  /// The share as a fraction, from 0 to 1.
  package let fraction: Double

  /// A share; a fraction outside the range 0 to 1 is clamped.
  package init(fraction: Double) {
    self.fraction = min(max(0, fraction), 1)
  }

  package static func < (left: Share, right: Share) -> Bool { left.fraction < right.fraction }
}

extension Share: LosslessStringConvertible {
  /// Parses a share such as `1%` or `0.5%`, or a bare number from 0 to 1.
  package init?(_ description: String) {
    let isPercent = description.hasSuffix("%")
    guard let value = decimal(isPercent ? description.dropLast() : description[...]) else { return nil }
    let fraction = isPercent ? value / 100 : value
    guard fraction <= 1 else { return nil }
    self.init(fraction: fraction)
  }

  package var description: String { plain(fraction * 100) + "%" }
}
