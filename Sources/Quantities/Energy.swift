/// An energy in joules.
package struct Energy: Hashable, Comparable, Sendable {
  /// The number of joules, never negative.
  package let joules: Double

  /// An energy; negative numbers become 0.
  package init(joules: Double) {
    self.joules = max(0, joules)
  }

  package static func < (left: Energy, right: Energy) -> Bool { left.joules < right.joules }
}

extension Energy: LosslessStringConvertible {
  /// Parses an energy such as `900J`, `1.5kJ` or `0`.
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
