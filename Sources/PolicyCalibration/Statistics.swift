internal import Quantities

// The statistics that fits need.
extension Array where Element == Double {
  /// The median; `nil` if there are no values.
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
  return freedom <= table.count ? table[freedom - 1] : NormalDistribution.quantile975 + 2.46 / Double(freedom)
}

/// The 95 % confidence interval of the expected number of events if `seen` events were observed. `seen` need not be a whole
/// number, because events may come in groups.
///
/// The bounds are Byar's approximation of the exact bounds for a Poisson count.
func poissonInterval95(_ seen: Double) -> ClosedRange<Double> {
  func bound(_ number: Double, _ z: Double) -> Double {
    let root = 1 - 1 / (9 * number) + z / (3 * number.squareRoot())
    return max(0, number * root * root * root)
  }
  let z = NormalDistribution.quantile975
  return (seen <= 0 ? 0 : bound(seen, -z))...bound(seen + 1, z)
}

/// The one-sided 95 % bound of the distance between the lower end of a distribution and the least of `count` values from it,
/// as a multiple of the distance between the least and the greatest value.
///
/// The bound is exact for a uniform distribution, which the model's gaps have.
func excessFactor95(_ count: Int) -> Double {
  guard count > 1 else { return .infinity }
  return exponential(naturalLog(20) / Double(count - 1)) - 1
}
