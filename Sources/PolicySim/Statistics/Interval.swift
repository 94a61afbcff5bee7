internal import Quantities

/// A 95 % confidence interval.
package struct Interval: Hashable, Sendable {
  /// The lower bound; `nil` if there are too few values.
  package let low: Double?
  /// The upper bound; `nil` if there are too few values.
  package let high: Double?

  /// The larger distance of a bound from a value; `nil` if a bound is missing.
  package func halfWidth(around value: Double) -> Double? {
    guard let low, let high else { return nil }
    return max(value - low, high - value)
  }

  /// The confidence level.
  package static let confidence = 0.95
  /// The confidence level of intervals that decide verdicts. At this level, verdicts hardly ever differ between seeds. Each bound of the
  /// interval holds with a confidence of 99 %, and a limit is compared with a single bound.
  static let verdictConfidence = 0.98

  /// The interval widened to the confidence level of verdicts. The value is never negative, and its error is about normal.
  func forVerdicts(around value: Double, atMost greatest: Double = .infinity) -> Interval {
    let factor = NormalDistribution.quantile99 / NormalDistribution.quantile975
    return Interval(
      low: low.map { max(0, value - (value - $0) * factor) },
      high: high.map { min(greatest, value + ($0 - value) * factor) })
  }

  /// The interval around a mean; the lower bound of a value that is never negative is at least 0.
  init(around value: Double, standardError: Double, isNeverNegative: Bool) {
    let low = value - NormalDistribution.quantile975 * standardError
    self.low = isNeverNegative ? max(0, low) : low
    high = value + NormalDistribution.quantile975 * standardError
  }

  init(low: Double?, high: Double?) {
    self.low = low
    self.high = high
  }
}

/// The ranks of the sorted values that bound a quantile. The ranks follow from the binomial distribution of the number of values below the
/// quantile.
struct QuantileRanks: Hashable, Sendable {
  /// The rank of the lower bound, where 1 is the rank of the smallest value; `nil` if there are too few values for a lower
  /// bound.
  let low: Int?
  /// The rank of the upper bound, where 1 is the rank of the smallest value; `nil` if there are too few values for an upper
  /// bound.
  let high: Int?

  init(_ share: Double, count: Int, confidence: Double = Interval.confidence) {
    guard count > 0, share > 0, share < 1 else {
      low = nil
      high = nil
      return
    }
    let (first, weights) = Self.binomial(count, share)
    let tail = (1 - confidence) / 2 * weights.reduce(0, +)
    // The largest rank r for which P(fewer than r values are below the quantile) is within the tail.
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

  /// The probabilities of a binomial distribution around its mode, up to a factor, starting at `first`.
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
