/// The limits of quantities in a policy: what is beyond them nobody means, and no estimate could count.
package enum Quantity {
  /// The longest text of a number or a quantity, in bytes.
  package static let longestText = 64
  /// The longest duration: some 270 years.
  package static let longestDuration = TimeSpan.days(100_000)
  /// The largest size: an exabyte.
  package static let largestSize = ByteCount(bytes: 1_000_000_000_000_000_000)
  /// The most energy: thousands of times what the battery of a phone holds.
  package static let mostEnergy = Energy(joules: 1_000_000_000)
  /// The most that anything may come up in a day: more than once a second.
  package static let mostPerDay = 100_000.0
}
