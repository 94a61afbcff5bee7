internal import PolicyModel

/// Designs of one policy against each other, with the values of the model and in the same draws of uncertain parameters.
///
/// The better design delivers more items valid and on time; next, it is done sooner; next, it launches the app less and takes
/// less energy. Small differences are none.
package struct DesignComparison: Sendable {
  /// The index of the best design.
  package let best: Int
  /// The index of the best of the others that may be chosen and differ from it; `nil` if there is none.
  package let rival: Int?
  /// For each design, the index of the first one that has the same results in every run.
  package let originals: [Int]
  /// The share of draws in which each design is as good as any other that may be chosen, from 0 to 1; empty without draws.
  package let bestShares: [Double]
  /// The shares of draws in which the best design is better and worse than its rival; `nil` without draws.
  package let againstRival: (better: Double, worse: Double)?
  /// The parameters that decide whether the rival is better, the largest share first; none within the noise.
  package let causes: [Prediction.Cause]

  /// Compares two designs or more, of which some may be chosen; `nil` if none may.
  package init?(_ designs: [PairedEstimate], allowed: [Int]) {
    let affected = Self.affectedTransfers(designs)
    let own = designs.map { DesignScore($0, affected) }
    // Of equal ones, the first stays in front.
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

  /// The indices of the transfers whose completion differs between the designs; all of them if none does.
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

  /// The share of items, and the relative difference of another figure, that count.
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

  /// Whether it is better by more than a small difference in the first figure that differs.
  func isBetter(than other: DesignScore) -> Bool {
    if abs(delivered - other.delivered) > Self.leastShare { return delivered > other.delivered }
    for cost in Self.costs where Self.differ(self[keyPath: cost], other[keyPath: cost]) {
      return self[keyPath: cost] < other[keyPath: cost]
    }
    return false
  }

  /// The figures of which less is better, the more important first.
  private static let costs: [any KeyPath<DesignScore, Double> & Sendable] = [
    \.late, \.usual, \.launchesPerDay, \.energyPerDay,
  ]

  /// Whether two figures that may be infinite differ by more than a small ratio.
  private static func differ(_ one: Double, _ other: Double) -> Bool {
    one.isInfinite != other.isInfinite || abs(one - other) > leastRatio * max(one, other)
  }
}
