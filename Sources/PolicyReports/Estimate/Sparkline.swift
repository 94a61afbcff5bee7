internal import PolicySim

/// A distribution as a row of bars.
struct Sparkline {
  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The number of bars. A power of two, because the steps of a logarithmic scale are computed by repeated
  /// square roots.
  private static let count = 16
  /// The least ratio of high end and low end for a logarithmic scale.
  private static let wide = 20.0

  /// The bars.
  let text: String
  /// The low end of the bars: 1 % of the values are below this end.
  let low: Double
  /// The high end of the bars: 1 % of the values are above this end. If too many values are infinite, the
  /// largest finite value.
  let high: Double
  /// Whether the scale is logarithmic: the widths of successive bars have a constant ratio.
  let isLogarithmic: Bool

  /// The bars of a distribution. `nil` if the distribution has only one value.
  init?(_ distribution: Distribution) {
    guard let low = distribution.quantile(0.01), let high = distribution.p99 ?? distribution.greatest,
      low < high
    else { return nil }
    self.low = low
    self.high = high
    isLogarithmic = low > 0 && high > Self.wide * low
    var bounds = [-Double.infinity]
    let step =
      isLogarithmic
      ? (high / low).squareRoot().squareRoot().squareRoot().squareRoot()
      : (high - low) / Double(Self.count)
    var bound = low
    for _ in 1..<Self.count {
      bound = isLogarithmic ? bound * step : bound + step
      bounds.append(bound)
    }
    let counts = distribution.histogram(bounds: bounds + [.infinity])
    let most = counts.max() ?? 0
    // A space means no value; the lowest bar means at least one value.
    text = counts.map { count in
      guard count > 0, most > 0 else { return " " }
      return Self.bars[min(Self.bars.count - 1, count * Self.bars.count / most)]
    }.joined()
  }
}
