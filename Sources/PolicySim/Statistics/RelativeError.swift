internal import Quantities

/// The Monte Carlo error of a quantile, relative to the quantile.
struct RelativeError: Sendable {
  /// The standard deviations of the logarithm below and above the quantile.
  private let low: Double
  private let high: Double

  /// The middles of equally likely parts of the normal distribution.
  private static let points = [-1.2816, -0.5244, 0, 0.5244, 1.2816]

  init(of quantile: Quantile, in distribution: Distribution) {
    let interval = distribution.interval(of: quantile.share)
    guard let value = distribution.quantile(quantile.share), value > 0, let low = interval?.low, low > 0
    else {
      (self.low, high) = (0, 0)
      return
    }
    self.low = naturalLog(value / low) / NormalDistribution.quantile975
    high = naturalLog((interval?.high ?? value) / value) / NormalDistribution.quantile975
  }

  /// The values that a quantile may have because of the error, all equally likely.
  func values(of value: Double) -> [Double] {
    Self.points.map { value * exponential($0 * ($0 < 0 ? low : high)) }
  }
}
