// What a run need no longer do when everything that is counted of its transfers is over.
extension Simulation {
  /// Stops to carry transfers where that changes no figure any more: tasks and pushes alone are counted from here on.
  mutating func stopTransfersIfCounted() {
    guard stopsTransfers, !hasStoppedTransfers, unstarted == 0, plan.settings.limiter.era == .ios8,
      wifiRadio.owesNothing(at: now, isCounted), cellularRadio.owesNothing(at: now, isCounted),
      !mayResumeRestoreRequests
    else { return }
    hasStoppedTransfers = true
    laterCounts = Pool(repeating: 0, count: plan.entries.count)
    timers.removeAll { $0.kind.rawValue <= Timer.Kind.opening.rawValue || $0.kind == .work }
    groups.removeAll()
    freeGroups.removeAll()
    (heldGroups, openGroups) = (0, 0)
    items.removeAll()
    pausedItems.removeAll()
    failedItems.removeAll()
    submissions.removeAll()
    sessions = Pool(repeating: SessionState(), count: plan.sessions.count)
    queues = plan.sessions.map { _ in SessionQueue() }
    limiter = ResumeLimiter(plan.settings.limiter)
    wifiBudget = ByteBudget(limit: .infinity)
    cellularBudget = ByteBudget(limit: .infinity)
    isWireStale = false
    areNetworksStale = false
  }

  private func isCounted(_ occurrence: Int) -> Bool { occurrences[occurrence].isMeasured }

  /// Whether a resume for a session may bring back the request of a task that was lost at a reboot.
  private var mayResumeRestoreRequests: Bool {
    plan.launches.tasks.contains { $0.kind == .processing }
      && (device.nextReboot <= plan.span || tasks.contains { $0.isLost })
  }
}
