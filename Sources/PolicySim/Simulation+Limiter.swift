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
    if limiter.delay > 0 { dependsOnReading.literal = true }
    limiter.release(at: now)
  }

  @inline(__always)
  mutating func lapse() {
    guard limiter.lapse <= now, heldGroups == 0 else { return }
    if openGroups > 0 { dependsOnReading.idle = true }
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
    dependsOnReading.idle = true
    return limiter.rules.lapse == .idle ? next : lapse
  }

  /// Whether the run would have gone another way under a reading of when the delay is forgotten.
  func dependsOnLapse(_ reading: ResumeLimiter.Lapse) -> Bool {
    let own = limiter.rules.lapse
    switch (own, reading) {
    case (.rolling, .rolling), (.idle, .idle), (.literal, .literal): return false
    case (.rolling, .idle), (.idle, .rolling): return dependsOnReading.idle
    case (.rolling, .literal), (.literal, .rolling): return dependsOnReading.literal
    case (.idle, .literal), (.literal, .idle): return dependsOnReading.idle || dependsOnReading.literal
    }
  }
}
