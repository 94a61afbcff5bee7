/// The comparison of two designs draw by draw.
struct Duel {
  private let scores: [(best: DesignScore, rival: DesignScore)]
  /// 1 for a draw in which the best design is better, -1 for a draw in which the rival is better, 0 otherwise.
  private let signs: [Double]
  private let split: Split?
  /// The parameters that decide which design is better.
  let causes: [Prediction.Cause]

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
  enum Result: Hashable {
    /// The best design is better, the rival is better, no design is better in enough draws, or each design is better in many draws.
    case best, rival, equal, mixed

    /// The least share of draws in which a design has to be better to be chosen.
    private static let leastWins = 0.2
    /// A design has to be better more than this many times as often as the other design.
    private static let leastRatio = 2

    /// The result of a number of draws. `won` and `lost` are the numbers of draws in which the best design is better and worse.
    init(won: Int, lost: Int, of draws: Int) {
      let least = Self.leastWins * Double(draws)
      if Double(max(won, lost)) < least {
        self = .equal
      } else if won > Self.leastRatio * lost {
        self = .best
      } else {
        self = lost > Self.leastRatio * won ? .rival : .mixed
      }
    }
  }

  private func result(_ draws: [Int]) -> Result {
    Result(won: draws.count { signs[$0] > 0 }, lost: draws.count { signs[$0] < 0 }, of: draws.count)
  }

  /// The results on both sides of the threshold, or the result of all draws if there is no threshold, or if the designs are about
  /// equal in all draws together.
  private var results: [Result] {
    let all = result(Array(signs.indices))
    guard let split, !(all == .equal && isSmall) else { return [all] }
    return [result(split.below), result(split.above)]
  }

  /// Whether the designs deliver about the same share of items, counting the draws in which either delivers more.
  private var isSmall: Bool { max(delivery.lost, delivery.gained) <= DesignScore.leastShare }

  /// Whether the rival is better wherever one of the designs is better.
  var isLost: Bool { results.contains(.rival) && results.allSatisfy { $0 == .rival || $0 == .equal } }

  /// The average share of items that the rival delivers in addition, and the average share that the rival fails to deliver.
  private var delivery: (lost: Double, gained: Double) {
    let differences = scores.map { $0.best.delivered - $0.rival.delivered }
    let count = Double(max(1, differences.count))
    return (
      differences.reduce(0) { $0 + max(0, -$1) } / count, differences.reduce(0) { $0 + max(0, $1) } / count
    )
  }

  /// The recommendation about the best design and its rival.
  func recommendation(
    _ best: Int, against rival: Int
  ) -> DesignComparison.Recommendation {
    let results = results
    if results.allSatisfy({ $0 == .equal }) { return isSmall ? .equal : .open }
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
