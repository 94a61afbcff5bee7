internal import PolicyModel

/// An item that is over, or is asked for credentials.
struct EndedItem: Comparable, Sendable {
  /// Its transfer's index in the model.
  let transfer: Int
  /// Its place on the wire.
  let position: Int

  static func < (left: EndedItem, right: EndedItem) -> Bool {
    left.transfer != right.transfer ? left.transfer < right.transfer : left.position < right.position
  }
}

// How items end, and who hears of it.
extension Simulation {
  /// Ends what is done and asks for credentials where the server does, by rank.
  @inline(__always)
  mutating func itemsEnd() {
    ended.removeAll()
    for position in items.indices {
      guard now >= items[position].stalledUntil, items[position].untilChallenge == 0 || items[position].isOver
      else {
        continue
      }
      ended.append(EndedItem(transfer: batches[items[position].batch].transfer, position: position))
    }
    guard !ended.isEmpty else { return }
    isWireStale = true
    if ended.count > 1 { ended.sort() }
    for index in ended.indices {
      let position = ended[index].position
      if items[position].untilChallenge == 0 {
        challenge(position)
      } else if items[position].failsAt > 0 {
        takeOff(position)
        fail(items[position])
      } else {
        takeOff(position)
        finish(items[position].batch)
      }
    }
    if ended.count == 1 {
      if items[ended[0].position].isOff { items.remove(at: ended[0].position) }
    } else {
      items.removeAll { $0.isOff }
    }
  }

  /// An item leaves the wire.
  @inline(__always)
  private mutating func takeOff(_ position: Int) {
    items[position].isOff = true
    let batch = items[position].batch
    batches[batch].active -= 1
    let session = batches[batch].session
    sessions[session].active -= 1
    freeConnection(of: batches[batch].transfer, session)
  }

  /// An item has come through.
  @inline(__always)
  private mutating func finish(_ index: Int) {
    let job = batches[index].job
    let transfer = batches[index].transfer
    jobs[job].finished += 1
    jobs[job].lastFinish = now
    if now > batches[index].created.later(by: model.transfers[transfer].validFor) {
      jobs[job].expired += 1
    }
    if now > jobs[job].start.later(by: model.transfers[transfer].deadline) {
      jobs[job].missedDeadline += 1
    }
    if isTraced { recordFinished(job) }
    end(1, of: index, isCounted: true)
  }

  /// A try has failed: the app submits the item again when it hears of it, or gives it up.
  private mutating func fail(_ item: ActiveItem) {
    let job = batches[item.batch].job
    let transfer = batches[item.batch].transfer
    if item.failures < model.transfers[transfer].retries {
      keepForRetry(item, of: job)
    } else {
      jobs[job].failed += 1
      jobs[job].lastFailure = now
      if isTraced { record(.failed(transfer: model.transfers[transfer].name, items: 1, .failedTooOften)) }
    }
    end(1, of: item.batch, isCounted: true)
  }

  /// Puts an item aside until the app submits it again.
  private mutating func keepForRetry(_ item: ActiveItem, of job: Int) {
    var item = item
    item.failures += 1
    item.isOff = false
    item.failsAt = 0
    item.stalledUntil = 0
    if !model.transfers[jobs[job].transfer].isResumable { item.remaining = item.whole }
    jobs[job].submitted -= 1
    jobs[job].toRetry += 1
    failedItems.append((job, item))
  }

  /// Many equal items have come through, and more are to come.
  mutating func finishRounds(_ rounds: Rounds, of index: Int) {
    let job = batches[index].job
    let transfer = batches[index].transfer
    let count = Int(rounds.count) * rounds.items
    jobs[job].finished += count
    jobs[job].lastFinish = now
    jobs[job].expired +=
      rounds.items(after: batches[index].created.later(by: model.transfers[transfer].validFor))
    let deadline = jobs[job].start.later(by: model.transfers[transfer].deadline)
    jobs[job].missedDeadline += rounds.items(after: deadline)
    jobs[job].outstanding -= count
    sessions[batches[index].session].unfinished -= count
    if !isAppRunning { addPendingEvents(of: job, count, batches[index].session) }
  }

  @inline(__always)
  private mutating func addPendingEvents(of job: Int, _ count: Int, _ session: Int) {
    if jobs[job].undelivered == 0 {
      queues[session].jobsWithEvents.append(job)
      sessions[session].pendingEvents += 1
    }
    jobs[job].undelivered += count
  }

  /// Items are over, one way or the other: the app is told if it runs, woken if its session has nothing else to wait for.
  private mutating func end(_ count: Int, of index: Int, isCounted: Bool) {
    let job = batches[index].job
    let session = batches[index].session
    jobs[job].outstanding -= count
    sessions[session].unfinished -= count
    addPendingEvents(of: job, count, session)
    settle(job)
    if !batches[index].isUnfinished { retire(index) }
    if isAppRunning {
      deliver(session)
    } else if sessions[session].unfinished == 0, model.sessions[session].isBackground,
      model.sessions[session].sendsLaunchEvents, mayLaunch
    {
      wake(for: job, isCounted: isCounted)
      if isAppRunning || delayedWake == nil { deliver(session) }
    }
  }

  /// A batch of which nothing is left gives its place away.
  @inline(__always)
  private mutating func retire(_ index: Int) {
    if batches[index].isHeld { heldBatches -= 1 } else { openBatches -= 1 }
    batches[index].isHeld = false
    batches[index].network = nil
    batches[index].generation = 0
    freeBatches.append(index)
  }

  /// The server asks for credentials.
  private mutating func challenge(_ position: Int) {
    let batch = items[position].batch
    let job = batches[batch].job
    items[position].untilChallenge = -1
    var answer = now
    if !isAppRunning {
      // Whom nothing wakes answers when the user comes.
      answer = mayLaunch ? limiter.deliveryTime(ofEventAt: now) : device.foregroundSessions.nextChange
      wake(for: job, isCounted: true)
    }
    guard model.transfers[batches[batch].transfer].challenge == .replacesTask else {
      items[position].stalledUntil = answer
      return
    }
    takeOff(position)
    jobs[job].submitted -= 1
    jobs[job].outstanding -= 1
    sessions[batches[batch].session].unfinished -= 1
    if !batches[batch].isUnfinished { retire(batch) }
    submissions.append(Submission(at: answer, job: job, items: 1, isChallenged: false))
  }

  // MARK: - Ends of whole batches

  /// A resource timeout ends.
  mutating func timeOut(_ index: Int) {
    guard batches[index].isUnfinished else { return }
    let job = batches[index].job
    let count = dropItems(of: index)
    if now > batches[index].created.later(by: model.transfers[batches[index].transfer].validFor) {
      jobs[job].expired += count
    }
    jobs[job].isStopped = true
    jobs[job].failed += count
    jobs[job].lastFailure = now
    if isTraced {
      record(.failed(transfer: model.transfers[batches[index].transfer].name, items: count, .resourceTimeout))
    }
    end(count, of: index, isCounted: false)
  }

  /// All of a batch's items are cancelled; the app may submit them again when it is opened.
  mutating func cancel(_ index: Int) {
    let job = batches[index].job
    let transfer = batches[index].transfer
    let retries = model.transfers[transfer].retries
    var cancelled = items.filter { $0.batch == index }
    cancelled += pausedItems.filter { $0.batch == index }
    if retries > 0 {
      for _ in 0..<batches[index].waiting { cancelled.append(newItem(of: index)) }
    }
    let count = dropItems(of: index)
    var lost = count
    for item in cancelled where item.failures < retries {
      keepForRetry(item, of: job)
      lost -= 1
    }
    jobs[job].failed += lost
    if lost > 0 { jobs[job].lastFailure = now }
    if lost > 0, isTraced {
      record(.failed(transfer: model.transfers[transfer].name, items: lost, .forceQuit))
    }
    end(count, of: index, isCounted: false)
  }

  /// Takes everything of a batch off the wire and out of the queue, and tells how many items that were.
  private mutating func dropItems(of index: Int) -> Int {
    let count = batches[index].waiting + batches[index].active + batches[index].paused
    let session = batches[index].session
    if batches[index].active > 0 {
      items.removeAll { $0.batch == index }
      sessions[session].active -= batches[index].active
    }
    if batches[index].paused > 0 { pausedItems.removeAll { $0.batch == index } }
    batches[index].waiting = 0
    batches[index].active = 0
    batches[index].paused = 0
    freeConnection(of: batches[index].transfer, session)
    isWireStale = true
    return count
  }
}
