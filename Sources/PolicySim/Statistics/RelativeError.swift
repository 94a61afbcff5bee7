internal import Quantities

/// The Monte Carlo error of a quantile, relative to the quantile.
struct RelativeError: Sendable {
  /// The standard deviations of the logarithm below and above the quantile.
  private let low: Double
  private let high: Double

  /// The middles of equally likely parts of the normal distribution.
  private static let points = [-1.2816, -0.5244, 0, 0.5244, 1.2816]

  /// The error of a quantile of a distribution of runs. `runs` has the values of some of these runs. A run
  /// may have several values, which need not be independent.
  init(of quantile: Quantile, in distribution: Distribution, _ runs: [[Double]], ofRuns count: Int) {
    let share = quantile.share
    let values = runs.reduce(0) { $0 + $1.count }
    guard let value = distribution.quantile(share), value > 0, runs.count > 1, values > 0 else {
      (low, high) = (0, 0)
      return
    }
    let below = runs.map { run in Double(run.count { $0 <= value }) }
    let mean = below.reduce(0, +) / Double(values)
    let squares = zip(runs, below).reduce(0) { sum, run in
      let distance = run.1 - mean * Double(run.0.count)
      return sum + distance * distance
    }
    let variance = squares * Double(runs.count) / Double(runs.count - 1) / Double(values * values)
    let reach =
      NormalDistribution.quantile975
      * (variance * Double(runs.count) / Double(max(count, runs.count)))
      .squareRoot()
    func distance(_ other: Double?) -> Double {
      other.map { $0 > 0 ? abs(naturalLog($0 / value)) / NormalDistribution.quantile975 : 0 } ?? 0
    }
    low = distance(distribution.quantile(max(0, share - reach)))
    high = distance(distribution.quantile(min(1, share + reach)))
  }

  /// The values that a quantile may have because of the error, all equally likely.
  func values(of value: Double) -> [Double] {
    Self.points.map { value * exponential($0 * ($0 < 0 ? low : high)) }
  }
}
