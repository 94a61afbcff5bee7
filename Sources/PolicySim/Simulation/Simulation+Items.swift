internal import PolicyModel

// The ends of items and batches, and the events that these ends cause.
extension Simulation {
  /// Ends the items that are done, and handles servers that ask for credentials, in the order of rank.
  @inline(__always)
  mutating func itemsEnd() {
    guard line.collectEnded(at: now, daemon.batches) else { return }
    var position = 0
    var delivered = -1
    while position < line.ended.count {
      let index = line.ended[position].index
      position += 1
      if line.items[index].untilChallenge == 0 {
        challenge(item: index)
        continue
      }
      takeOff(item: index)
      if line.items[index].failsAt > 0 {
        fail(line.items[index])
        continue
      }
      // A running app receives the event of a batch's first item before the event of its last item, after which the app
      // submits the next items.
      let batch = line.items[index].batch
      let isRunning = isAppRunning
      var count = 1
      while !isRunning || delivered == batch, position < line.ended.count,
        line.finishes(item: line.ended[position].index, of: batch)
      {
        takeOff(item: line.ended[position].index)
        position += 1
        count += 1
      }
      finishItems(count, of: batch)
      delivered = isRunning ? batch : -1
    }
    line.removeEnded()
  }

  /// Takes an item off the line.
  @inline(__always)
  private mutating func takeOff(item index: Int) {
    line.takeOff(item: index)
    let batch = line.items[index].batch
    daemon.leave(batch)
    freeConnection(of: daemon.batches[batch].transfer, daemon.batches[batch].session)
  }

  /// Finishes items of a batch that end together.
  @inline(__always)
  private mutating func finishItems(_ count: Int, of batch: Int) {
    let job = daemon.batches[batch].job
    let transfer = daemon.batches[batch].transfer
    jobs[job].finished += count
    jobs[job].lastFinish = now
    let isExpired = now > daemon.batches[batch].created.later(by: model.transfers[transfer].validFor)
    let isLate = now > jobs[job].arises.later(by: model.transfers[transfer].deadline)
    if isExpired { jobs[job].expired += count }
    if isLate { jobs[job].missedDeadline += count }
    if isExpired || isLate { jobs[job].spoiled += count }
    if isTraced { recordFinished(job, items: count) }
    endItems(count, of: batch, isCounted: true)
  }

  /// Fails an attempt: the app submits the item again when it receives the event, or gives up the item.
  private mutating func fail(_ item: ActiveItem) {
    let job = daemon.batches[item.batch].job
    let transfer = daemon.batches[item.batch].transfer
    if item.isTriedAgain(model.transfers[transfer].retries) {
      keepForRetry(item, of: job)
    } else {
      jobs[job].failed += 1
      jobs[job].lastFailure = now
      if isTraced {
        record(.failed(transfer: model.transfers[transfer].name, items: 1, .failedTooOften))
      }
    }
    endItems(1, of: item.batch, isCounted: true)
  }

  /// Keeps an item until the app submits it again.
  private mutating func keepForRetry(_ item: ActiveItem, of job: Int) {
    line.keepFailed(item, of: job, isResumable: model.transfers[jobs[job].transfer].isResumable)
    jobs[job].submitted -= 1
    jobs[job].toRetry += 1
  }

  /// Finishes rounds of equal items of a batch that has more items.
  mutating func finishRounds(_ rounds: Rounds, of batch: Int) {
    let job = daemon.batches[batch].job
    let transfer = daemon.batches[batch].transfer
    let count = Int(rounds.count) * rounds.items
    jobs[job].finished += count
    jobs[job].lastFinish = now
    let expiry = daemon.batches[batch].created.later(by: model.transfers[transfer].validFor)
    let deadline = jobs[job].arises.later(by: model.transfers[transfer].deadline)
    jobs[job].expired += rounds.items(after: expiry)
    jobs[job].missedDeadline += rounds.items(after: deadline)
    jobs[job].spoiled += rounds.items(after: min(expiry, deadline))
    jobs[job].outstanding -= count
    daemon.endItems(count, of: batch)
    if !isAppRunning { addPendingEvents(of: job, count, daemon.batches[batch].session) }
  }

  @inline(__always)
  private mutating func addPendingEvents(of job: Int, _ count: Int, _ session: Int) {
    if jobs[job].undelivered == 0 { app.addEvents(of: job, session) }
    jobs[job].undelivered += count
  }

  /// Ends items of a batch, finished or not. A running app receives the events; otherwise the daemon resumes the app if the
  /// session has no more items.
  private mutating func endItems(_ count: Int, of batch: Int, isCounted: Bool) {
    let job = daemon.batches[batch].job
    let session = daemon.batches[batch].session
    jobs[job].outstanding -= count
    daemon.endItems(count, of: batch)
    addPendingEvents(of: job, count, session)
    settle(job)
    if !daemon.batches[batch].isUnfinished {
      if daemon.batches[batch].isHeld { jobs[job].endHold(at: now) }
      daemon.retire(batch)
    }
    if isAppRunning {
      deliver(session)
    } else if daemon.sessions[session].unfinished == 0, model.sessions[session].isBackground,
      model.sessions[session].sendsLaunchEvents, mayLaunch
    {
      wake(for: job, isCounted: isCounted)
      if isAppRunning || app.delayedWake == nil { deliver(session) }
    }
  }

  /// Handles a server that asks for an item's credentials.
  private mutating func challenge(item index: Int) {
    let batch = line.items[index].batch
    let job = daemon.batches[batch].job
    var answer = now
    if !isAppRunning {
      // If the system may not launch the app, the app answers when the user opens it.
      answer =
        mayLaunch
        ? daemon.limiter.deliveryTime(ofEventAt: now) : device.foregroundSessions.nextChange
    }
    let replacesTask = model.transfers[daemon.batches[batch].transfer].challenge == .replacesTask
    line.challenge(item: index, until: replacesTask ? nil : answer)
    if !isAppRunning { wake(for: job, isCounted: true) }
    guard replacesTask else { return }
    takeOff(item: index)
    jobs[job].submitted -= 1
    jobs[job].outstanding -= 1
    daemon.endItems(1, of: batch)
    if !daemon.batches[batch].isUnfinished { daemon.retire(batch) }
    app.enqueue(Submission(at: answer, job: job, items: 1, isChallenged: false))
  }

  // MARK: - Ends of batches

  /// Counts the items that have not finished at the end of the run as expired if their validity ends before the horizon.
  mutating func expireWhatNeverEnds() {
    for index in daemon.batches.indices where daemon.batches[index].isUnfinished {
      let batch = daemon.batches[index]
      let end = batch.created.later(by: model.transfers[batch.transfer].validFor)
      if end < model.settings.horizon {
        jobs[batch.job].expired += batch.waiting + batch.active + batch.paused
      }
    }
  }

  /// Fails the items of a batch at the end of its resource timeout.
  mutating func timeOut(batch: Int) { end(batch: batch, because: .resourceTimeout) }

  /// Fails the items of a batch that has no network. The app does not try again, because another attempt would fail, too.
  mutating func failWithoutNetwork(batch: Int) { end(batch: batch, because: .noNetwork) }

  private mutating func end(batch: Int, because failure: TraceEvent.Failure) {
    guard daemon.batches[batch].isUnfinished else { return }
    let job = daemon.batches[batch].job
    let transfer = daemon.batches[batch].transfer
    let count = dropItems(of: batch)
    if now > daemon.batches[batch].created.later(by: model.transfers[transfer].validFor) {
      jobs[job].expired += count
    }
    jobs[job].isStopped = true
    jobs[job].failed += count
    jobs[job].lastFailure = now
    if isTraced {
      record(.failed(transfer: model.transfers[transfer].name, items: count, failure))
    }
    endItems(count, of: batch, isCounted: false)
  }

  /// Cancels all items of a batch; the app may submit them again when the user opens it.
  mutating func cancel(batch: Int) {
    let job = daemon.batches[batch].job
    let transfer = daemon.batches[batch].transfer
    let retries = model.transfers[transfer].retries
    var cancelled = line.begunItems(of: batch)
    if retries > 0, !exceedsMemory(daemon.batches[batch].waiting) {
      for _ in 0..<daemon.batches[batch].waiting { cancelled.append(newItem(of: batch)) }
    }
    let count = dropItems(of: batch)
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
    endItems(count, of: batch, isCounted: false)
  }

  /// Whether a number of items is too large to keep, which ends the runs of an estimate with a bound.
  private func exceedsMemory(_ items: Int) -> Bool {
    guard let meter, items > Self.mostKept else { return false }
    meter.stop(at: .memory)
    return true
  }

  /// Removes all items of a batch from the line and the queue; returns their number.
  private mutating func dropItems(of batch: Int) -> Int {
    line.drop(
      batch, active: daemon.batches[batch].active, paused: daemon.batches[batch].paused)
    let count = daemon.drop(batch)
    freeConnection(of: daemon.batches[batch].transfer, daemon.batches[batch].session)
    return count
  }
}
