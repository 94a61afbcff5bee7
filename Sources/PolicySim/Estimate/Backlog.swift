internal import Quantities

/// Work of a transfer that comes up faster than it completes.
package struct Backlog: Hashable, Sendable {
  /// The reasons why work piles up.
  package enum Cause: Hashable, Sendable {
    /// More bytes come up a day than the daily budgets of discretionary transfers allow; both in bytes.
    case byteBudget(offered: Double, allowed: Double)
    /// In the runs, more work comes up than ends.
    case growth
  }

  /// The average bytes by which the outstanding work grows a day.
  package let bytesPerDay: Double
  /// The reason why work piles up.
  package let cause: Cause

  /// The smallest growth that counts as a backlog, as a share of the work that comes up.
  private static let leastShare = 0.05

  /// The backlog of a transfer, from the bytes that come up and from the growth of its outstanding work in the runs; `nil`
  /// if the transfer keeps up with its work.
  init?(of transfer: PlannedTransfer, growth: Mean, in model: SimulationModel) {
    guard let perDay = transfer.timesPerDay else { return nil }
    let bytes = transfer.meanSize * Double(transfer.count)
    if model.sessions[transfer.session].isDiscretionary,
      let excess = ByteBudgetExcess(of: model.transfers, in: model.sessions, model.settings)
    {
      cause = .byteBudget(offered: excess.offered, allowed: excess.allowed)
      bytesPerDay = (excess.offered - excess.allowed) * bytes * perDay / excess.offered
      return
    }
    let noise = (growth.standardError ?? 0) * NormalDistribution.quantile975
    guard growth.value > Self.leastShare * perDay, growth.value > noise else { return nil }
    cause = .growth
    bytesPerDay = growth.value * bytes
  }
}
