internal import PolicyModel

/// A comparison of designs of one policy, with the values of the model and in the same draws of uncertain parameters.
///
/// The better design delivers more items valid and on time. If the designs are equal in this figure, the design that
/// completes sooner is better; next, the design that launches the app less often; next, the design that takes less energy.
/// Small differences don't count.
package struct DesignComparison: Sendable {
  /// The index of the best design.
  package let best: Int
  /// The index of the second-best design, among the designs that may be chosen and that have results different from the
  /// best; `nil` if no such design exists.
  package let rival: Int?
  /// For each design, the index of the first design that has the same results in every run.
  package let originals: [Int]
  /// The share of draws in which no design that may be chosen is better than this design, from 0 to 1, by design; 0 for a
  /// design that may not be chosen; empty without draws.
  package let bestShares: [Double]
  /// The shares of draws in which the best design is better and worse than its rival; `nil` without draws.
  package let againstRival: (better: Double, worse: Double)?
  /// The parameters that decide whether the rival is better, the largest share first, without parameters within the noise.
  package let causes: [Prediction.Cause]

  /// Compares two designs or more; `allowed` has the indices of the designs that may be chosen. `nil` if no design may be
  /// chosen.
  package init?(_ designs: [PairedEstimate], allowed: [Int]) {
    let affected = Self.affectedTransfers(designs)
    let own = designs.map { DesignScore($0, affected) }
    // Of equally good designs, the earlier one stays in front.
    var ranking: [Int] = []
    for design in allowed {
      let score = own[design]
      let next = ranking.firstIndex { score.isBetter(than: own[$0]) }
      ranking.insert(design, at: next ?? ranking.endIndex)
    }
    guard let best = ranking.first else { return nil }
    self.best = best
    let originals = designs.indices.map { design in
      designs.indices.first { Self.areSame(designs[$0], designs[design]) } ?? design
    }
    self.originals = originals
    rival = ranking.first { originals[$0] != originals[best] }
    let draws = designs.map(\.draws)
    guard let count = draws.first?.count, count > 0, draws.allSatisfy({ $0.count == count }) else {
      bestShares = []
      againstRival = nil
      causes = []
      return
    }
    let scores = (0..<count).map { draw in draws.map { DesignScore($0[draw], affected) } }
    bestShares = designs.indices.map { design in
      guard allowed.contains(design) else { return 0 }
      let wins = scores.count { scores in !allowed.contains { scores[$0].isBetter(than: scores[design]) } }
      return Double(wins) / Double(count)
    }
    guard let rival else {
      againstRival = nil
      causes = []
      return
    }
    let better = scores.count { $0[best].isBetter(than: $0[rival]) }
    let worse = scores.map { $0[rival].isBetter(than: $0[best]) }
    againstRival = (Double(better) / Double(count), Double(worse.count { $0 }) / Double(count))
    causes = designs[best].estimate.prediction?.causes(of: worse.map { $0 ? 1 : 0 }) ?? []
  }

  /// Whether two designs have the same results in every run and draw.
  private static func areSame(_ one: PairedEstimate, _ other: PairedEstimate) -> Bool {
    one.results == other.results && one.draws == other.draws
  }

  /// The indices of the transfers whose completion differs between the designs; the indices of all transfers if none
  /// differs.
  private static func affectedTransfers(_ designs: [PairedEstimate]) -> [Int] {
    let counts = designs.map(\.results.transfers.count)
    let all = Array(0..<(counts.min() ?? 0))
    guard let first = designs.first else { return all }
    let changed = all.filter { index in
      designs.contains {
        $0.results.transfers[index].completions != first.results.transfers[index].completions
      }
    }
    return changed.isEmpty ? all : changed
  }
}

/// The figures by which designs are compared.
private struct DesignScore {
  /// The mean share of items that arrive valid and on time.
  let delivered: Double
  /// The sums of the transfers' p95 and p50 in seconds, which may be infinite.
  let late: Double
  let usual: Double
  let launchesPerDay: Double
  let energyPerDay: Double

  /// The least difference in the share of items, and the least relative difference of any other figure, that count.
  private static let leastShare = 0.005
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
    for cost in Self.costs where Self.differ(self[keyPath: cost], other[keyPath: cost]) {
      return self[keyPath: cost] < other[keyPath: cost]
    }
    return false
  }

  /// The figures of which less is better, the most important first.
  private static let costs: [any KeyPath<DesignScore, Double> & Sendable] = [
    \.late, \.usual, \.launchesPerDay, \.energyPerDay,
  ]

  /// Whether two figures that may be infinite differ by more than a small ratio.
  private static func differ(_ one: Double, _ other: Double) -> Bool {
    one.isInfinite != other.isInfinite || abs(one - other) > leastRatio * max(one, other)
  }
}
