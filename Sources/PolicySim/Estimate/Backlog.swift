internal import Quantities

/// Work of a transfer that comes up faster than it completes.
package struct Backlog: Hashable, Sendable {
  /// The reason.
  package enum Cause: Hashable, Sendable {
    /// More bytes come up a day than the daily budgets of discretionary transfers allow; both in bytes.
    case byteBudget(offered: Double, allowed: Double)
    /// In the runs, more work comes up than ends.
    case growth
  }

  /// The average bytes by which the outstanding work grows a day.
  package let bytesPerDay: Double
  /// The reason.
  package let cause: Cause

  /// The smallest growth that counts as a backlog, as a share of the work that comes up.
  private static let leastShare = 0.05

  /// The backlog of a transfer, from the bytes that come up and from the growth of its outstanding work in the runs; `nil`
  /// if the transfer keeps up with its work.
  init?(of transfer: PlannedTransfer, growth: Mean, in model: SimulationModel) {
    guard let perDay = transfer.timesPerDay else { return nil }
    let bytes = transfer.meanSize * Double(transfer.count)
    if model.sessions[transfer.session].isDiscretionary, let excess = Self.excess(of: transfer, in: model) {
      cause = .byteBudget(offered: excess.offered, allowed: excess.allowed)
      bytesPerDay = (excess.offered - excess.allowed) * bytes * perDay / excess.offered
      return
    }
    let noise = (growth.standardError ?? 0) * NormalDistribution.quantile975
    guard growth.value > Self.leastShare * perDay, growth.value > noise else { return nil }
    cause = .growth
    bytesPerDay = growth.value * bytes
  }

  /// The bytes a day of all recurring discretionary work, and the bytes that the budgets allow; `nil` if the budgets
  /// suffice.
  private static func excess(
    of transfer: PlannedTransfer, in model: SimulationModel
  ) -> (offered: Double, allowed: Double)? {
    let rivals = model.transfers.filter { model.sessions[$0.session].isDiscretionary }
    let offered = rivals.reduce(0) { $0 + ($1.timesPerDay ?? 0) * $1.meanSize * Double($1.count) }
    let cellular = rivals.contains(where: \.usesCellular) ? model.settings.cellularBudget : 0
    let allowed = model.settings.wifiBudget + cellular
    return offered > allowed ? (offered, allowed) : nil
  }
}

extension PlannedTransfer {
  /// The number of times a day that the work comes up; `nil` if the work comes up only once, or does not come up by itself.
  fileprivate var timesPerDay: Double? {
    guard window != nil, !comesUpWithStart, let period else { return nil }
    return Double(DailyPattern.day) / Double(max(1, period))
  }

  /// The average bytes of an item.
  fileprivate var meanSize: Double { (size.lowerBound + size.upperBound) / 2 }
}
