internal import PolicyModel

/// The figures by which designs are compared.
struct DesignScore {
  /// The mean share of items that arrive valid and on time.
  let delivered: Double
  /// The sums of the transfers' p95 and p50 in seconds, which may be infinite.
  let late: Double
  let usual: Double
  let launchesPerDay: Double
  let energyPerDay: Double

  /// The least difference in the share of items, and the least relative difference of any other figure, that count.
  static let leastShare = 0.005
  private static let leastRatio = 0.05

  init(_ paired: PairedEstimate, _ transfers: [Int]) {
    let shares = transfers.map { index -> Double in
      let runs = paired.results.transfers[index][.validAndOnTimeShare]
      return runs.reduce(0, +) / Double(max(1, runs.count))
    }
    delivered = shares.reduce(0, +) / Double(max(1, shares.count))
    let completions = transfers.map { paired.estimate.transfers[$0].completion }
    late = Self.sum(completions, \.p95)
    usual = Self.sum(completions, \.p50)
    launchesPerDay = paired.estimate.launchesPerDay.mean ?? 0
    energyPerDay = paired.estimate.totals[.energyPerDay].value
  }

  init(_ runs: [RunFigures], _ transfers: [Int]) {
    delivered = runs.mean { run in
      transfers.reduce(0) { $0 + run[.validAndOnTimeShare, $1] } / Double(max(1, transfers.count))
    }
    let completions = transfers.map { index in
      Distribution(groups: runs.map { $0.completions[index] })
    }
    late = Self.sum(completions, \.p95)
    usual = Self.sum(completions, \.p50)
    launchesPerDay = runs.mean { $0.sum(of: .launchesPerDay) }
    energyPerDay = runs.mean { $0.sum(of: .energyPerDay) }
  }

  private static func sum(_ completions: [Distribution], _ quantile: (Distribution) -> Double?) -> Double {
    completions.filter { $0.count > 0 }.reduce(0) { $0 + (quantile($1) ?? .infinity) }
  }

  /// Whether this design is better in the first figure in which the designs differ by more than a small difference.
  func isBetter(than other: DesignScore) -> Bool {
    if abs(delivered - other.delivered) > Self.leastShare { return delivered > other.delivered }
    for cost in Self.costs
    where Self.differ(self[keyPath: cost.figure], other[keyPath: cost.figure], cost.figure) {
      return self[keyPath: cost.figure] < other[keyPath: cost.figure]
    }
    return false
  }

  private typealias Cost = (figure: any KeyPath<DesignScore, Double> & Sendable, least: Double)

  /// The figures for which smaller values are better, the most important figure first, each with the least noticeable difference: in
  /// seconds, launches a day, and joules a day.
  private static let costs: [Cost] = [
    (\.late, 10), (\.usual, 10), (\.launchesPerDay, 0.1), (\.energyPerDay, 5),
  ]

  /// Whether two values of a figure, which may be infinite, differ by more than a small ratio, and by more than the least noticeable
  /// difference.
  static func differ(_ one: Double, _ other: Double, _ figure: KeyPath<DesignScore, Double>) -> Bool {
    let least = costs.first { $0.figure == figure }?.least ?? 0
    return one.isInfinite != other.isInfinite || abs(one - other) > max(least, leastRatio * max(one, other))
  }
}
