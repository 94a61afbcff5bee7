/// Recurring discretionary work that has more bytes a day than the daily budgets allow.
struct ByteBudgetExcess {
  /// The bytes a day of all recurring discretionary work.
  let offered: Double
  /// The bytes a day that the budgets allow.
  let allowed: Double

  /// `nil` if the budgets suffice.
  init?(of transfers: [PlannedTransfer], in sessions: [PlannedSession], _ settings: ModelSettings) {
    let rivals = transfers.filter { sessions[$0.session].isDiscretionary }
    offered = rivals.reduce(0) { $0 + $1.bytesPerDay }
    let cellular = rivals.contains(where: \.usesCellular) ? settings.cellularBudget : 0
    allowed = settings.wifiBudget + cellular
    guard offered > allowed else { return nil }
  }

  /// Divides the allowed bytes among the recurring discretionary transfers, in proportion to the bytes that come up.
  func limit(_ transfers: inout [PlannedTransfer], in sessions: [PlannedSession]) {
    for index in transfers.indices
    where sessions[transfers[index].session].isDiscretionary && transfers[index].bytesPerDay > 0 {
      transfers[index].mostBytesPerDay = transfers[index].bytesPerDay * allowed / offered
    }
  }
}

extension PlannedTransfer {
  /// The number of times a day that the work comes up; `nil` if the work comes up only once, or does not come up by itself.
  var timesPerDay: Double? {
    guard window != nil, !comesUpWithStart, let period else { return nil }
    return Double(DailyPattern.day) / Double(max(1, period))
  }

  /// The average bytes of an item.
  var meanSize: Double { (size.lowerBound + size.upperBound) / 2 }

  /// The average bytes a day that come up; 0 if the work comes up only once, or does not come up by itself.
  fileprivate var bytesPerDay: Double { (timesPerDay ?? 0) * meanSize * Double(count) }
}
