// What the limiter holds, and when it forgets its delay.
extension Simulation {
  /// Lets a group go.
  mutating func open(_ index: Int) {
    guard groups[index].isHeld else { return }
    groups[index].isHeld = false
    heldGroups -= 1
    openGroups += 1
    occurrences[groups[index].occurrence].addHold(from: groups[index].created, to: now)
    findNetwork(for: index)
  }

  /// What was held is let go.
  mutating func release() {
    if limiter.delay > 0 { lapseChoices.matterAtRelease = true }
    limiter.release(at: now)
  }

  @inline(__always)
  mutating func lapse() {
    guard limiter.lapse <= now, heldGroups == 0 else { return }
    if openGroups > 0 { lapseChoices.matterWhileRunning = true }
    let delay = limiter.delay
    if limiter.lapse(whileRunning: openGroups > 0), isTraced { tell(.delayForgotten(delay: delay)) }
  }

  /// When the delay is forgotten, where nothing else happens before `next`.
  @inline(__always)
  mutating func lapse(before next: Instant) -> Instant {
    guard heldGroups == 0 else { return next }
    let lapse = max(now, limiter.lapse)
    guard lapse < next else { return next }
    guard openGroups > 0 else { return lapse }
    lapseChoices.matterWhileRunning = true
    return limiter.rules.lapse == .idle ? next : lapse
  }
}

/// What the reading of when the delay is forgotten has decided in a run.
struct LapseChoices: Sendable {
  /// The run's own reading.
  let own: ResumeLimiter.Lapse
  /// Whether something ran when the delay could lapse, which is where `idle` is another reading than the two others.
  var matterWhileRunning = false
  /// Whether something was let go while there was a delay, which is where `literal` is another one.
  var matterAtRelease = false

  /// Whether the run would have gone another way under a reading.
  func decide(against reading: ResumeLimiter.Lapse) -> Bool {
    guard reading != own else { return false }
    return (matterWhileRunning && (own == .idle || reading == .idle))
      || (matterAtRelease && (own == .literal || reading == .literal))
  }
}
