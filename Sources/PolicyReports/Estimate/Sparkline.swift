internal import PolicySim

/// A distribution as a row of bars.
struct Sparkline {
  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// A power of two: the steps of a logarithmic scale are roots of roots.
  private static let count = 16
  /// The ratio of its ends at which a scale becomes logarithmic.
  private static let wide = 20.0

  /// The bars.
  let text: String
  /// The low end of the bars: one of 100 values is below.
  let low: Double
  /// The high end of the bars: one of 100 values is above, if all are finite; otherwise the largest finite value.
  let high: Double
  /// Whether each bar is as many times as wide as the one before.
  let isLogarithmic: Bool

  /// The bars of a distribution; `nil` if it has only one value.
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
    // Only an empty bar is a space: the lowest bar is at least one value.
    text = counts.map { count in
      guard count > 0, most > 0 else { return " " }
      return Self.bars[min(Self.bars.count - 1, count * Self.bars.count / most)]
    }.joined()
  }
}
