/// The version of a system or an SDK: up to three numbers, each below 65,536.
package struct Version: Hashable, Comparable, Sendable {
  /// The first number.
  package let major: UInt16
  /// The second number; 0 if the version omits the second number.
  package let minor: UInt16
  /// The third number; 0 if the version omits the third number.
  package let patch: UInt16

  /// A version from its numbers.
  package init(_ major: UInt16, _ minor: UInt16 = 0, _ patch: UInt16 = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  package static func < (left: Version, right: Version) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension Version: LosslessStringConvertible {
  /// Parses a version such as `26`, `16.0` or `13.1.2`, with numbers of at most four digits.
  package init?(_ description: String) {
    var numbers: (UInt16, UInt16, UInt16) = (0, 0, 0)
    var position = 0
    var digits = 0
    for byte in description.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 4:
        let digit = UInt16(byte - UInt8(ascii: "0"))
        switch position {
        case 0: numbers.0 = numbers.0 * 10 + digit
        case 1: numbers.1 = numbers.1 * 10 + digit
        default: numbers.2 = numbers.2 * 10 + digit
        }
        digits += 1
      case UInt8(ascii: ".") where digits > 0 && position < 2:
        position += 1
        digits = 0
      default:
        return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(numbers.0, numbers.1, numbers.2)
  }

  package var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }
}
