import FoundationBG

/// The promises of the queues, checked after each step.
extension QueueLife {
  func check() {
    guard problems.isEmpty else { return }
    for session in Self.sessions {
      let names = device.running(in: session).map { Self.name(of: $0) }.filter { items[$0]?.isWanted == true }
      if Set(names).count != names.count { problems.append("an item is with the system twice: \(names)") }
      if !device.hasEvents(session), !isLocked { noteDelivery(in: session) }
    }
    if repeats > kills { problems.append("\(repeats) ends are told again") }
    guard let current, !isLocked, !kill.isDead, let process = processes[current] else { return }
    for (index, queue) in Self.queues.enumerated() where current == "app" || queue.owner == current {
      let ids = Set(process.queued(in: queue.name))
      for id in items.keys.sorted() where items[id]?.queue == index && isOpen(id) && !ids.contains(id) {
        problems.append("\(id) is lost")
      }
      if queue.owner == current { checkPlaces(of: queue, ids) }
    }
  }

  /// Notes that the app has received the ends of a session's tasks.
  func noteDelivery(in session: String) {
    for (id, item) in items where Self.queues[item.queue].session == session {
      guard let wait = item.wait else { continue }
      items[id]?.wait = nil
      items[id]?.notBefore = device.now + wait
      items[id]?.freeSince = nil
    }
  }

  /// Checks that no item waits for longer than a minute while the session can take another item. A minute is the time after which a queue
  /// reads its files again.
  func checkPlaces(of queue: Queue, _ ids: Set<String>) {
    let tasks = device.running(in: queue.session).filter { ids.contains(Self.name(of: $0)) }
    let isFree = tasks.count { queue.limit == .max || ($0.earliestBegin ?? 0) <= 0 } < queue.limit
    let running = Set(tasks.map { Self.name(of: $0) })
    for id in ids.sorted() {
      guard let item = items[id] else { continue }
      let isDue =
        isFree && !running.contains(id) && item.wait == nil && item.notBefore <= device.now
      guard isDue, item.told == 0 else {
        items[id]?.freeSince = nil
        continue
      }
      let since = item.freeSince ?? device.now
      items[id]?.freeSince = since
      if device.now - since > 62 {
        problems.append("\(id) waits since \(since), at \(device.now), with \(running)")
      }
    }
  }

  func noteCancel(of task: SubmittedTask) {
    let id = Self.name(of: task)
    guard let item = items[id] else { return }
    if Self.queues[item.queue].owner != current {
      problems.append("\(id) is cancelled by \(current ?? "nobody")")
    }
    if item.isWanted, task.isResumed, task.earliestBegin ?? 0 <= 0 {
      problems.append("\(id) is cancelled")
    }
  }
}

/// The app's handler, which receives the ends of items and returns the items to transfer.
extension QueueLife: QueueListener {
  public nonisolated func take(_ kind: String, file: URL?, details: [String]) async {
    guard let id = details.first else { return }
    KillSwitch.shared.step("before the handler is told")
    await Task.yield()
    guard !KillSwitch.shared.isDead else { return }
    await note(id, kind)
    KillSwitch.shared.step("after the handler is told")
  }

  func note(_ id: String, _ kind: String) {
    guard let item = items[id] else { return }
    if !item.isWanted { return }
    if item.told > 0 { repeats += 1 }
    items[id]?.told += 1
    if !kind.hasPrefix("failed"), item.successes == 0 { problems.append("\(id) is told as \(kind)") }
    if kind.hasPrefix("failed"), item.successes > 0, !item.mayRepeat {
      problems.append("\(id) is told as \(kind)")
    }
  }

  struct NotNow: Error {}

  public nonisolated func file(of id: String, after advice: String?) async throws -> URL? {
    await Task.yield()
    // A process that has ended has no effect.
    if KillSwitch.shared.isDead { throw NotNow() }
    return try await answer(to: id)
  }

  func answer(to id: String) throws -> URL? {
    if isRefusing {
      // The queue may have asked for the item before the item's earliest time. The item then waits in the session.
      let time = items[id]?.notBefore ?? 0
      items[id]?.notBefore = max(time, device.now + 3_600)
      items[id]?.freeSince = nil
      throw NotNow()
    }
    guard !id.hasPrefix("unwanted") else {
      if !kill.isDead { items[id]?.isWanted = false }
      return nil
    }
    return URL(fileURLWithPath: id.hasPrefix("nofile") ? "/gone" : CommandLine.arguments[0])
  }
}
