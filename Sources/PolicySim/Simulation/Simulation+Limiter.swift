internal import PlatformFacts

// What the limiter holds, and when it forgets its delay.
extension Simulation {
  /// Lets a batch go.
  mutating func open(_ index: Int) {
    guard batches[index].isHeld else { return }
    batches[index].isHeld = false
    heldBatches -= 1
    openBatches += 1
    jobs[batches[index].job].addHold(from: batches[index].created, to: now)
    findNetwork(for: index)
  }

  /// What was held is let go.
  mutating func endHold() {
    if limiter.delay > 0 { resetChoices.matterAtRelease = true }
    limiter.endHold(at: now)
  }

  @inline(__always)
  mutating func resetIfIdle() {
    guard limiter.delayEnd <= now, heldBatches == 0 else { return }
    if openBatches > 0 { resetChoices.matterWhileRunning = true }
    let delay = limiter.delay
    if limiter.reset(whileRunning: openBatches > 0), isTraced { record(.delayForgotten(delay: delay)) }
  }

  /// When the delay is forgotten, where nothing else happens before `next`.
  @inline(__always)
  mutating func resetTime(before next: Instant) -> Instant {
    guard heldBatches == 0 else { return next }
    let time = max(now, limiter.delayEnd)
    guard time < next else { return next }
    guard openBatches > 0 else { return time }
    resetChoices.matterWhileRunning = true
    return limiter.rules.delayReset == .idle ? next : time
  }
}

/// What the reading of when the delay is forgotten has decided in a run.
struct DelayResetChoices: Sendable {
  /// The run's own reading.
  let own: ResumeDelayReset
  /// Whether something ran when the delay could lapse, which is where `idle` is another reading than the two others.
  var matterWhileRunning = false
  /// Whether something was let go while there was a delay, which is where `literal` is another one.
  var matterAtRelease = false

  /// Whether the run would have gone another way under a reading.
  func decide(against reading: ResumeDelayReset) -> Bool {
    guard reading != own else { return false }
    return (matterWhileRunning && (own == .idle || reading == .idle))
      || (matterAtRelease && (own == .literal || reading == .literal))
  }
}
