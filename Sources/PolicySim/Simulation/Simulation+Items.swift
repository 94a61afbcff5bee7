internal import PolicyModel

// The ends of items and batches, and the events that they cause.
extension Simulation {
  /// Ends the items that are done, and asks for credentials if the server does, by rank.
  @inline(__always)
  mutating func itemsEnd() {
    guard line.collectEnded(at: now, daemon.batches) else { return }
    for position in line.ended.indices {
      let index = line.ended[position].index
      if line.items[index].untilChallenge == 0 {
        challenge(index)
      } else if line.items[index].failsAt > 0 {
        takeOff(index)
        fail(line.items[index])
      } else {
        takeOff(index)
        finish(line.items[index].batch)
      }
    }
    line.removeEnded()
  }

  /// An item leaves the line.
  @inline(__always)
  private mutating func takeOff(_ index: Int) {
    line.takeOff(index)
    let batch = line.items[index].batch
    daemon.leave(batch)
    freeConnection(of: daemon.batches[batch].transfer, daemon.batches[batch].session)
  }

  /// An item of a batch has finished.
  @inline(__always)
  private mutating func finish(_ index: Int) {
    let job = daemon.batches[index].job
    let transfer = daemon.batches[index].transfer
    jobs[job].finished += 1
    jobs[job].lastFinish = now
    if now > daemon.batches[index].created.later(by: model.transfers[transfer].validFor) {
      jobs[job].expired += 1
    }
    if now > jobs[job].start.later(by: model.transfers[transfer].deadline) { jobs[job].missedDeadline += 1 }
    if isTraced { recordFinished(job) }
    end(1, of: index, isCounted: true)
  }

  /// An attempt has failed: the app submits the item again when it receives the event, or gives it up.
  private mutating func fail(_ item: ActiveItem) {
    let job = daemon.batches[item.batch].job
    let transfer = daemon.batches[item.batch].transfer
    if item.failures < model.transfers[transfer].retries {
      keepForRetry(item, of: job)
    } else {
      jobs[job].failed += 1
      jobs[job].lastFailure = now
      if isTraced {
        record(.failed(transfer: model.transfers[transfer].name, items: 1, .failedTooOften))
      }
    }
    end(1, of: item.batch, isCounted: true)
  }

  /// Keeps an item until the app submits it again.
  private mutating func keepForRetry(_ item: ActiveItem, of job: Int) {
    line.keepFailed(item, of: job, isResumable: model.transfers[jobs[job].transfer].isResumable)
    jobs[job].submitted -= 1
    jobs[job].toRetry += 1
  }

  /// Rounds of equal items have finished, and more are to come.
  mutating func finishRounds(_ rounds: Rounds, of index: Int) {
    let job = daemon.batches[index].job
    let transfer = daemon.batches[index].transfer
    let count = Int(rounds.count) * rounds.items
    jobs[job].finished += count
    jobs[job].lastFinish = now
    jobs[job].expired +=
      rounds.items(after: daemon.batches[index].created.later(by: model.transfers[transfer].validFor))
    let deadline = jobs[job].start.later(by: model.transfers[transfer].deadline)
    jobs[job].missedDeadline += rounds.items(after: deadline)
    jobs[job].outstanding -= count
    daemon.end(count, of: index)
    if !isAppRunning { addPendingEvents(of: job, count, daemon.batches[index].session) }
  }

  @inline(__always)
  private mutating func addPendingEvents(of job: Int, _ count: Int, _ session: Int) {
    if jobs[job].undelivered == 0 { app.addEvents(of: job, session) }
    jobs[job].undelivered += count
  }

  /// Items are over, one way or the other: a running app receives the events; else the daemon resumes it if its session
  /// has no more items.
  private mutating func end(_ count: Int, of index: Int, isCounted: Bool) {
    let job = daemon.batches[index].job
    let session = daemon.batches[index].session
    jobs[job].outstanding -= count
    daemon.end(count, of: index)
    addPendingEvents(of: job, count, session)
    settle(job)
    if !daemon.batches[index].isUnfinished { daemon.retire(index) }
    if isAppRunning {
      deliver(session)
    } else if daemon.sessions[session].unfinished == 0, model.sessions[session].isBackground,
      model.sessions[session].sendsLaunchEvents, mayLaunch
    {
      wake(for: job, isCounted: isCounted)
      if isAppRunning || app.delayedWake == nil { deliver(session) }
    }
  }

  /// The server asks for the credentials of an item.
  private mutating func challenge(_ index: Int) {
    let batch = line.items[index].batch
    let job = daemon.batches[batch].job
    var answer = now
    if !isAppRunning {
      // An app that nothing launches answers when the user opens it.
      answer =
        mayLaunch
        ? daemon.limiter.deliveryTime(ofEventAt: now) : device.foregroundSessions.nextChange
    }
    let replacesTask = model.transfers[daemon.batches[batch].transfer].challenge == .replacesTask
    line.challenge(index, until: replacesTask ? nil : answer)
    if !isAppRunning { wake(for: job, isCounted: true) }
    guard replacesTask else { return }
    takeOff(index)
    jobs[job].submitted -= 1
    jobs[job].outstanding -= 1
    daemon.end(1, of: batch)
    if !daemon.batches[batch].isUnfinished { daemon.retire(batch) }
    app.enqueue(Submission(at: answer, job: job, items: 1, isChallenged: false))
  }

  // MARK: - Ends of batches

  /// The resource timeout of a batch ends.
  mutating func timeOut(_ index: Int) {
    guard daemon.batches[index].isUnfinished else { return }
    let job = daemon.batches[index].job
    let transfer = daemon.batches[index].transfer
    let count = dropItems(of: index)
    if now > daemon.batches[index].created.later(by: model.transfers[transfer].validFor) {
      jobs[job].expired += count
    }
    jobs[job].isStopped = true
    jobs[job].failed += count
    jobs[job].lastFailure = now
    if isTraced {
      record(.failed(transfer: model.transfers[transfer].name, items: count, .resourceTimeout))
    }
    end(count, of: index, isCounted: false)
  }

  /// All items of a batch are cancelled; the app may submit them again when the user opens it.
  mutating func cancel(_ index: Int) {
    let job = daemon.batches[index].job
    let transfer = daemon.batches[index].transfer
    let retries = model.transfers[transfer].retries
    var cancelled = line.begunItems(of: index)
    if retries > 0 {
      for _ in 0..<daemon.batches[index].waiting { cancelled.append(newItem(of: index)) }
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

  /// Removes all items of a batch from the line and the queue; returns their number.
  private mutating func dropItems(of index: Int) -> Int {
    line.drop(
      index, active: daemon.batches[index].active, paused: daemon.batches[index].paused)
    let count = daemon.drop(index)
    freeConnection(of: daemon.batches[index].transfer, daemon.batches[index].session)
    return count
  }
}
