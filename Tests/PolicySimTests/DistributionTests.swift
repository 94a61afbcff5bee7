import TestSupport
import Testing

@testable import PolicySim

/// The statistics of the values of many runs.
@Suite struct DistributionTests {
  /// Values as runs have them: few or many different values, with values that occur often, and over many orders of magnitude.
  struct Sample: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let count: Int
    let values: [Double]
    var testDescription: String { "\(count) values from seed \(seed)" }

    init(seed: UInt64, count: Int) {
      self.seed = seed
      self.count = count
      var random = RandomStream(seed: seed, run: count, name: "sample")
      values = (0..<count).map { _ in
        switch random.below(4) {
        case 0: Double(random.below(20))
        case 1: Double(random.below(2_000_000_000)) / 1_000
        case 2: 1 / (random.unit() + 1e-12)
        default: random.unit() * 60
        }
      }
    }
  }

  static let samples = (1...3).flatMap { seed in
    [1, 7, 100, 4_096, 10_000].map { Sample(seed: UInt64(seed), count: $0) }
  }
  private static let shares = [0.01, 0.05, 0.5, 0.9, 0.95, 0.99, 1]

  @Test(arguments: samples) func quantilesAreWithinTheStatedPrecision(_ sample: Sample) {
    let distribution = Distribution(sample.values)
    let sorted = sample.values.sorted()
    #expect(distribution.count == sample.count)
    for share in Self.shares {
      let exact = sorted[min(max(Int((share * Double(sample.count)).rounded(.up)), 1), sample.count) - 1]
      let told = distribution.quantile(share) ?? -1
      #expect(abs(told - exact) <= (distribution.isExact ? 0 : Distribution.precision * exact))
    }
    // The mean is not rounded, except that its sum has steps of a binary fraction.
    let mean = sorted.reduce(0, +) / Double(sample.count)
    #expect(abs((distribution.mean ?? -1) - mean) <= 1e-9 * max(1, mean))
  }

  @Test func manyValuesAreKeptAndMoreAreRounded() {
    let values = (0..<Distribution.exactValues).map { Double($0) * 1.001 }
    #expect(Distribution(values).isExact)
    #expect(!Distribution(values + [0.5]).isExact)
    // Equal values count once, so any number of runs with few different values stays exact.
    let repeated = Distribution((0..<100_000).map { Double($0 % 30) })
    #expect(repeated.isExact)
    #expect(repeated.p95 == 28)
  }

  /// Merging is commutative and associative for any parts: all figures equal the figures of a single distribution of all
  /// values.
  @Test(arguments: samples) func mergingKeepsNoOrder(_ sample: Sample) {
    var random = RandomStream(seed: sample.seed, run: sample.count, name: "cuts")
    let whole = Fingerprint(Distribution(sample.values))
    for _ in 0..<3 {
      var parts = Self.cut(sample.values, &random).map { Distribution($0) }
      for index in parts.indices.reversed() {
        parts.swapAt(index, Int(random.below(Int64(index + 1))))
      }
      #expect(Fingerprint(Distribution(merging: parts)) == whole)
      // Merges two distributions at a time, in random order.
      while parts.count > 1 {
        let left = parts.remove(at: Int(random.below(Int64(parts.count))))
        let index = Int(random.below(Int64(parts.count)))
        parts[index] = Distribution(merging: [left, parts[index]])
      }
      #expect(Fingerprint(parts[0]) == whole)
    }
  }

  private static func cut(_ values: [Double], _ random: inout RandomStream) -> [[Double]] {
    var parts: [[Double]] = []
    var rest = values[...]
    while !rest.isEmpty {
      let length = min(rest.count, 1 + Int(random.below(Int64(max(2, values.count / 3)))))
      parts.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return parts + [[]]
  }

  private struct Fingerprint: Equatable {
    let count: Int
    let mean: Double?
    let quantiles: [Double?]
    let interval: Interval?
    let meanInterval: Interval?

    init(_ distribution: Distribution) {
      count = distribution.count
      mean = distribution.mean
      quantiles = (0...200).map { distribution.quantile(Double($0) / 200) }
      interval = distribution.interval(of: 0.95)
      meanInterval = distribution.meanInterval
    }
  }

  @Test func memoryStaysFlat() {
    // Values span 31 powers of two; at most 512 different values are kept for each power.
    var all = Distribution([])
    var random = RandomStream(seed: 5, run: 0, name: "flat")
    for _ in 0..<20 {
      all = Distribution(merging: [all, Distribution((0..<10_000).map { _ in 1 / (random.unit() + 1e-9) })])
    }
    #expect(all.count == 200_000)
    #expect(all.keptValues <= 512 * 31)
  }

  @Test func nothingHasNoFigures() {
    let none = Distribution([])
    #expect(none.p50 == nil && none.mean == nil && none.interval(of: 0.5) == nil && none.meanInterval == nil)
    #expect(Distribution([3]).meanInterval == nil)
    #expect(Distribution([3]).interval(of: 0.5) == Interval(low: nil, high: nil))
  }
}

/// The confidence intervals of figures.
@Suite struct IntervalTests {
  /// Ranks from the tables of the binomial distribution: R's qbinom(0.025, n, p) and qbinom(0.975, n, p) + 1.
  @Test(arguments: [
    (count: 10, share: 0.5, low: 2, high: 9), (100, 0.5, 40, 61), (1_000, 0.5, 469, 532),
    (2_000, 0.95, 1_880, 1_920),
  ])
  func ranksAreThoseOfTheBinomial(_ example: (count: Int, share: Double, low: Int, high: Int)) {
    let ranks = QuantileRanks(example.share, count: example.count)
    #expect(ranks.low == example.low)
    #expect(ranks.high == example.high)
  }

  @Test func farQuantilesOfFewValuesHaveNoBound() {
    #expect(QuantileRanks(0.99, count: 20).high == nil)
    #expect(QuantileRanks(0.99, count: 20).low != nil)
    #expect(QuantileRanks(0.5, count: 1) == QuantileRanks(0.5, count: 2))
  }

  /// 95 % intervals contain the true quantile in at least 95 of 100 cases; 300 draws show this to 4.4 standard errors.
  @Test(arguments: [0.05, 0.5, 0.9, 0.95, 0.99])
  func quantileIntervalsCover(_ share: Double) {
    let draws = 300
    var held = 0
    for draw in 0..<draws {
      var random = RandomStream(seed: 11, run: draw, name: "cover")
      let interval = Distribution((0..<500).map { _ in random.unit() }).interval(of: share)
      if (interval?.low ?? 0) <= share, (interval?.high ?? 1) >= share { held += 1 }
    }
    let error = (0.95 * 0.05 / Double(draws)).squareRoot()
    // A correct interval fails this expectation once in 100,000 times.
    #expect(Double(held) / Double(draws) > 0.95 - 4.4 * error)
    #expect(held < draws)
  }

  @Test func meanIntervalsCover() {
    let draws = 400
    var held = 0
    for draw in 0..<draws {
      var random = RandomStream(seed: 12, run: draw, name: "cover")
      let values = (0..<500).map { _ in random.unit() }
      let interval = Distribution(values).meanInterval
      var mean = Mean()
      for value in values { mean.add(value) }
      #expect(abs((interval?.low ?? 0) - (mean.interval?.low ?? 1)) < 1e-9)
      if let low = interval?.low, let high = interval?.high, low <= 0.5, high >= 0.5 { held += 1 }
    }
    let error = (0.95 * 0.05 / Double(draws)).squareRoot()
    #expect(abs(Double(held) / Double(draws) - 0.95) < 4.4 * error)
  }

  /// The mean of parts that are merged in order equals the mean of all values.
  @Test func meansMerge() {
    var random = RandomStream(seed: 13, run: 0, name: "mean")
    let values = (0..<1_000).map { _ in random.unit() * 1e9 }
    var all = Mean()
    for value in values { all.add(value) }
    var merged = Mean()
    for start in stride(from: 0, to: values.count, by: 77) {
      var part = Mean()
      for value in values[start..<min(start + 77, values.count)] { part.add(value) }
      merged.add(part)
    }
    #expect(abs(merged.value - all.value) < 1e-3)
    #expect(abs((merged.standardError ?? 0) - (all.standardError ?? 1)) < 1e-3)
  }

  @Test func sumsAreTheSameInAnyOrder() {
    let values = [1e18, 0.1, 1e-3, 3e12, 0.7, 1e18, 12_345.678_9]
    var sums: Set<FixedSum> = []
    for shift in values.indices {
      var sum = FixedSum()
      for value in values[shift...] + values[..<shift] { sum.add(value) }
      sums.insert(sum)
    }
    #expect(sums.count == 1)
    #expect(sums.first?.value == 2_000_003_000_000_012_346.479_9)
  }
}
