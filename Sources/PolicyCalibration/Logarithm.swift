// Logarithms and powers that are the same to the last bit on every machine, which those of the C library are not.

/// The natural logarithm of a positive number.
func naturalLog(_ value: Double) -> Double {
  guard value > 0, value.isFinite else { return value == 0 ? -.infinity : .nan }
  // log(s · 2^e) with s from 1 to 2: log s = 2 · artanh((s − 1) / (s + 1)), whose series is short there.
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

/// e to the power of a number.
func exponential(_ value: Double) -> Double {
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

extension Array where Element == Double {
  /// The value in the middle; `nil` where there is none.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// Student's t for a two-sided interval of 95 %, by degrees of freedom.
func studentT95(_ freedom: Int) -> Double {
  let table = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
  ]
  guard freedom > 0 else { return .infinity }
  return freedom <= table.count ? table[freedom - 1] : 1.96 + 2.46 / Double(freedom)
}

/// What 95 of 100 times holds the expected number of events of which `count` were seen.
///
/// The bounds are Byar's approximation of the exact ones for a Poisson count.
func poissonInterval95(_ count: Int) -> ClosedRange<Double> {
  let seen = Double(count)
  func bound(_ number: Double, _ z: Double) -> Double {
    let root = 1 - 1 / (9 * number) + z / (3 * number.squareRoot())
    return max(0, number * root * root * root)
  }
  return (count == 0 ? 0 : bound(seen, -1.96))...bound(seen + 1, 1.96)
}
