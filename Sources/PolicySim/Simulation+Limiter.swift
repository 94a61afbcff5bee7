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

  mutating func lapse() {
    guard limiter.lapse <= now, heldGroups == 0 else { return }
    let delay = limiter.delay
    if limiter.lapse(whileRunning: openGroups > 0), isTraced { tell(.delayForgotten(delay: delay)) }
  }

  /// Whether the reading of the rule forbids the delay to lapse now.
  var isLapseBlocked: Bool { limiter.rules.lapse == .idle && openGroups > 0 }
}
