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

  /// The distribution with the change, if `all` is the distribution without the change. Each pair represents the part of
  /// `all` that is closer to the pair's value without the change than to the values of all other pairs.
  func distribution(from all: CumulativeShares) -> Distribution {
    let sorted = pairs.sorted { ($0.before, $0.after) < ($1.before, $1.after) }
    var weighted: [(value: Double, weight: Double)] = []
    var lower = 0.0
    var start = 0
    while start < sorted.count {
      let value = sorted[start].before
      let end = sorted[start...].firstIndex { $0.before > value } ?? sorted.count
      // The middle of the ranks between this value and the next value.
      let upper =
        end < sorted.count ? (all.share(upTo: value) + all.share(below: sorted[end].before)) / 2 : 1
      for pair in sorted[start..<end] {
        weighted.append((pair.after, (upper - lower) / Double(end - start)))
      }
      (lower, start) = (upper, end)
    }
    return Distribution(weighted: weighted)
  }

  /// The mean with the change, if `all` is the mean without the change.
  func mean(from all: Double) -> Double {
    guard !pairs.isEmpty else { return all }
    return all + pairs.reduce(0) { $0 + $1.after - $1.before } / Double(pairs.count)
  }
}
