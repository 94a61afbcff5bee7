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
  /// The recommendation from the comparison of the best design with its rival.
  package let recommendation: Recommendation

  /// A recommendation about the best design and its rival.
  package enum Recommendation: Sendable {
    /// Choose the best design: on both sides of the most important parameter's threshold, it is better than its rival or about equal.
    case choose
    /// The designs are about equal; no change is worth its effort.
    case equal
    /// Measure the parameter first: one design is better below the parameter's threshold, and the other
    /// design is better above the threshold.
    case measureFirst(Sides)
    /// Either design may be better, or the worse cases are much worse, and no single parameter decides.
    case open
  }

  /// The results on the two sides of a parameter's threshold.
  package struct Sides: Sendable {
    /// The parameter and its threshold.
    package let split: Split
    /// The results of the draws in which the parameter's value is below the threshold or, for a parameter with words, is another word than
    /// the threshold.
    package let below: Side
    /// The results of the draws in which the parameter's value is at least the threshold or, for a parameter with words, equals the
    /// threshold.
    package let above: Side
  }

  /// The results of the best design and of its rival with the values on one side of a threshold.
  package struct Side: Sendable {
    /// The index of the better design.
    package let winner: Int
    /// The index of the worse design.
    package let loser: Int
    /// The share of the side's draws that the side's better design wins, from 0 to 1.
    package let winShare: Double
    /// The figures of the better design and of the worse design.
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
    /// The time in seconds by which 95 % of the work is done: the sum over the transfers that the designs change, and the median over the
    /// draws. `nil` if half of the draws never reach 95 %.
    package let late: Double?
    /// The mean launches of the app a day.
    package let launchesPerDay: Double
  }

  /// Compares two designs or more; `allowed` has the indices of the designs that may be chosen. `nil` if no design may be
  /// chosen.
  package init?(_ designs: [PairedEstimate], allowed: [Int]) {
    let affected = Self.affectedTransfers(designs)
    let own = designs.map { DesignScore($0, affected) }
    // Of equally good designs, the earlier design stays in front.
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

  /// The indices of the transfers whose completion differs between the designs; the indices of all transfers if no completion differs.
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
