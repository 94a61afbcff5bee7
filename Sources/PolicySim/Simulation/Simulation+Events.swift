// The events that are known in advance.
extension Simulation {
  /// Whether an event is outdated, because its subject has ended or changed.
  @inline(__always)
  mutating func isOutdated(_ event: Event) -> Bool {
    switch event.kind {
    case .deadline, .threshold: daemon.batches[event.index].generation != event.generation
    case .opening:
      daemon.batches[event.index].generation != event.generation || !daemon.batches[event.index].isHeld
        || daemon.batches[event.index].opens != event.time
    case .taskEnd: scheduler.tasks[event.index].generation != event.generation
    case .launchOpportunity, .push, .storedPush, .work: false
    }
  }

  /// Handles the events of batches: resource timeouts, changes of the allowed networks, and releases by the limiter.
  @inline(__always)
  mutating func fireBatchEvents() {
    var isReleased = false
    while let event = events.first, event.time <= now, event.kind.isOfBatch {
      events.pop()
      guard daemon.batches[event.index].generation == event.generation else { continue }
      switch event.kind {
      case .deadline: timeOut(batch: event.index)
      case .threshold: findNetwork(for: event.index)
      default:
        guard daemon.batches[event.index].opens <= now else { break }
        if daemon.batches[event.index].isHeld { isReleased = true }
        open(event.index)
      }
      if event.kind != .deadline { scheduleEvent(for: event.index) }
    }
    if isReleased { endHold() }
  }

  /// Handles the events of tasks, pushes and recurring transfers.
  @inline(__always)
  mutating func fireLaunchEvents() {
    while let event = events.first, event.time <= now {
      events.pop()
      guard !isOutdated(event) else { continue }
      switch event.kind {
      case .taskEnd: taskEnds(event.index)
      case .launchOpportunity: launchIfPossible(event.index)
      case .push: pushArrives(event.index)
      case .storedPush: deliverStoredPushIfDue()
      case .work: releaseWhenDue(event)
      case .deadline, .threshold, .opening: break
      }
    }
  }
}
