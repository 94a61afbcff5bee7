/// Values of some runs under a change, each with the value that the same run has without it.
///
/// The effect of a change on a run is known better from few runs than the distribution of runs: the distribution without the
/// change is that of all runs, and the pairs say what becomes of its parts.
struct PairedValues: Sendable {
  /// A value without the change, and the value with it.
  typealias Pair = (before: Double, after: Double)

  private let pairs: [Pair]

  init(_ pairs: [Pair]) { self.pairs = pairs }

  /// The distribution with the change, if `all` is that without it: each pair represents the part of `all` that is closer to
  /// its value without the change than to those of the others.
  func distribution(from all: CumulativeShares) -> Distribution {
    let sorted = pairs.sorted { ($0.before, $0.after) < ($1.before, $1.after) }
    var weighted: [(value: Double, weight: Double)] = []
    var lower = 0.0
    var start = 0
    while start < sorted.count {
      let value = sorted[start].before
      let end = sorted[start...].firstIndex { $0.before > value } ?? sorted.count
      // The middle of the ranks between this value and the next one.
      let upper =
        end < sorted.count ? (all.share(upTo: value) + all.share(below: sorted[end].before)) / 2 : 1
      for pair in sorted[start..<end] {
        weighted.append((pair.after, (upper - lower) / Double(end - start)))
      }
      (lower, start) = (upper, end)
    }
    return Distribution(weighted: weighted)
  }

  /// The mean with the change, if `all` is that without it.
  func mean(from all: Double) -> Double {
    guard !pairs.isEmpty else { return all }
    return all + pairs.reduce(0) { $0 + $1.after - $1.before } / Double(pairs.count)
  }
}
