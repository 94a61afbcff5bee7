// What was set for a later time comes.
extension Simulation {
  /// Whether what a event was set for is no more.
  @inline(__always)
  mutating func isOutdated(_ event: Event) -> Bool {
    switch event.kind {
    case .deadline, .threshold: batches[event.index].generation != event.generation
    case .opening: batches[event.index].generation != event.generation || !batches[event.index].isHeld
    case .taskEnd: tasks[event.index].generation != event.generation
    case .launchOpportunity, .push, .storedPush, .work: false
    }
  }

  /// Resource timeouts end, batches may use other networks, and the limiter lets go what it held.
  @inline(__always)
  mutating func fireBatchEvents() {
    var isReleased = false
    while let event = events.first, event.time <= now, event.kind.rawValue <= Event.Kind.opening.rawValue {
      events.pop()
      guard batches[event.index].generation == event.generation else { continue }
      switch event.kind {
      case .deadline: timeOut(event.index)
      case .threshold: findNetwork(for: event.index)
      default:
        if batches[event.index].isHeld { isReleased = true }
        open(event.index)
      }
      if event.kind != .deadline { scheduleEvent(for: event.index) }
    }
    if isReleased { endHold() }
  }

  /// Tasks, pushes and work come up.
  @inline(__always)
  mutating func fireLaunchEvents() {
    while let event = events.first, event.time <= now {
      events.pop()
      guard !isOutdated(event) else { continue }
      switch event.kind {
      case .taskEnd: taskEnds(event.index)
      case .launchOpportunity: launchOpportunityComes(event.index)
      case .push: pushArrives(event.index)
      case .storedPush: storedPushComes()
      case .work: releaseWhenDue(event.index)
      case .deadline, .threshold, .opening: break
      }
    }
  }
}
