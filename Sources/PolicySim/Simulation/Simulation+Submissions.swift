internal import PolicyModel

// The submissions of the app, which become batches of the daemon.
extension Simulation {
  /// Submits the app's work that is due, in the order of transfers.
  @inline(__always)
  mutating func submit() {
    guard !app.submissions.isEmpty else { return }
    guard app.submissions.count == 1 else {
      for submission in app.takeSubmissions(at: now, jobs) { submit(submission) }
      return
    }
    if let only = app.takeOnlySubmission(at: now) { submit(only) }
  }

  @inline(__always)
  private mutating func submit(_ submission: Submission) {
    let job = submission.job
    let transfer = jobs[job].transfer
    let session = model.transfers[transfer].session
    let isBackground = model.sessions[session].isBackground
    let isDiscretionary = model.sessions[session].isDiscretionary
    let isInForeground = device.foregroundSessions.isOpen || findsAppOpen(submission)
    let opens = daemon.limiter.opening(forTaskCreatedAt: now, inForeground: isInForeground)
    let isInferred = isBackground && !isInForeground && !isDiscretionary
    let number = daemon.nextBatchNumber()
    let batch = Batch(
      job: job, transfer: transfer, session: session, age: number, created: now,
      deadline: now.later(by: model.sessions[session].timeout),
      isAcceptedUntil: now.later(by: model.transfers[transfer].acceptedFor), opens: opens,
      begins: now.later(by: model.transfers[transfer].earliestBegin),
      powerRequirementEnds: now.later(by: model.sessions[session].powerRequirementEnds),
      networkRequirementEnds: now.later(by: model.sessions[session].networkRequirementEnds),
      isHeld: opens > now && isBackground, isDiscretionary: isDiscretionary || isInferred,
      isDiscretionaryByInference: isInferred,
      isChallenged: submission.isChallenged && model.transfers[transfer].isChallenged,
      waiting: submission.isRetry ? 0 : submission.items, generation: number)
    jobs[job].submitted += submission.items
    jobs[job].outstanding += submission.items
    if isTraced {
      record(
        .submitted(
          transfer: model.transfers[transfer].name, items: submission.items,
          isHeldUntil: batch.isHeld ? batch.opens : nil))
    }
    if batch.isHeld { jobs[job].beginHold(at: now) }
    let index = daemon.add(batch, items: submission.items)
    if submission.isRetry { takeBack(into: index, submission) }
    scheduleEvent(for: index)
    findNetwork(for: index)
    if !model.sessions[session].waitsForNetwork, availableNetwork(for: index) == nil {
      failWithoutNetwork(batch: index)
    }
  }

  /// Whether these are the first items of a transfer on the ideal device, whose app is open at the start.
  @inline(__always)
  private mutating func findsAppOpen(_ submission: Submission) -> Bool {
    let transfer = jobs[submission.job].transfer
    guard jobs[submission.job].submitted == 0, jobs[submission.job].start == now, !submission.isRetry
    else { return false }
    return model.day.isIdeal && !model.transfers[transfer].isStarted
  }

  /// Adds the failed items of a job to a batch, in which the items continue.
  private mutating func takeBack(into index: Int, _ submission: Submission) {
    searched += line.failedItems.count
    for var item in line.takeFailed(of: submission.job) {
      item.batch = index
      drawFailure(of: &item)
      line.appendPaused(item)
      daemon.addPaused(to: index)
    }
  }

  /// Schedules the next event of a batch.
  mutating func scheduleEvent(for index: Int) {
    var time = daemon.batches[index].deadline
    var kind = Event.Kind.deadline
    if daemon.batches[index].isHeld, daemon.batches[index].opens < time {
      time = daemon.batches[index].opens
      kind = .opening
    }
    func consider(_ threshold: Instant) {
      guard threshold > now, threshold < time else { return }
      time = threshold
      kind = .threshold
    }
    consider(daemon.batches[index].begins)
    if daemon.batches[index].isDiscretionary {
      consider(daemon.batches[index].powerRequirementEnds)
      consider(daemon.batches[index].networkRequirementEnds)
    }
    // Events after the end of the run need not be scheduled.
    guard time < .never, time <= model.settings.horizon else { return }
    events.push(Event(time: time, kind: kind, index: index, generation: daemon.batches[index].generation))
    if events.isLarge { compactEvents() }
  }

  /// Removes the events of batches that have ended; most batches end long before their deadline.
  private mutating func compactEvents() {
    events.compact { [batches = daemon.batches] event in
      event.kind.isOfBatch && batches[event.index].generation != event.generation
    }
  }
}
