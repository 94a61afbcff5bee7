/// The ranks of values around their mean; equal values have the same rank.
struct Ranks: Sendable {
  private let centered: [Double]
  private let squares: Double

  init(_ values: [Double]) {
    let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for index in start..<end { ranks[order[index]] = Double(start + end - 1) / 2 }
      start = end
    }
    let middle = Double(values.count - 1) / 2
    centered = ranks.map { $0 - middle }
    squares = centered.reduce(0) { $0 + $1 * $1 }
  }

  /// The square of Spearman's coefficient, from 0 to 1.
  func correlation(with other: Ranks) -> Double {
    let product = zip(centered, other.centered).reduce(0) { $0 + $1.0 * $1.1 }
    guard squares > 0, other.squares > 0 else { return 0 }
    return product * product / (squares * other.squares)
  }

  /// The share of the variance that is between the means of groups, from 0 to 1.
  func varianceBetween(_ groups: [Int], count: Int) -> Double {
    var sums = [Double](repeating: 0, count: count)
    var sizes = sums
    for (value, group) in zip(centered, groups) {
      sums[group] += value
      sizes[group] += 1
    }
    guard squares > 0 else { return 0 }
    return zip(sums, sizes).reduce(0) { $1.1 > 0 ? $0 + $1.0 * $1.0 / $1.1 : $0 } / squares
  }

  /// The best division of the values into two parts, along an order: the division whose means explain most of the variance. Each part has
  /// at least `least` values. Returns the number of values in the first part, and the explained share of the variance, from 0 to 1. `nil`
  /// if all values are equal, or if there are too few values.
  func division(inOrder order: [Int], least: Int) -> (first: Int, share: Double)? {
    guard squares > 0, order.count >= 2 * least, least > 0 else { return nil }
    let count = Double(order.count)
    var sum = 0.0
    var best = (first: 0, share: 0.0)
    for (index, value) in order.dropLast(least).enumerated() {
      sum += centered[value]
      let first = Double(index + 1)
      guard index + 1 >= least else { continue }
      // The sum of all values is 0, so the sum of the second part is the opposite of the sum of the first part.
      let share = sum * sum * count / (first * (count - first)) / squares
      if share > best.share { best = (index + 1, share) }
    }
    return best.first > 0 ? best : nil
  }

  /// The share of the variance between the two parts of the best division, if unrelated values hardly ever have such a large share;
  /// `nil` otherwise.
  ///
  /// For unrelated values, the share times the number of values exceeds 22 for the best of some 90 divisions about once in 5,000 times.
  /// With some thirty parameters, chance alone hardly ever causes a division.
  func significantDivision(_ share: Double) -> Double? {
    share * Double(centered.count - 1) > 22 ? share : nil
  }

  /// The share of the variance if unrelated values hardly ever have such a large share; `nil` otherwise.
  ///
  /// For unrelated values, the share times the number of values has a chi-square distribution. With one degree of freedom, the product
  /// exceeds 16 once in 16,000 times, so that with some thirty parameters, chance alone hardly ever names a parameter. The bound grows by 4
  /// with each further degree of freedom.
  func significant(_ share: Double, freedom: Int) -> Double? {
    share * Double(centered.count - 1) > 16 + 4 * Double(freedom - 1) ? share : nil
  }
}
