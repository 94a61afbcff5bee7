internal import Quantities

/// The mean of a share over runs, with bounds that hold for rare shares, too.
package struct MeanShare: Sendable {
  private var mean = Mean()

  /// The mean, from 0 to 1; 0 if there are no runs.
  package var value: Double { mean.value }
  /// The number of runs.
  package var runs: Int { mean.count }

  /// An accumulator without runs.
  init() {}

  /// A share that has a known mean over runs.
  init(_ mean: Mean) { self.mean = mean }

  /// Adds the share of a run.
  mutating func add(_ share: Double) { mean.add(share) }

  /// Adds the runs of another share.
  mutating func add(_ other: MeanShare) { mean.add(other.mean) }

  /// The 95 % confidence interval: Wilson's, or the exact one-sided bound if the share is 0 in every run or 1 in every run;
  /// `nil` for fewer than two runs.
  package var interval: Interval? {
    guard runs > 1 else { return nil }
    let rare = Self.leastUnseen(in: runs)
    if value <= 0 { return Interval(low: 0, high: rare) }
    if value >= 1 { return Interval(low: 1 - rare, high: 1) }
    return wilson
  }

  /// The number of runs if the share is 0 in each of at least two runs; `nil` otherwise.
  package var unseenRuns: Int? { value <= 0 && runs > 1 ? runs : nil }

  /// The smallest probability of an event whose absence from all runs would be surprising at the confidence level: 1 −
  /// 0.05^(1/runs).
  static func leastUnseen(in runs: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if power(1 - middle, runs) > 1 - Interval.confidence { low = middle } else { high = middle }
    }
    return high
  }

  /// The least number of runs whose bound of an unseen event is at most a share, which is above 0 and below 1.
  static func runs(excluding share: Double) -> Int {
    Int((naturalLog(1 - Interval.confidence) / naturalLog(1 - share)).rounded(.up))
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, factor, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }

  /// Wilson's score interval.
  ///
  /// Runs of many items vary less than runs of one item. They count as the larger number of one-item runs that has the same
  /// standard error.
  private var wilson: Interval {
    let spread = value * (1 - value)
    let error = mean.standardError ?? 0
    let size = max(Double(runs), error > 0 ? spread / (error * error) : 0)
    let z = NormalDistribution.quantile975
    let middle = value + z * z / (2 * size)
    let reach = z * (spread / size + z * z / (4 * size * size)).squareRoot()
    let scale = 1 + z * z / size
    return Interval(low: max(0, (middle - reach) / scale), high: min(1, (middle + reach) / scale))
  }
}
