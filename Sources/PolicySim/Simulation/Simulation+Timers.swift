// What was set for a later time comes.
extension Simulation {
  /// Whether what a timer was set for is no more.
  @inline(__always)
  mutating func isOutdated(_ timer: Timer) -> Bool {
    switch timer.kind {
    case .deadline, .threshold: groups[timer.index].generation != timer.generation
    case .opening: groups[timer.index].generation != timer.generation || !groups[timer.index].isHeld
    case .taskEnd: tasks[timer.index].generation != timer.generation
    case .taskChance, .push, .storedPush, .work: false
    }
  }

  /// Resource timeouts end, groups may use other networks, and the limiter lets go what it held.
  @inline(__always)
  mutating func fireGroupTimers() {
    var isReleased = false
    while let timer = timers.first, timer.time <= now, timer.kind.rawValue <= Timer.Kind.opening.rawValue {
      timers.pop()
      guard groups[timer.index].generation == timer.generation else { continue }
      switch timer.kind {
      case .deadline: timeOut(timer.index)
      case .threshold: findNetwork(for: timer.index)
      default:
        if groups[timer.index].isHeld { isReleased = true }
        open(timer.index)
      }
      if timer.kind != .deadline { setTimer(for: timer.index) }
    }
    if isReleased { release() }
  }

  /// Tasks, pushes and work come up.
  @inline(__always)
  mutating func fireLaunchTimers() {
    while let timer = timers.first, timer.time <= now {
      timers.pop()
      guard !isOutdated(timer) else { continue }
      switch timer.kind {
      case .taskEnd: taskEnds(timer.index)
      case .taskChance: taskHasChance(timer.index)
      case .push: pushArrives(timer.index)
      case .storedPush: storedPushComes()
      case .work: workComesUp(timer.index)
      case .deadline, .threshold, .opening: break
      }
    }
  }
}
