internal import PolicyModel

// What the app does when it runs for its sessions, and what makes it run.
extension Simulation {
  /// The daemon resumes the app, now or when the limiter lets it.
  mutating func wake(for job: Int, isCounted: Bool) {
    guard mayLaunch else { return }
    let time = limiter.deliveryTime(ofEventAt: now)
    guard time <= now else {
      // What becomes due meanwhile is heard of in the same resume.
      if delayedWake == nil { delayedWake = (time, job) }
      return
    }
    resume(for: job, isCounted: isCounted)
  }

  @inline(__always)
  private mutating func resume(for job: Int, isCounted: Bool) {
    limiter.resume(at: now)
    runApp(for: model.settings.awake)
    guard isCounted else { return }
    launches += 1
    jobs[job].launches += 1
    jobs[job].energy += model.settings.launchEnergy
    if isTraced { record(.launched(.transfer(name(of: job)), delay: limiter.delay)) }
  }

  /// The app runs in the background for at least a time from now on.
  @inline(__always)
  mutating func runApp(for time: Int64) {
    awakeUntil = max(awakeUntil, now.later(by: time))
    if model.hasForegroundSessions { areNetworksStale = true }
    restoreRequests()
    if isTraced { recordAppRuns() }
  }

  mutating func delayedWakeComes() {
    guard let wake = delayedWake, wake.at <= now else { return }
    delayedWake = nil
    resume(for: wake.cause, isCounted: true)
    deliverFinishedSessions()
  }

  /// The app hears of all sessions that wait for nothing more.
  @inline(__always)
  mutating func deliverFinishedSessions() {
    for session in sessions.indices
    where sessions[session].pendingEvents > 0 && sessions[session].unfinished == 0 {
      deliver(session)
    }
  }

  /// The app hears what has become of a session's items, and hands over the next ones.
  mutating func deliver(_ session: Int) {
    let count = sessions[session].pendingEvents
    guard count > 0 else { return }
    sessions[session].pendingEvents = 0
    if count > 1 { queues[session].jobsWithEvents.sort() }
    for position in 0..<count { deliverEvents(of: queues[session].jobsWithEvents[position]) }
    queues[session].jobsWithEvents.removeAll()
  }

  /// The app hears what has become of an job's items, and hands over those that failed, or else the next ones.
  @inline(__always)
  private mutating func deliverEvents(of index: Int) {
    jobs[index].undelivered = 0
    let failed = jobs[index].toRetry
    guard failed == 0 else {
      jobs[index].toRetry = 0
      submissions.append(Submission(job: index, items: failed, isChallenged: true, isRetry: true))
      return
    }
    guard jobs[index].outstanding == 0, !jobs[index].isStopped else { return }
    let transfer = jobs[index].transfer
    let rest = model.transfers[transfer].count - jobs[index].submitted
    guard rest > 0 else { return }
    // The next batch counts as handed over from here on.
    submissions.append(
      Submission(job: index, items: min(rest, model.transfers[transfer].batchSize), isChallenged: true))
  }

  /// Work comes up for the first time, or again.
  @inline(__always)
  mutating func release(_ transfer: Int, isMeasured: Bool) {
    guard !hasStoppedTransfers else {
      laterCounts[transfer] += 1
      return
    }
    append(Job(transfer: transfer, start: now, isMeasured: isMeasured))
    let count = min(model.transfers[transfer].count, model.transfers[transfer].batchSize)
    guard count > 0 else { return }
    submissions.append(Submission(job: jobs.count - 1, items: count, isChallenged: true))
  }

  /// Adds an job, which is over at once where it has no items.
  @inline(__always)
  mutating func append(_ job: Job) {
    jobs.append(job)
    guard job.isMeasured else { return }
    openMeasured += 1
    settle(jobs.count - 1)
  }

  /// Takes note where nothing more is to come of an job.
  @inline(__always)
  mutating func settle(_ job: Int) {
    guard jobs[job].outstanding == 0, jobs[job].isOpen,
      jobs[job].toRetry == 0,
      jobs[job].isStopped
        || jobs[job].submitted >= model.transfers[jobs[job].transfer].count
    else { return }
    jobs[job].isOpen = false
    if jobs[job].isMeasured { openMeasured -= 1 }
  }

  /// A transfer's work comes up by itself.
  mutating func releaseWhenDue(_ transfer: Int) {
    // What starts in the foreground waits for a visit.
    guard model.transfers[transfer].startsInBackground || device.foregroundSessions.isOpen else {
      let visit = max(now + 1, device.foregroundSessions.nextChange)
      if visit < .never { events.push(Event(time: visit, kind: .work, index: transfer)) }
      return
    }
    release(transfer, isMeasured: false)
    scheduleNextRelease(transfer)
  }

  mutating func scheduleNextRelease(_ transfer: Int) {
    guard let period = model.transfers[transfer].period else { return }
    let time = now.later(by: period)
    if time < .never { events.push(Event(time: time, kind: .work, index: transfer)) }
  }

  /// A task's or a push's handler submits a transfer's work.
  @inline(__always)
  mutating func startWork(_ transfer: Int) {
    let isFirst = !hasStarted[transfer]
    if isFirst {
      hasStarted[transfer] = true
      unstarted -= 1
    }
    release(transfer, isMeasured: isFirst)
  }

  // MARK: - Submissions

  /// The app hands over what it has to, by rank.
  @inline(__always)
  mutating func submit() {
    guard !submissions.isEmpty else { return }
    guard submissions.count == 1 else { return submitByRank() }
    let only = submissions[0]
    guard only.at <= now else { return }
    submissions.removeAll()
    submit(only)
  }

  private mutating func submitByRank() {
    let ready = submissions.enumerated().filter { $0.element.at <= now }.sorted { left, right in
      (jobs[left.element.job].transfer, left.offset)
        < (jobs[right.element.job].transfer, right.offset)
    }
    guard !ready.isEmpty else { return }
    submissions.removeAll { $0.at <= now }
    for (_, submission) in ready { submit(submission) }
  }

  @inline(__always)
  private mutating func submit(_ submission: Submission) {
    let job = submission.job
    let position = jobs[job].transfer
    let session = model.transfers[position].session
    let isBackground = model.sessions[session].isBackground
    let isDiscretionary = model.sessions[session].isDiscretionary
    let isInForeground = device.foregroundSessions.isOpen || findsAppOpen(submission)
    let opens = limiter.opening(forTaskCreatedAt: now, inForeground: isInForeground)
    let isInferred = isBackground && !isInForeground && !isDiscretionary
    batchCount += 1
    let batch = Batch(
      job: job, transfer: position, session: session, age: batchCount, created: now,
      deadline: now.later(by: model.sessions[session].timeout), opens: opens,
      begins: now.later(by: model.transfers[position].earliestBegin),
      powerRequirementEnds: now.later(by: model.sessions[session].powerRequirementEnds),
      networkRequirementEnds: now.later(by: model.sessions[session].networkRequirementEnds),
      isHeld: opens > now && isBackground,
      isDiscretionary: isDiscretionary || isInferred, isDiscretionaryByInference: isInferred,
      isChallenged: submission.isChallenged && model.transfers[position].challenge != .never,
      waiting: submission.isRetry ? 0 : submission.items, generation: batchCount)
    jobs[job].submitted += submission.items
    jobs[job].outstanding += submission.items
    if isTraced {
      record(
        .submitted(
          transfer: model.transfers[position].name, items: submission.items,
          isHeldUntil: batch.isHeld ? batch.opens : nil))
    }
    insert(batch, submission)
  }

  /// Whether these are the first items of a transfer that starts in the foreground.
  @inline(__always)
  private mutating func findsAppOpen(_ submission: Submission) -> Bool {
    let job = submission.job
    let transfer = jobs[job].transfer
    guard jobs[job].submitted == 0, jobs[job].start == now, !submission.isRetry
    else { return false }
    return !model.transfers[transfer].isStarted
      && (!model.transfers[transfer].startsInBackground || model.day.isIdeal)
  }

  /// Gives a batch its place and sets its events.
  @inline(__always)
  private mutating func insert(_ batch: Batch, _ submission: Submission) {
    let index: Int
    if let free = freeBatches.popLast() {
      index = free
      batches[free] = batch
    } else {
      index = batches.count
      batches.append(batch)
    }
    sessions[batch.session].unfinished += submission.items
    if submission.isRetry { takeBack(into: index, submission) }
    if batch.isHeld { heldBatches += 1 } else { openBatches += 1 }
    scheduleEvent(for: index)
    findNetwork(for: index)
  }

  /// Sets the event for the next thing that happens to a batch by itself.
  mutating func scheduleEvent(for index: Int) {
    var time = batches[index].deadline
    var kind = Event.Kind.deadline
    if batches[index].isHeld, batches[index].opens < time {
      time = batches[index].opens
      kind = .opening
    }
    func consider(_ threshold: Instant) {
      guard threshold > now, threshold < time else { return }
      time = threshold
      kind = .threshold
    }
    consider(batches[index].begins)
    if batches[index].isDiscretionary {
      consider(batches[index].powerRequirementEnds)
      consider(batches[index].networkRequirementEnds)
    }
    // What comes after the run need not be waited for.
    guard time < .never, time <= model.settings.horizon else { return }
    events.push(Event(time: time, kind: kind, index: index, generation: batches[index].generation))
    if events.count > compactionThreshold { compactEvents() }
  }

  /// Takes out what was set for batches that are over: most of them are long before their time comes.
  private mutating func compactEvents() {
    events.removeAll { [batches] event in
      event.kind.rawValue <= Event.Kind.opening.rawValue
        && batches[event.index].generation != event.generation
    }
    compactionThreshold = 2 * events.count + Self.leastCompactionThreshold
  }

  /// Puts what has failed before into a batch, to go on where it stopped.
  private mutating func takeBack(into batch: Int, _ submission: Submission) {
    for index in failedItems.indices where failedItems[index].job == submission.job {
      var item = failedItems[index].item
      item.batch = batch
      drawFailure(of: &item)
      pausedItems.append(item)
      batches[batch].paused += 1
    }
    failedItems.removeAll { $0.job == submission.job }
  }
}
