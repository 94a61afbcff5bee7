/// The distribution of a value over many runs, with quantiles, mean and confidence intervals.
///
/// Keeps up to 4096 different values exactly. With more values, it rounds them to ten binary digits, an error of at most
/// 1/1024, so that its size does not grow with the number of runs. The result depends on the values alone, not on the order
/// in which they are added or merged.
///
/// An infinite value represents an event that never happens. Infinite values count; a quantile or mean that depends on an
/// infinite value is `nil`.
package struct Distribution: Sendable {
  /// The number of different values that are kept exactly.
  package static let exactValues = 4_096
  /// The largest relative error of a value if there are more than `exactValues` different values.
  package static let precision = 0x1p-10

  /// A value and its count.
  private struct Point: Sendable {
    var value: Double
    var count: Int

    /// The point with its value rounded to ten binary digits; idempotent.
    var rounded: Point {
      let dropped: UInt64 = 52 - 9
      let bits = value.bitPattern &+ (1 << (dropped - 1))
      return Point(value: Double(bitPattern: (bits >> dropped) << dropped), count: count)
    }
  }

  /// Different values in ascending order.
  private var points: [Point] = []
  private var sum = FixedSum()
  /// The number of values, including infinite values.
  package private(set) var count = 0
  /// The number of infinite values.
  private var nevers = 0
  /// The number of independent groups of values, such as the values of one run.
  private var groups = 0
  /// Whether all values are kept exactly.
  package private(set) var isExact = true

  /// The distribution of values in any order.
  ///
  /// The quantile of a share is the smallest value that at least this share of all values does not exceed.
  package init(_ samples: [Double] = []) {
    count = samples.count
    groups = count
    let finite = samples.filter { $0 < .infinity }
    nevers = count - finite.count
    for sample in finite { sum.add(sample) }
    points = Self.counted(finite.sorted().lazy.map { Point(value: $0, count: 1) })
    coarsenIfNeeded()
  }

  /// The distribution of values in groups. Groups are independent of each other; values within a group need not be
  /// independent.
  package init(groups: [[Double]]) {
    self.init(groups.flatMap(\.self))
    self.groups = groups.count { !$0.isEmpty }
  }

  /// The distribution of values that were collected group by group.
  init(_ values: GroupedValues) {
    self.init(values.values)
    groups = values.groups
  }

  /// The distribution of values with weights of any sum. The weights are converted into counts of a large number of values.
  init(weighted values: [(value: Double, weight: Double)]) {
    let all = values.reduce(0) { $0 + $1.weight }
    for (value, weight) in values where all > 0 {
      let share = Int((weight / all * Self.weightedCount).rounded())
      count += share
      if value < .infinity {
        points.append(Point(value: value, count: share))
        sum.add(value * Double(share))
      } else {
        nevers += share
      }
    }
    groups = values.count
    points = Self.counted(points.filter { $0.count > 0 }.sorted { $0.value < $1.value })
  }

  /// The sum of the counts into which weights are converted.
  private static let weightedCount = 1e6

  /// All values of several distributions, in any order.
  package init(merging parts: some Sequence<Distribution>) {
    for part in parts { add(part) }
  }

  // MARK: - Adding

  mutating func add(_ value: Double) {
    groups += 1
    addToGroup(value)
  }

  /// Adds the values of a group, which is independent of all other groups.
  mutating func add(group values: [Double]) {
    guard !values.isEmpty else { return }
    groups += 1
    for value in values { addToGroup(value) }
  }

  private mutating func addToGroup(_ value: Double) {
    count += 1
    guard value < .infinity else {
      nevers += 1
      return
    }
    sum.add(value)
    insert(Point(value: value, count: 1))
    coarsenIfNeeded()
  }

  /// Adds all values of another distribution.
  mutating func add(_ other: Distribution) {
    guard count > 0 else {
      self = other
      return
    }
    count += other.count
    nevers += other.nevers
    groups += other.groups
    sum.add(other.sum)
    if isExact, !other.isExact { coarsen() }
    if other.points.count <= Self.few {
      for point in other.points { insert(point) }
    } else {
      merge(other.points)
    }
    coarsenIfNeeded()
  }

  /// Up to this many values are inserted one by one.
  private static let few = 4

  private mutating func insert(_ point: Point) {
    let point = isExact ? point : point.rounded
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].value < point.value { low = middle + 1 } else { high = middle }
    }
    if low < points.count, points[low].value == point.value {
      points[low].count += point.count
    } else {
      points.insert(point, at: low)
    }
  }

  /// Adds many points, which are in order.
  private mutating func merge(_ others: [Point]) {
    var merged: [Point] = []
    merged.reserveCapacity(points.count + others.count)
    var own = points[...]
    var others = others[...]
    while let left = own.first, let right = others.first {
      if left.value <= right.value {
        merged.append(left)
        own.removeFirst()
      } else {
        merged.append(right)
        others.removeFirst()
      }
    }
    merged.append(contentsOf: own)
    merged.append(contentsOf: others)
    points = Self.counted(isExact ? merged : merged.map(\.rounded))
  }

  // MARK: - Keeping

  /// The points, in which neighbors with equal values are combined.
  private static func counted(_ sorted: some Sequence<Point>) -> [Point] {
    var points: [Point] = []
    for point in sorted {
      if let last = points.last, last.value == point.value {
        points[points.count - 1].count += point.count
      } else {
        points.append(point)
      }
    }
    return points
  }

  private mutating func coarsenIfNeeded() {
    if isExact, points.count > Self.exactValues { coarsen() }
  }

  private mutating func coarsen() {
    isExact = false
    points = Self.counted(points.lazy.map(\.rounded))
  }

  /// The number of points that are kept.
  var keptValues: Int { points.count }

  // MARK: - Quantiles and shares

  /// The smallest value that at least this share of all values, from 0 to 1, does not exceed; `nil` if this value is
  /// infinite, or if there are no values.
  package func quantile(_ share: Double) -> Double? {
    value(ofRank: min(max(Int((share * Double(count)).rounded(.up)), 1), count))
  }

  /// The 95 % confidence interval of a quantile; `nil` if there are no values.
  ///
  /// Values of one group may be alike, so each group counts as a single independent value.
  package func interval(of share: Double) -> Interval? {
    guard count > 0 else { return nil }
    let ranks = QuantileRanks(share, count: groups)
    return Interval(low: bound(ranks.low), high: bound(ranks.high))
  }

  /// The confidence interval of a quantile for verdicts; `nil` if there are no values. If there are too few values for a bound, the lower
  /// bound is 0 or the upper bound is infinite. An infinite bound may also mean an event that never happens.
  func bounds(of share: Double) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    let ranks = QuantileRanks(share, count: groups, confidence: Interval.verdictConfidence)
    let low = ranks.low.map { bound($0) ?? .infinity } ?? 0
    return low...max(low, bound(ranks.high) ?? .infinity)
  }

  /// The value that corresponds to a rank among groups; `nil` if the rank is missing or the value infinite.
  private func bound(_ rank: Int?) -> Double? {
    rank.flatMap {
      value(ofRank: groups == count ? $0 : max(1, Int(Double($0) / Double(groups) * Double(count))))
    }
  }

  /// The value at a rank, where 1 is the rank of the smallest value; `nil` if the value is infinite.
  private func value(ofRank rank: Int) -> Double? {
    var passed = 0
    for point in points {
      passed += point.count
      if passed >= rank { return point.value }
    }
    return nil
  }

  /// The finite values in ascending order, each with the number of values up to it.
  var cumulativeCounts: [(value: Double, count: Int)] {
    var sum = 0
    return points.map { point in
      sum += point.count
      return (point.value, sum)
    }
  }

  /// The 5 % quantile.
  package var p05: Double? { quantile(0.05) }
  /// The median.
  package var p50: Double? { quantile(0.5) }
  /// The 90 % quantile.
  package var p90: Double? { quantile(0.9) }
  /// The 95 % quantile.
  package var p95: Double? { quantile(0.95) }
  /// The 99 % quantile.
  package var p99: Double? { quantile(0.99) }
  /// The average; `nil` if any value is infinite, or if there are no values.
  package var mean: Double? { count > 0 && nevers == 0 ? sum.value / Double(count) : nil }
  /// The smallest value; `nil` if no value is finite.
  package var least: Double? { points.first?.value }
  /// The largest finite value; `nil` if no value is finite.
  package var greatest: Double? { points.last?.value }
  /// The share of finite values; 1 if there are no values.
  package var finiteShare: Double { count > 0 ? Double(count - nevers) / Double(count) : 1 }

  /// The 95 % confidence interval of the mean; `nil` for fewer than two values.
  package var meanInterval: Interval? {
    guard let mean, groups > 1 else { return nil }
    let squares = points.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) * Double($1.count) }
    // Treats all values of a group as equal, which gives an upper bound of the error.
    let error = (squares / Double(count) / Double(groups - 1)).squareRoot()
    return Interval(around: mean, standardError: error, isNeverNegative: (least ?? 0) >= 0)
  }

  /// The number of finite values between each two neighbors of the ascending bounds: above the lower bound, and not above
  /// the upper bound.
  package func histogram(bounds: [Double]) -> [Int] {
    var result = [Int](repeating: 0, count: max(0, bounds.count - 1))
    guard !result.isEmpty else { return [] }
    var part = 0
    for point in points {
      while part < result.count, point.value > bounds[part + 1] { part += 1 }
      guard part < result.count else { break }
      if point.value > bounds[0] || part > 0 { result[part] += point.count }
    }
    return result
  }
}
