// The progress of the items that are being transferred.
//
// Some of these functions are mutating although they change nothing: otherwise the compiler would copy the whole run.
extension Simulation {
  /// The time of the next event of an item or budget.
  @inline(__always)
  mutating func nextItemEvent() -> Instant { line.nextEvent(at: now, daemon.batches) }

  /// Transfers items up to a time; no other event may happen before this time.
  @inline(__always)
  mutating func advance(to time: Instant) {
    if isTraced { recordAppStops(before: time) }
    let span = time - now
    if span > 0, !line.items.isEmpty { transferItems(for: span) }
    now = time
    refreshBudgets()
  }

  private mutating func transferItems(for span: Int64) {
    refreshBudgets()
    line.transfer(from: now, for: span, batches: daemon.batches, model: model, jobs: &jobs)
    noticeSpentBudgets(at: now + span)
  }

  @inline(__always)
  private mutating func refreshBudgets() {
    line.refreshBudgets(at: now)
    noticeSpentBudgets(at: now)
  }

  @inline(__always)
  private mutating func noticeSpentBudgets(at time: Instant) {
    guard let spent = line.noticeSpentBudgets() else { return }
    if isTraced {
      if spent.wifi { record(.budgetSpent(network: "Wi-Fi"), at: time) }
      if spent.cellular { record(.budgetSpent(network: "cellular"), at: time) }
    }
    daemon.markNetworksStale()
  }
}
