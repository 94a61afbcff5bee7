// The resume rate limiter: the batches that it holds, and the reset of its delay.
extension Simulation {
  /// Releases a batch that the limiter holds.
  mutating func open(_ index: Int) {
    guard daemon.batches[index].isHeld else { return }
    daemon.open(index)
    jobs[daemon.batches[index].job].endHold(at: now)
    findNetwork(for: index)
  }

  /// Handles a resume of the app while batches are held: the batches may have to wait for the new delay.
  mutating func holdLonger() {
    daemon.limiterEffects.hasResumedDuringHold = true
    guard daemon.limiter.rules.movesHeldTasks else { return }
    for index in daemon.batches.indices where daemon.batches[index].isHeld {
      let created = daemon.batches[index].created
      // The event for the earlier time is now outdated; `dropOutdatedEvents()` schedules the next event in its place.
      let opening = daemon.limiter.opening(forTaskCreatedAt: created, inForeground: false)
      daemon.setOpening(opening, of: index)
      if isTraced { recordHeldLonger(index) }
    }
  }

  /// Handles the release of batches by the limiter.
  mutating func endHold() {
    if daemon.limiter.delay > 0 { daemon.limiterEffects.hasReleasedDuringDelay = true }
    daemon.limiter.endHold(at: now)
  }

  /// Resets the delay if it has passed and no batch is held.
  @inline(__always)
  mutating func resetIfIdle() {
    guard daemon.limiter.delayEnd <= now, daemon.heldBatches == 0 else { return }
    let isRunning = daemon.openBatches > 0
    if isRunning { daemon.limiterEffects.hasRunDuringReset = true }
    let delay = daemon.limiter.delay
    if daemon.limiter.reset(whileRunning: isRunning), isTraced { record(.delayForgotten(delay: delay)) }
  }

  /// The time at which the delay is reset, or `next` if `next` is earlier.
  @inline(__always)
  mutating func resetTime(before next: Instant) -> Instant {
    guard daemon.heldBatches == 0 else { return next }
    let time = max(now, daemon.limiter.delayEnd)
    guard time < next else { return next }
    guard daemon.openBatches > 0 else { return time }
    daemon.limiterEffects.hasRunDuringReset = true
    return daemon.limiter.rules.resetNeedsIdleness ? next : time
  }
}
