internal import PlatformFacts

// What a run need no longer do when everything that is counted of its transfers is over.
extension Simulation {
  /// Stops to carry transfers where that changes no figure any more: tasks and pushes alone are counted from here on.
  mutating func stopTransfersIfCounted() {
    guard stopsTransfers, !hasStoppedTransfers, unstarted == 0, model.settings.limiter.era == .ios8,
      wifiRadio.owesNothing(at: now, isCounted), cellularRadio.owesNothing(at: now, isCounted),
      !mayResumeRestoreRequests
    else { return }
    hasStoppedTransfers = true
    laterCounts = RunBuffer(repeating: 0, count: model.transfers.count)
    events.removeAll { $0.kind.rawValue <= Event.Kind.opening.rawValue || $0.kind == .work }
    batches.removeAll()
    freeBatches.removeAll()
    (heldBatches, openBatches) = (0, 0)
    items.removeAll()
    pausedItems.removeAll()
    failedItems.removeAll()
    submissions.removeAll()
    sessions = RunBuffer(repeating: SessionState(), count: model.sessions.count)
    queues = model.sessions.map { _ in SessionQueue() }
    limiter = ResumeLimiter(model.settings.limiter)
    wifiBudget = ByteBudget(limit: .infinity)
    cellularBudget = ByteBudget(limit: .infinity)
    isWireStale = false
    areNetworksStale = false
  }

  private func isCounted(_ job: Int) -> Bool { jobs[job].isMeasured }

  /// Whether a resume for a session may bring back the request of a task that was lost at a reboot.
  private var mayResumeRestoreRequests: Bool {
    model.launches.tasks.contains { $0.kind == .processing }
      && (device.nextReboot <= model.span || tasks.contains { $0.isLost })
  }
}
