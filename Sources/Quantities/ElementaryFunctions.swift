// Logarithms and powers that are identical to the last bit on every machine, unlike the functions of the C library.

/// The natural logarithm of a number: minus infinity for 0, NaN for negative numbers.
package func naturalLog(_ value: Double) -> Double {
  guard value > 0, value.isFinite else { return value == 0 ? -.infinity : .nan }
  // log(s · 2^e) with s from 1 to 2: log s = 2 · artanh((s − 1) / (s + 1)), whose series converges quickly for such s.
  let ratio = (value.significand - 1) / (value.significand + 1)
  let square = ratio * ratio
  var power = ratio
  var sum = 0.0
  var divisor = 1.0
  while divisor < 41 {
    sum += power / divisor
    power *= square
    divisor += 2
  }
  return 2 * sum + Double(value.exponent) * logOfTwo
}

/// Returns e to the power of a number.
package func exponential(_ value: Double) -> Double {
  guard value.isFinite, abs(value) < 700 else { return value < 0 ? 0 : value.isNaN ? .nan : .infinity }
  let halvings = (value / logOfTwo).rounded()
  let rest = value - halvings * logOfTwo
  var term = 1.0
  var sum = 1.0
  var count = 1.0
  while count < 20 {
    term *= rest / count
    sum += term
    count += 1
  }
  return Double(sign: .plus, exponent: Int(halvings), significand: sum)
}

private let logOfTwo = 0.693_147_180_559_945_3
