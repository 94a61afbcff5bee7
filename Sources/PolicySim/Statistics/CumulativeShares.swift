/// The shares of a distribution's values up to any value.
struct CumulativeShares: Sendable {
  private let values: [Double]
  /// The share of values below each value, followed by the share of finite values.
  private let shares: [Double]

  init(_ distribution: Distribution) {
    let counts = distribution.cumulativeCounts
    let all = Double(max(1, distribution.count))
    values = counts.map(\.value)
    shares = [0] + counts.map { Double($0.count) / all }
  }

  /// The share of infinite values.
  var infiniteShare: Double { 1 - (shares.last ?? 0) }

  /// The finite values in ascending order with their shares. If there are more than `most` values, only
  /// `most` of the values, evenly spread by rank.
  func steps(most: Int) -> [(value: Double, weight: Double)] {
    guard values.count > most else {
      return values.indices.map { (values[$0], shares[$0 + 1] - shares[$0]) }
    }
    let finite = shares.last ?? 0
    var index = 0
    return (0..<most).map { step in
      let rank = finite * (Double(step) + 0.5) / Double(most)
      while index < values.count - 1, shares[index + 1] < rank { index += 1 }
      return (values[index], finite / Double(most))
    }
  }
}
