internal import PolicyModel
internal import PolicySim

// Combinations of two edits.
extension Advisor {
  /// The most edits that are combined into pairs.
  private static let mostParts = 4

  /// The pairs of the edits that help most with broken budgets and lost items; empty if no budget is broken and no item is
  /// lost.
  func pairs(of trials: [Trial]) -> [AdviceCandidate] {
    let isBroken = unmet.map(\.verdict.name)
    let losesItems = before.values.transfers.contains { transfer in
      transfer[.validAndOnTimeShare].reduce(0, +) < Double(before.values.runs) * (1 - Self.leastShare)
    }
    guard !isBroken.isEmpty || losesItems else { return [] }
    let best = trials.map { (trial: $0, merit: Merit(of: $0, broken: isBroken)) }
      .filter { $0.merit.isPositive }
      .enumerated().sorted { ($1.element.merit, $0.offset) < ($0.element.merit, $1.offset) }
      .map(\.element.trial.candidate)
    var parts: [AdviceCandidate] = []
    for candidate in best where parts.count < Self.mostParts {
      // Only one edit of each kind and subject is combined, so that a pair does not set the same value twice.
      if !parts.contains(where: { $0.kind == candidate.kind && $0.subject == candidate.subject }) {
        parts.append(candidate)
      }
    }
    return parts.indices.flatMap { first in
      parts[(first + 1)...].compactMap { AdviceCandidate(parts[first], and: $0) }
    }
  }

  /// A rating of an edit by unmet goals: first the number of budgets that the edit fixes, then the share of items that it
  /// delivers in time, then the reduction of completion times.
  private struct Merit: Comparable {
    let fixed: Int
    let delivered: Double
    let closer: Double

    var isPositive: Bool { fixed > 0 || delivered > 0 || closer > 0 }

    init(of trial: Trial, broken: [String]) {
      fixed = trial.verdicts.count { $0.isKept && broken.contains($0.name) }
      delivered = trial.comparison.figures.reduce(0) { sum, figure in
        figure.figure.figure == .validAndOnTimeShare && figure.isBeyondNoise
          ? sum + (figure.difference ?? 0) : sum
      }
      closer = trial.comparison.figures.reduce(0) { sum, figure in
        figure.figure == FigureStatistic(.completion, .p95) && figure.isBeyondNoise
          ? sum - max(-1, min(1, figure.relativeDifference ?? 0)) : sum
      }
    }

    static func < (left: Self, right: Self) -> Bool {
      if left.fixed != right.fixed { return left.fixed < right.fixed }
      if left.delivered != right.delivered { return left.delivered < right.delivered }
      return left.closer < right.closer
    }
  }
}
