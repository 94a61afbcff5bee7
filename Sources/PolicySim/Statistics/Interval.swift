/// Between which values a figure lies, as far as the number of runs lets us tell: in 95 of 100 cases.
package struct Interval: Hashable, Sendable {
  /// The lower bound; `nil` where there are too few values for one.
  package let low: Double?
  /// The upper bound; `nil` where there are too few values for one.
  package let high: Double?

  /// How far the bounds are from a figure, at most; `nil` where one is missing.
  package func halfWidth(around value: Double) -> Double? {
    guard let low, let high else { return nil }
    return max(value - low, high - value)
  }

  /// How sure it is.
  package static let confidence = 0.95
  /// How many standard errors are to each side of a mean.
  static let standardErrors = 1.959_963_984_540_054

  /// The interval of a mean with a standard error; no mean of what is never negative is negative.
  init(around value: Double, standardError: Double, isNeverNegative: Bool) {
    let low = value - Self.standardErrors * standardError
    self.low = isNeverNegative ? max(0, low) : low
    high = value + Self.standardErrors * standardError
  }

  init(low: Double?, high: Double?) {
    self.low = low
    self.high = high
  }
}

/// Which of `count` sorted values bound a quantile: how many are below it has a binomial distribution.
struct QuantileRanks: Hashable, Sendable {
  /// The rank from 1 of the lower bound; `nil` where even the smallest value is none.
  let low: Int?
  /// The rank from 1 of the upper bound; `nil` where even the largest value is none.
  let high: Int?

  init(_ share: Double, count: Int) {
    guard count > 0, share > 0, share < 1 else {
      low = nil
      high = nil
      return
    }
    let (first, weights) = Self.binomial(count, share)
    let tail = (1 - Interval.confidence) / 2 * weights.reduce(0, +)
    // The largest rank with P(fewer values than it are below) within the tail.
    var below = 0.0
    var low = first
    for weight in weights {
      guard below + weight <= tail else { break }
      below += weight
      low += 1
    }
    var above = 0.0
    var high = first + weights.count
    for weight in weights.reversed() {
      guard above + weight <= tail else { break }
      above += weight
      high -= 1
    }
    self.low = low >= 1 ? low : nil
    self.high = high <= count ? high : nil
  }

  /// The probabilities of a binomial distribution around its middle, up to a factor, from `first` on.
  private static func binomial(_ count: Int, _ share: Double) -> (first: Int, weights: [Double]) {
    let least = 1e-15
    let middle = min(count, Int(Double(count) * share))
    var down: [Double] = []
    var up = [1.0]
    var weight = 1.0
    for successes in stride(from: middle, to: 0, by: -1) {
      weight *= Double(successes) / Double(count - successes + 1) * (1 - share) / share
      guard weight > least else { break }
      down.append(weight)
    }
    weight = 1
    for successes in middle..<count {
      weight *= Double(count - successes) / Double(successes + 1) * share / (1 - share)
      guard weight > least else { break }
      up.append(weight)
    }
    return (middle - down.count, down.reversed() + up)
  }
}
