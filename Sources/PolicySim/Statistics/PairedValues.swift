/// Values of some runs with a change, each with the value that the same run has without the change.
///
/// A few runs are enough to estimate the effect of a change on a run, but not the distribution of a value. So the
/// distribution without the change comes from all runs, and the pairs show how the change moves each part of this
/// distribution.
struct PairedValues: Sendable {
  /// The value of a run without the change, and the value of the same run with the change.
  typealias Pair = (before: Double, after: Double)

  private let pairs: [Pair]

  init(_ pairs: [Pair]) { self.pairs = pairs }

  /// The maximum number of values to which a change is applied. If the distribution without the change has more values, this number of
  /// evenly spread values represents them.
  private static let mostSteps = 512

  /// The distribution with the change, if `all` is the distribution without the change.
  ///
  /// Each pair represents the finite values of `all` that are closer to the pair's value without the change than to the values of all other
  /// pairs. The change moves such a value as it moves the pair, and multiplies the value's distance from the pair by the slope of all
  /// pairs, or by the pair's ratio if the ratio is smaller. So a few pairs are exact for a change that adds a number to all values, or
  /// multiplies all values. Infinite values change like the pairs that are infinite without the change; if there are no such pairs,
  /// infinite values stay infinite.
  func distribution(from all: CumulativeShares) -> Distribution {
    guard !pairs.isEmpty else { return Distribution() }
    let slope = slope
    let sorted = pairs.filter { $0.before < .infinity }.sorted {
      ($0.before, $0.after) < ($1.before, $1.after)
    }
    var weighted: [(value: Double, weight: Double)] = []
    var steps = all.steps(most: Self.mostSteps)[...]
    var start = 0
    while start < sorted.count {
      let value = sorted[start].before
      let end = sorted[start...].firstIndex { $0.before > value } ?? sorted.count
      let middle = end < sorted.count ? (value + sorted[end].before) / 2 : .infinity
      while let step = steps.first, step.value <= middle {
        for pair in sorted[start..<end] {
          weighted.append((Self.changed(pair, slope, at: step.value), step.weight / Double(end - start)))
        }
        steps.removeFirst()
      }
      start = end
    }
    weighted += steps.map { ($0.value, $0.weight) }
    let never = pairs.filter { $0.before == .infinity }.map(\.after)
    let rest = all.infiniteShare
    weighted += never.isEmpty ? [(.infinity, rest)] : never.map { ($0, rest / Double(never.count)) }
    return Distribution(weighted: weighted)
  }

  /// The value with the change for a value without the change that is near the value of a pair.
  ///
  /// A value is at least 0, so the value with the change falls at most in proportion to the value without the change.
  private static func changed(_ pair: Pair, _ slope: Double, at value: Double) -> Double {
    guard pair.after < .infinity else { return .infinity }
    let steepest = pair.before > 0 ? pair.after / pair.before : slope
    return pair.after + min(slope, steepest) * (value - pair.before)
  }

  /// The slope of the values with the change over the values without the change, by least squares over the finite pairs; 1 if the values
  /// without the change don't differ.
  private var slope: Double {
    let finite = pairs.filter { $0.before < .infinity && $0.after < .infinity }
    let count = Double(max(1, finite.count))
    let before = finite.reduce(0) { $0 + $1.before } / count
    let after = finite.reduce(0) { $0 + $1.after } / count
    let squares = finite.reduce(0) { $0 + ($1.before - before) * ($1.before - before) }
    let products = finite.reduce(0) { $0 + ($1.before - before) * ($1.after - after) }
    guard squares > 1e-9 * count * before * before else { return 1 }
    return min(max(0, products / squares), Self.steepest)
  }

  /// The greatest slope: no parameter makes a part of the work take more than 20 times as long.
  private static let steepest = 20.0

  /// The mean with the change, if `all` is the mean without the change.
  func mean(from all: Double) -> Double {
    guard !pairs.isEmpty else { return all }
    return all + pairs.reduce(0) { $0 + $1.after - $1.before } / Double(pairs.count)
  }
}
