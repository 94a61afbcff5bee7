// The end of everything that is counted of transfers, after which they need not be carried.
extension Simulation {
  /// Stops carrying transfers if that changes no figure, because only tasks and pushes are still counted.
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

  /// Whether a resume for a session may restore the request of a task that was lost in a reboot.
  private mutating func mayResumeRestoreRequests() -> Bool {
    model.launches.tasks.contains { $0.kind == .processing }
      && (device.nextReboot <= model.span || scheduler.tasks.contains { $0.isLost })
  }
}
