// The resume rate limiter: the batches that it holds, and the reset of its delay.
extension Simulation {
  /// Releases a batch.
  mutating func open(_ index: Int) {
    guard daemon.batches[index].isHeld else { return }
    daemon.open(index)
    jobs[daemon.batches[index].job].addHold(from: daemon.batches[index].created, to: now)
    findNetwork(for: index)
  }

  /// The limiter has released batches.
  mutating func endHold() {
    if daemon.limiter.delay > 0 { daemon.resetEffects.hasReleasedDuringDelay = true }
    daemon.limiter.endHold(at: now)
  }

  /// Resets the delay if it has passed and nothing is held.
  @inline(__always)
  mutating func resetIfIdle() {
    guard daemon.limiter.delayEnd <= now, daemon.heldBatches == 0 else { return }
    let isRunning = daemon.openBatches > 0
    if isRunning { daemon.resetEffects.hasRunDuringReset = true }
    let delay = daemon.limiter.delay
    if daemon.limiter.reset(whileRunning: isRunning), isTraced { record(.delayForgotten(delay: delay)) }
  }

  /// The time at which the delay is reset, or `next` if that is earlier.
  @inline(__always)
  mutating func resetTime(before next: Instant) -> Instant {
    guard daemon.heldBatches == 0 else { return next }
    let time = max(now, daemon.limiter.delayEnd)
    guard time < next else { return next }
    guard daemon.openBatches > 0 else { return time }
    daemon.resetEffects.hasRunDuringReset = true
    return daemon.limiter.rules.resetNeedsIdleness ? next : time
  }
}
