internal import Quantities

/// Means of paired runs.
enum PairedMeans {
  /// The mean; 0 without values.
  static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  /// The interval of a difference of means. Runs are paired, so this is the interval of the mean difference.
  static func interval(_ old: [Double], _ new: [Double]) -> ClosedRange<Double> {
    let differences = zip(old, new).map { $1 - $0 }
    let mean = mean(differences)
    guard differences.count > 1 else { return mean...mean }
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / Double(differences.count - 1) / Double(differences.count)).squareRoot()
    let reach = NormalDistribution.quantile975 * error
    return mean - reach...mean + reach
  }

  /// The interval of a difference of the means of runs; `nil` if a run has no values, or has an infinite value.
  static func interval(ofGroups old: [[Double]], _ new: [[Double]]) -> ClosedRange<Double>? {
    let groups = old + new
    guard !groups.isEmpty, groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isFinite) }) else { return nil }
    return interval(old.map(mean), new.map(mean))
  }
}

/// The values of runs in descending order, so that high quantiles of a resample are found early.
struct RankedRuns {
  let descending: [(run: Int, value: Double)]

  /// Ranks the values of runs; each run may have several values.
  init(_ values: [[Double]]) {
    descending = values.enumerated().flatMap { run, values in values.map { (run, $0) } }.sorted {
      ($1.value, $0.run) < ($0.value, $1.run)
    }
  }

  /// The smallest value that at least this share of all values does not exceed.
  func quantile(_ share: Double) -> Double? {
    guard !descending.isEmpty else { return nil }
    let rank = max(1, Int((share * Double(descending.count)).rounded(.up)))
    return descending[descending.count - rank].value
  }

  /// The quantile if each run counts `counts` times.
  func quantile(_ share: Double, _ counts: [Int32]) -> Double? {
    let all = descending.reduce(0) { $0 + Int(counts[$1.run]) }
    guard all > 0 else { return nil }
    // The number of values that may be above the quantile.
    var above = all - max(1, Int((share * Double(all)).rounded(.up)))
    for (run, value) in descending {
      above -= Int(counts[run])
      if above < 0 { return value }
    }
    return descending.last?.value
  }
}

/// Bootstrap resamples of the runs.
struct Resamples {
  /// The number of resamples: enough for the ends of a 95 % interval.
  private static let count = 400

  private let counts: [[Int32]]

  init(runs: Int) {
    guard runs > 1 else {
      counts = []
      return
    }
    counts = (0..<Self.count).map { number in
      var random = RandomStream(seed: 0, run: number, name: "resample")
      var counts = [Int32](repeating: 0, count: runs)
      for _ in 0..<runs { counts[Int(random.below(Int64(runs)))] += 1 }
      return counts
    }
  }

  /// A quantile of the values of runs before and after a change, with the interval of the difference; each is `nil` if there
  /// are no values.
  func quantiles(
    _ share: Double, before old: [[Double]]?, after new: [[Double]]?
  ) -> (before: Double?, after: Double?, interval: ClosedRange<Double>?) {
    // Uses a distribution as an estimate does, which rounds if there are many values.
    func quantile(_ runs: [[Double]]) -> Double? {
      let values = Distribution(groups: runs)
      return values.count > 0 ? values.quantile(share) ?? .infinity : nil
    }
    let interval = old.map(RankedRuns.init).flatMap { old in
      new.map(RankedRuns.init).flatMap { self.interval(of: share, before: old, after: $0) }
    }
    return (old.flatMap(quantile), new.flatMap(quantile), interval)
  }

  /// The middle 95 % of the differences of a quantile in the resamples; `nil` if there are no values before or after the
  /// change.
  private func interval(
    of share: Double, before old: RankedRuns, after new: RankedRuns
  ) -> ClosedRange<Double>? {
    guard let before = old.quantile(share), let after = new.quantile(share) else { return nil }
    guard !counts.isEmpty else {
      let difference = ComparedFigure.difference(from: before, to: after)
      return difference...difference
    }
    let differences = counts.compactMap { counts -> Double? in
      guard let before = old.quantile(share, counts), let after = new.quantile(share, counts) else {
        return nil
      }
      return ComparedFigure.difference(from: before, to: after)
    }.sorted()
    guard !differences.isEmpty else { return nil }
    let low = differences[Int(Double(differences.count) * 0.025)]
    let high = differences[min(differences.count - 1, Int(Double(differences.count) * 0.975))]
    return low...high
  }
}
