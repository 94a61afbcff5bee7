/// Logarithms that are the same on every machine, which a C library's need not be.
enum Logarithm {
  private static let ofTwo = 0.693_147_180_559_945_3

  /// The natural logarithm of a number above 0.
  static func of(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    // ln m = 2 artanh((m - 1) / (m + 1)), which converges fast for a significand from 1 to 2.
    let ratio = (value.significand - 1) / (value.significand + 1)
    var power = ratio
    var sum = 0.0
    for divisor in stride(from: 1.0, through: 41, by: 2) {
      sum += power / divisor
      power *= ratio * ratio
    }
    return 2 * sum + Double(value.exponent) * ofTwo
  }
}
