/// An energy in joules.
package struct Energy: Hashable, Comparable, Sendable {
  /// Joules, never negative.
  package let joules: Double

  /// An energy in joules.
  package init(joules: Double) {
    self.joules = max(0, joules)
  }

  package static func < (left: Energy, right: Energy) -> Bool { left.joules < right.joules }
}

extension Energy: LosslessStringConvertible {
  /// An energy as `900J`, `1.5kJ` or `0`.
  package init?(_ description: String) {
    if description == "0" {
      self.init(joules: 0)
    } else if description.hasSuffix("kJ"), let value = decimal(description.dropLast(2)) {
      self.init(joules: value * 1_000)
    } else if description.hasSuffix("J"), let value = decimal(description.dropLast()) {
      self.init(joules: value)
    } else {
      return nil
    }
  }

  package var description: String { plain(joules) + "J" }
}

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

/// A number without a sign or an exponent.
private func decimal(_ text: Substring) -> Double? {
  guard let first = text.first, let last = text.last, first.isNumber, last.isNumber,
    text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
  else { return nil }
  return Double(text)
}

/// A number without `.0` where it is whole.
private func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
}
