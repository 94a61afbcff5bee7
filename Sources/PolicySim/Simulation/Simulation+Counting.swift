// The end of carrying transfers: once all figures of transfers are known, a run no longer has to carry them.
extension Simulation {
  /// Stops carrying transfers if this changes no figure, because only tasks and pushes still count.
  mutating func stopTransfersIfCounted() {
    guard stopsTransfers, !hasStoppedTransfers, now >= model.lastStart, app.unstarted == 0,
      model.settings.limiter.holdsNewTasks,
      line.owesNothing(at: now, { [jobs] in jobs[$0].isMeasured }), !mayResumeRestoreRequests()
    else { return }
    hasStoppedTransfers = true
    events.removeTransferEvents()
    app.stopTransfers(model)
    daemon.stopTransfers(model)
    line.stopTransfers()
  }

  /// Whether a resume for a session may restore a task's request that a reboot has lost.
  private mutating func mayResumeRestoreRequests() -> Bool {
    model.launches.tasks.contains { $0.kind == .processing }
      && (device.nextReboot <= model.span || scheduler.tasks.contains { $0.isLost })
  }
}
