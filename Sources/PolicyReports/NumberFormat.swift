internal import Quantities

/// Numbers as people read them.
package enum NumberFormat {
  /// A length of time to two units: `8h 31m`, `3d 4h`, `12s`.
  package static func duration(_ seconds: Double) -> String {
    let units: [(name: String, seconds: Double)] = [
      ("d", TimeSpan.secondsPerDay), ("h", 3_600), ("m", 60), ("s", 1),
    ]
    if seconds < 0.05, seconds > 0 { return "< 0.1s" }
    if seconds < 1, seconds > 0 { return "\(decimals(seconds, 1))s" }
    guard let first = units.firstIndex(where: { seconds.rounded() >= $0.seconds }) else { return "0s" }
    let small = first + 1 < units.count ? units[first + 1].seconds : 1
    let rounded = (seconds / small).rounded() * small
    let whole = (rounded / units[first].seconds).rounded(.down)
    // Rounding may have reached the next larger unit: 60 minutes are 1 hour.
    if first > 0, whole * units[first].seconds >= units[first - 1].seconds { return duration(rounded) }
    let rest = ((rounded - whole * units[first].seconds) / small).rounded()
    let head = "\(Int(whole))\(units[first].name)"
    return first + 1 < units.count && rest > 0 ? "\(head) \(Int(rest))\(units[first + 1].name)" : head
  }

  /// A number of bytes: `4.0 GB`.
  package static func bytes(_ bytes: Double) -> String { self.bytes(bytes) { decimals($0, 1) } }

  /// A number of bytes to about two digits: `930 kB`.
  static func roughBytes(_ bytes: Double) -> String {
    self.bytes(bytes) { decimals($0, $0 < 9.95 ? 1 : 0) }
  }

  private static func bytes(_ bytes: Double, _ form: (Double) -> String) -> String {
    // A value that would be written as 1000.0 of a unit is written as 1.0 of the next larger unit.
    for (name, unit) in [("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where bytes >= unit * 0.999_95 {
      return "\(form(bytes / unit)) \(name)"
    }
    return "\(Int(bytes.rounded())) B"
  }

  /// An energy: `1.9 kJ`.
  static func energy(_ joules: Double) -> String {
    joules >= 1_000
      ? "\(decimals(joules / 1_000, 1)) kJ"
      : joules >= 10 ? "\(Int(joules.rounded())) J" : "\(decimals(joules, 1)) J"
  }

  /// A share with one decimal: `3.1 %`.
  static func share(_ fraction: Double) -> String {
    fraction == 0 ? "0 %" : fraction < 0.0005 ? "< 0.1 %" : "\(decimals(fraction * 100, 1)) %"
  }

  /// A share in whole percents: `51 %`.
  static func roughShare(_ fraction: Double) -> String { "\(decimals(fraction * 100, 0)) %" }

  /// A share of 0 that was estimated from runs. The event may be rare instead of impossible.
  static func unseen(inRuns runs: Int) -> String { "none of \(runs) runs" }

  /// A share of 1 that was estimated from runs. The event may be very likely instead of certain.
  static func complete(inRuns runs: Int) -> String { "all of \(runs) runs" }

  /// A count that may be an average: `10`, `2.5`, `< 0.1`.
  package static func count(_ value: Double) -> String {
    if value > 0, value < 0.05 { return "< 0.1" }
    return value == value.rounded() && value < 1e15 ? "\(Int(value))" : decimals(value, 1)
  }

  /// A number with a fixed number of decimals.
  static func decimals(_ value: Double, _ fractionDigits: Int) -> String {
    let factor = (0..<fractionDigits).reduce(1.0) { product, _ in product * 10 }
    let scaled = (value * factor).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let digits = String(Int(scaled) + Int(factor) * (scaled < factor ? 1 : 0))
    guard fractionDigits > 0 else { return digits }
    let padded = scaled < factor ? "0" + digits.dropFirst() : digits
    return "\(padded.dropLast(fractionDigits)).\(padded.suffix(fractionDigits))"
  }
}
