/// A time of day: `03:00`.
package struct ClockTime: Hashable, Sendable {
  /// Minutes from midnight, 0 to 1439.
  package let minutes: Int

  /// The hour, 0 to 23.
  package var hour: Int { minutes / 60 }
  /// The minute of the hour, 0 to 59.
  package var minute: Int { minutes % 60 }
}

extension ClockTime: LosslessStringConvertible {
  /// Parses a time with two digits for the hour and two for the minute.
  package init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.digits.contains) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  package var description: String { Self.text(hour) + ":" + Self.text(minute) }

  private static func text(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
