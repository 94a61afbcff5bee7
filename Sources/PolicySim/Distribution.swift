/// What came out of many runs: quantiles and mean, and how sure they are; `nil` where nothing came out.
///
/// Up to 4096 different values it keeps each of them. Beyond that it rounds them to ten binary digits, which changes none
/// by more than a 1024th of it, so that its size does not grow with the number of runs. What it keeps depends on the
/// values alone, and not on the order in which they came or were merged.
package struct Distribution: Sendable {
  /// How many different values it keeps as they are.
  package static let exactValues = 4_096
  /// By how much of a value it may be off, at most, where there are more.
  package static let precision = 0x1p-10

  /// Different values in ascending order, and how often each came.
  private var values: [Double]
  private var counts: [Int]
  private var sum = FixedSum()
  /// How many values came.
  package private(set) var count: Int
  /// Whether each value is kept as it is.
  package private(set) var isExact = true

  /// The distribution of values in any order.
  ///
  /// A quantile is the smallest value that at least this share of all values does not exceed.
  package init(_ samples: [Double]) {
    count = samples.count
    for sample in samples { sum.add(sample) }
    (values, counts) = Self.counted(samples.sorted().lazy.map { ($0, 1) })
    coarsenIfNeeded()
  }

  /// All values of several distributions, in any order.
  package init(merging parts: some Sequence<Distribution>) {
    count = 0
    var pairs: [(Double, Int)] = []
    for part in parts {
      count += part.count
      sum.add(part.sum)
      isExact = isExact && part.isExact
      pairs.append(contentsOf: zip(part.values, part.counts))
    }
    pairs.sort { $0.0 < $1.0 }
    (values, counts) = Self.counted(pairs)
    if !isExact { coarsen() } else { coarsenIfNeeded() }
  }

  // MARK: - Keeping

  /// Equal neighbours taken together.
  private static func counted(_ sorted: some Sequence<(Double, Int)>) -> ([Double], [Int]) {
    var values: [Double] = []
    var counts: [Int] = []
    for (value, count) in sorted {
      if values.last == value {
        counts[counts.count - 1] += count
      } else {
        values.append(value)
        counts.append(count)
      }
    }
    return (values, counts)
  }

  private mutating func coarsenIfNeeded() {
    if values.count > Self.exactValues { coarsen() }
  }

  private mutating func coarsen() {
    isExact = false
    (values, counts) = Self.counted(zip(values.lazy.map(Self.rounded), counts))
  }

  /// A value to ten binary digits; one that is so already stays as it is.
  private static func rounded(_ value: Double) -> Double {
    let dropped: UInt64 = 52 - 9
    let bits = value.bitPattern &+ (1 << (dropped - 1))
    return Double(bitPattern: (bits >> dropped) << dropped)
  }

  /// How many values it keeps.
  var keptValues: Int { values.count }

  // MARK: - Figures

  /// What this share of all values, from 0 to 1, does not exceed; `nil` where nothing came out.
  package func quantile(_ share: Double) -> Double? {
    value(ofRank: min(max(Int((share * Double(count)).rounded(.up)), 1), count))
  }

  /// Between which values the quantile lies, in 95 of 100 cases; `nil` where nothing came out.
  package func interval(of share: Double) -> Interval? {
    guard count > 0 else { return nil }
    let ranks = QuantileRanks(share, count: count)
    return Interval(low: ranks.low.flatMap(value(ofRank:)), high: ranks.high.flatMap(value(ofRank:)))
  }

  /// The value that so many values, itself among them, do not exceed.
  private func value(ofRank rank: Int) -> Double? {
    var passed = 0
    for (index, count) in counts.enumerated() {
      passed += count
      if passed >= rank { return values[index] }
    }
    return nil
  }

  /// What 5 of 100 values do not exceed.
  package var p05: Double? { quantile(0.05) }
  /// What half of all values do not exceed.
  package var p50: Double? { quantile(0.5) }
  /// What 90 of 100 values do not exceed.
  package var p90: Double? { quantile(0.9) }
  /// What 95 of 100 values do not exceed.
  package var p95: Double? { quantile(0.95) }
  /// What 99 of 100 values do not exceed.
  package var p99: Double? { quantile(0.99) }
  /// The average.
  package var mean: Double? { count > 0 ? sum.value / Double(count) : nil }
  /// The smallest value.
  package var least: Double? { values.first }
  /// The largest value.
  package var greatest: Double? { values.last }

  /// Between which values the mean lies, in 95 of 100 cases; `nil` for fewer than two values.
  package var meanInterval: Interval? {
    guard let mean, count > 1 else { return nil }
    let squares = zip(values, counts).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * Double($1.1) }
    let error = (squares / Double(count - 1) / Double(count)).squareRoot()
    return Interval(around: mean, standardError: error, isNeverNegative: (least ?? 0) >= 0)
  }

  /// How many values are in each of the parts between ascending bounds: above one, and not above the next.
  package func histogram(bounds: [Double]) -> [Int] {
    var result = [Int](repeating: 0, count: max(0, bounds.count - 1))
    guard !result.isEmpty else { return [] }
    var part = 0
    for (value, count) in zip(values, counts) {
      while part < result.count, value > bounds[part + 1] { part += 1 }
      guard part < result.count else { break }
      if value > bounds[0] || part > 0 { result[part] += count }
    }
    return result
  }
}
