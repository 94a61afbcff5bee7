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
  /// What follows from the comparison of the best design with its rival.
  package let recommendation: Recommendation

  /// What follows from a comparison.
  package enum Recommendation: Sendable {
    /// The best design is the one to choose: on either side of the parameter that decides most, it is better or as good.
    case choose
    /// The designs are about equal; no change is worth its effort.
    case equal
    /// Other designs are better on the two sides of a parameter's threshold.
    case measureFirst(Sides)
    /// Either design may be better, or the worse cases are much worse, and no single parameter decides.
    case open
  }

  /// The results on the two sides of a parameter's threshold.
  package struct Sides: Sendable {
    /// The parameter and its threshold.
    package let split: Split
    /// The results with smaller values, or with another word.
    package let below: Side
    /// The results with the threshold and greater values, or with the threshold's word.
    package let above: Side
  }

  /// The results of the best design and of its rival with the values on one side of a threshold.
  package struct Side: Sendable {
    /// The index of the better design.
    package let winner: Int
    /// The index of the other design.
    package let loser: Int
    /// The share of the side's draws in which the better design is better, from 0 to 1.
    package let winShare: Double
    /// The figures of the better design and of the other design.
    package let figures: (winner: SideFigures, loser: SideFigures)

    /// Whether the designs differ in the share of items that arrive valid and on time.
    package var differsInDelivery: Bool {
      abs(figures.winner.delivered - figures.loser.delivered) > DesignScore.leastShare
    }
    /// Whether the designs differ in the time by which 95 % is done.
    package var differsInLateness: Bool {
      DesignScore.differ(figures.winner.late ?? .infinity, figures.loser.late ?? .infinity, \.late)
    }
    /// Whether the designs differ in the launches a day.
    package var differsInLaunches: Bool {
      DesignScore.differ(figures.winner.launchesPerDay, figures.loser.launchesPerDay, \.launchesPerDay)
    }
  }

  /// The figures of a design on one side of a threshold.
  package struct SideFigures: Sendable {
    /// The mean share of items that arrive valid and on time, from 0 to 1.
    package let delivered: Double
    /// The median over the draws of the time in seconds by which 95 % is done, as a sum over the transfers that the designs
    /// change; `nil` if half of the draws never come so far.
    package let late: Double?
    /// The mean launches of the app a day.
    package let launchesPerDay: Double
  }

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
    let originals = designs.indices.map { design in
      designs.indices.first { Self.areSame(designs[$0], designs[design]) } ?? design
    }
    self.originals = originals
    let rival = ranking.first { originals[$0] != originals[best] }
    let draws = designs.map(\.draws)
    guard let count = draws.first?.count, count > 0, draws.allSatisfy({ $0.count == count }) else {
      bestShares = []
      againstRival = nil
      causes = []
      (self.best, self.rival) = (best, rival)
      let isBetter = rival.map { own[best].isBetter(than: own[$0]) } ?? true
      recommendation = isBetter ? .choose : .equal
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
      (self.best, self.rival) = (best, nil)
      recommendation = .choose
      return
    }
    let duel = Duel(scores.map { ($0[best], $0[rival]) }, designs[best].estimate.prediction)
    (self.best, self.rival) = duel.isLost ? (rival, best) : (best, rival)
    againstRival = duel.isLost ? (duel.worse, duel.better) : (duel.better, duel.worse)
    causes = duel.causes
    recommendation = duel.recommendation(best, against: rival)
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

  /// The figures of which less is better, the most important first, each with the least difference that anybody notices: seconds,
  /// launches a day, and joules a day.
  private static let costs: [Cost] = [
    (\.late, 10), (\.usual, 10), (\.launchesPerDay, 0.1), (\.energyPerDay, 5),
  ]

  /// Whether two values of a figure, which may be infinite, differ by more than a small ratio, and by more than the least difference
  /// that anybody notices.
  static func differ(_ one: Double, _ other: Double, _ figure: KeyPath<DesignScore, Double>) -> Bool {
    let least = costs.first { $0.figure == figure }?.least ?? 0
    return one.isInfinite != other.isInfinite || abs(one - other) > max(least, leastRatio * max(one, other))
  }
}

/// The comparison of two designs draw by draw.
private struct Duel {
  private let scores: [(best: DesignScore, rival: DesignScore)]
  /// 1 for a draw in which the best design is better, -1 for a draw in which the rival is better, 0 otherwise.
  private let signs: [Double]
  private let split: Split?
  /// The parameters that decide which design is better.
  let causes: [Prediction.Cause]

  /// A side is won by the design that is better in at least this share of its draws, and twice as often as the other design.
  private static let leastWins = 0.2
  private static let leastRatio = 2

  init(_ scores: [(DesignScore, DesignScore)], _ prediction: Prediction?) {
    self.scores = scores.map { (best: $0.0, rival: $0.1) }
    signs = scores.map { $0.isBetter(than: $1) ? 1 : $1.isBetter(than: $0) ? -1 : 0 }
    split = prediction?.split(of: signs)
    causes = prediction?.causes(of: signs) ?? []
  }

  var better: Double { share(1, Array(signs.indices)) }
  var worse: Double { share(-1, Array(signs.indices)) }

  private func share(_ sign: Double, _ draws: [Int]) -> Double {
    Double(draws.count { signs[$0] == sign }) / Double(max(1, draws.count))
  }

  /// The result of some draws.
  private enum Result {
    case best, rival, equal, mixed
  }

  private func result(_ draws: [Int]) -> Result {
    let (won, lost) = (draws.count { signs[$0] > 0 }, draws.count { signs[$0] < 0 })
    let least = Int(Self.leastWins * Double(draws.count))
    if won + lost < least { return .equal }
    if won > Self.leastRatio * lost { return .best }
    return lost > Self.leastRatio * won ? .rival : .mixed
  }

  /// The results on both sides of the threshold, or of all draws.
  private var results: [Result] {
    split.map { [result($0.below), result($0.above)] } ?? [result(Array(signs.indices))]
  }

  /// Whether the rival is better wherever one of the designs is better.
  var isLost: Bool { results.contains(.rival) && results.allSatisfy { $0 == .rival || $0 == .equal } }

  /// The share of items that the rival delivers more, and the share that it delivers less, on average over the draws.
  private var delivery: (lost: Double, gained: Double) {
    let differences = scores.map { $0.best.delivered - $0.rival.delivered }
    let count = Double(max(1, differences.count))
    return (
      differences.reduce(0) { $0 + max(0, -$1) } / count, differences.reduce(0) { $0 + max(0, $1) } / count
    )
  }

  /// What follows for the best design and its rival.
  func recommendation(
    _ best: Int, against rival: Int
  ) -> DesignComparison.Recommendation {
    let results = results
    if results.allSatisfy({ $0 == .equal }) { return .equal }
    if let split, results.contains(.best), results.contains(.rival) {
      return .measureFirst(
        DesignComparison.Sides(
          split: split, below: side(split.below, results[0], best, rival),
          above: side(split.above, results[1], best, rival)))
    }
    guard !results.contains(.mixed) else { return .open }
    let delivery = isLost ? (lost: delivery.gained, gained: delivery.lost) : delivery
    return delivery.lost > delivery.gained + DesignScore.leastShare ? .open : .choose
  }

  private func side(
    _ draws: [Int], _ result: Result, _ best: Int, _ rival: Int
  ) -> DesignComparison.Side {
    let figures = [draws.map { scores[$0].best }, draws.map { scores[$0].rival }].map(Self.figures)
    return result == .rival
      ? DesignComparison.Side(
        winner: rival, loser: best, winShare: share(-1, draws), figures: (figures[1], figures[0]))
      : DesignComparison.Side(
        winner: best, loser: rival, winShare: share(1, draws), figures: (figures[0], figures[1]))
  }

  private static func figures(_ scores: [DesignScore]) -> DesignComparison.SideFigures {
    func mean(_ figure: KeyPath<DesignScore, Double>) -> Double {
      scores.reduce(0) { $0 + $1[keyPath: figure] } / Double(max(1, scores.count))
    }
    return DesignComparison.SideFigures(
      delivered: mean(\.delivered), late: Distribution(scores.map(\.late)).p50,
      launchesPerDay: mean(\.launchesPerDay))
  }
}
