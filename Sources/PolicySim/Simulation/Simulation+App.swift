internal import PolicyModel

// The app's resumes, the events that the app receives, and the jobs that it releases.
extension Simulation {
  /// Resumes the app for the events of a job, now or when the limiter allows it.
  mutating func wake(for job: Int, isCounted: Bool) {
    guard mayLaunch else { return }
    let time = daemon.limiter.deliveryTime(ofEventAt: now)
    guard time <= now else {
      app.delayWake(until: time, for: job)
      return
    }
    resume(for: job, isCounted: isCounted)
  }

  /// Resumes the app. A resume that reports a failure increases the delay like any resume, but does not count as a launch.
  @inline(__always)
  private mutating func resume(for job: Int, isCounted: Bool) {
    daemon.limiter.resume(at: now)
    if daemon.heldBatches > 0 { holdLonger() }
    runApp(for: model.settings.awake)
    guard isCounted else {
      if isTraced { record(.launched(.failure(name(of: job)), delay: daemon.limiter.delay)) }
      return
    }
    app.countLaunch()
    jobs[job].launches += 1
    jobs[job].energy += model.settings.launchEnergy
    if isTraced { record(.launched(.transfer(name(of: job)), delay: daemon.limiter.delay)) }
  }

  /// Runs the app in the background for at least a time.
  @inline(__always)
  mutating func runApp(for time: Int64) {
    app.run(until: now.later(by: time))
    if model.hasForegroundSessions { daemon.markNetworksStale() }
    scheduler.restoreRequests()
    if isTraced { recordAppRuns() }
  }

  /// Resumes the app if a delayed resume is due.
  mutating func wakeIfDue() {
    guard let cause = app.takeDelayedWake(at: now) else { return }
    resume(for: cause, isCounted: true)
    deliverFinishedSessions()
  }

  // MARK: - Events

  /// Delivers the events of all sessions that have no more items.
  @inline(__always)
  mutating func deliverFinishedSessions() {
    for session in app.pendingEvents.indices
    where app.pendingEvents[session] > 0 && daemon.sessions[session].unfinished == 0 {
      deliver(session)
    }
  }

  /// Delivers the events of a session; the app submits the next items.
  mutating func deliver(_ session: Int) {
    let count = app.pendingEvents[session]
    guard count > 0 else { return }
    app.beginDelivery(session)
    for index in 0..<count { deliverEvents(of: app.deliveredJob(index, of: session)) }
    app.endDelivery(session)
  }

  /// Delivers the events of a job; the app submits the failed items again, or else the next items.
  @inline(__always)
  private mutating func deliverEvents(of job: Int) {
    jobs[job].undelivered = 0
    let failed = jobs[job].toRetry
    guard failed == 0 else {
      jobs[job].toRetry = 0
      app.enqueue(Submission(job: job, items: failed, isChallenged: true, isRetry: true))
      return
    }
    guard jobs[job].outstanding == 0, !jobs[job].isStopped else { return }
    let transfer = jobs[job].transfer
    let rest = model.transfers[transfer].count - jobs[job].submitted
    // Failed items that are about to be submitted go first.
    guard rest > 0, !app.isSubmitting(job) else { return }
    // The items count as submitted as soon as they are enqueued.
    app.enqueue(
      Submission(job: job, items: min(rest, model.transfers[transfer].batchSize), isChallenged: true))
  }

  // MARK: - Jobs

  /// Releases a job of a transfer, whose work came up at a time.
  @inline(__always)
  mutating func release(_ transfer: Int, arisen: Instant) {
    let isFirst = app.start(transfer)
    guard !hasStoppedTransfers else {
      app.addLaterJob(of: transfer)
      return
    }
    let isInWindow = model.transfers[transfer].window?.contains(arisen) ?? false
    append(
      Job(
        transfer: transfer, start: now, arises: arisen, isFirst: isFirst, isMeasured: isFirst || isInWindow))
    let count = min(model.transfers[transfer].count, model.transfers[transfer].batchSize)
    guard count > 0 else { return }
    app.enqueue(Submission(job: jobs.count - 1, items: count, isChallenged: true))
  }

  /// Adds a job, which ends at once if it has no items.
  @inline(__always)
  mutating func append(_ job: Job) {
    jobs.append(job)
    guard job.isMeasured else { return }
    app.openMeasuredJob()
    settle(jobs.count - 1)
  }

  /// Closes a job if it has no more items.
  @inline(__always)
  mutating func settle(_ job: Int) {
    guard jobs[job].outstanding == 0, jobs[job].isOpen, jobs[job].toRetry == 0,
      jobs[job].isStopped || jobs[job].submitted >= model.transfers[jobs[job].transfer].count
    else { return }
    jobs[job].isOpen = false
    if jobs[job].isMeasured { app.closeMeasuredJob() }
  }

  /// Schedules the first time that the work of a transfer comes up: in a visit if the transfer starts in the foreground and
  /// no task or push submits it, otherwise at a random time in the first period or the first day, whichever is shorter.
  mutating func scheduleFirstRelease(_ transfer: Int, _ start: RunStart) {
    var time = start.visit
    if model.transfers[transfer].arisesAnytime {
      var random = start.stream(model.streams.starts[transfer])
      time = random.below(min(model.transfers[transfer].period ?? DailyPattern.day, DailyPattern.day))
    }
    scheduleWork(of: transfer, at: time, arisen: time)
  }

  private mutating func scheduleWork(of transfer: Int, at time: Instant, arisen: Instant) {
    guard time < .never, arisen < .never else { return }
    events.push(Event(time: time, kind: .work, index: transfer, generation: Int(arisen)))
  }

  /// Releases the work of a transfer, which has just come up or has waited for the user.
  mutating func releaseWhenDue(_ event: Event) {
    let transfer = event.index
    let arisen = Instant(event.generation)
    let isNew = event.time == arisen
    if isNew, let period = model.transfers[transfer].period {
      let next = arisen.later(by: period)
      scheduleWork(of: transfer, at: next, arisen: next)
    }
    guard !model.transfers[transfer].isStarted else {
      awaitStart(of: transfer, arisen: arisen)
      return
    }
    let counts = counts(transfer, arisen: arisen)
    // A transfer that starts in the foreground waits for the user to open the app.
    guard model.transfers[transfer].startsInBackground || device.foregroundSessions.isOpen else {
      let opening = max(now + 1, device.foregroundSessions.nextChange)
      if isNew, counts, opening < .never { app.waitForStart(true) }
      scheduleWork(of: transfer, at: opening, arisen: arisen)
      return
    }
    if !isNew, counts { app.waitForStart(false) }
    release(transfer, arisen: arisen)
  }

  /// Whether the estimate counts the work of a transfer, given the time at which the work came up.
  private func counts(_ transfer: Int, arisen: Instant) -> Bool {
    model.transfers[transfer].window?.contains(arisen) ?? false
  }

  /// Adds work that has come up and that a task or push submits later.
  mutating func awaitStart(of transfer: Int, arisen: Instant) {
    app.addDueWork(DueWork(transfer: transfer, arisen: arisen))
    if counts(transfer, arisen: arisen) { app.waitForStart(true) }
  }

  /// Submits a transfer in the handler of a task or push: new work, or all work of the transfer that has come up and waits.
  @inline(__always)
  mutating func startWork(_ transfer: Int) {
    guard model.transfers[transfer].waitsForStart else { return release(transfer, arisen: now) }
    startDueWork(of: transfer)
  }

  private mutating func startDueWork(of transfer: Int) {
    searched += app.dueWork.count
    for work in app.takeDueWork(of: transfer) {
      if counts(transfer, arisen: work.arisen) { app.waitForStart(false) }
      release(transfer, arisen: work.arisen)
    }
  }

  /// Counts the work that no task or push has submitted by the end of the run as work that never ends.
  mutating func abandonDueWork() {
    for work in app.dueWork where counts(work.transfer, arisen: work.arisen) {
      let isFirst = app.start(work.transfer)
      jobs.append(Job(transfer: work.transfer, start: now, arises: work.arisen, isFirst: isFirst))
    }
  }
}
