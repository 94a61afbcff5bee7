internal import PolicyModel

/// The shares of draws in which a change makes a figure better and worse; both policies have the same draws of uncertain
/// parameters.
package struct DrawShares: Hashable, Sendable {
  /// The share of draws in which the figure is better after the change, from 0 to 1.
  package let better: Double
  /// The share of draws in which the figure is worse after the change, from 0 to 1.
  package let worse: Double

  /// The smallest relative difference that counts.
  private static let leastDifference = 0.001

  /// Compares a figure draw by draw; `nil` without draws, and for tasks and pushes, because draws have no figures of tasks and pushes.
  init?(
    _ figure: FigureStatistic, of subject: ComparedFigure.Subject,
    before: PairedEstimate, after: PairedEstimate
  ) {
    guard !before.draws.isEmpty, before.draws.count == after.draws.count else { return nil }
    var (more, less) = (0, 0)
    for (old, new) in zip(before.draws, after.draws) {
      guard let old = Self.value(figure, of: subject, old, before.results),
        let new = Self.value(figure, of: subject, new, after.results)
      else { return nil }
      guard
        abs(new - old) > Self.leastDifference * max(abs(new), abs(old)) || new.isInfinite != old.isInfinite
      else { continue }
      if new > old { more += 1 } else { less += 1 }
    }
    let count = Double(before.draws.count)
    better = Double(figure.figure.prefersMore ? more : less) / count
    worse = Double(figure.figure.prefersMore ? less : more) / count
  }

  /// A figure in the runs of a draw.
  private static func value(
    _ figure: FigureStatistic, of subject: ComparedFigure.Subject, _ runs: [RunFigures],
    _ results: PairedRunResults
  ) -> Double? {
    switch subject {
    case .task, .push: return nil
    case .total: return runs.mean { $0.sum(of: figure.figure) }
    case .transfer(let name):
      guard let index = results.transfers.firstIndex(where: { $0.name == name }) else { return nil }
      guard let share = figure.statistic.share else { return runs.mean { $0[figure.figure, index] } }
      let values = Distribution(groups: runs.map { $0.values(of: figure.figure, index) })
      return values.count > 0 ? values.quantile(share) ?? .infinity : nil
    }
  }
}
