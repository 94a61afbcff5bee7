/// The limits of quantities in a policy. Larger values are mistakes, which no estimate could handle.
package enum Quantity {
  /// The maximum length of a number or a quantity, in bytes.
  package static let longestText = 64
  /// The longest duration: about 270 years.
  package static let longestDuration = TimeSpan.days(100_000)
  /// The largest size: an exabyte.
  package static let largestSize = ByteCount(bytes: 1_000_000_000_000_000_000)
  /// The most energy: thousands of charges of a phone's battery.
  package static let mostEnergy = Energy(joules: 1_000_000_000)
  /// The highest rate per day: more than once a second.
  package static let mostPerDay = 100_000.0
}

/// A number without a sign or an exponent.
func decimal(_ text: Substring) -> Double? {
  guard let first = text.first, let last = text.last, first.isNumber, last.isNumber,
    text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
  else { return nil }
  return Double(text)
}

/// A number as text; a whole number has no `.0`.
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
}
