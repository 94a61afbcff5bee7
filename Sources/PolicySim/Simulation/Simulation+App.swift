internal import PolicyModel

// The app: its resumes, the events that it receives, and the jobs that it releases.
extension Simulation {
  /// The daemon resumes the app, now or when the limiter allows it.
  mutating func wake(for job: Int, isCounted: Bool) {
    guard mayLaunch else { return }
    let time = daemon.limiter.deliveryTime(ofEventAt: now)
    guard time <= now else {
      app.delayWake(until: time, for: job)
      return
    }
    resume(for: job, isCounted: isCounted)
  }

  @inline(__always)
  private mutating func resume(for job: Int, isCounted: Bool) {
    daemon.limiter.resume(at: now)
    runApp(for: model.settings.awake)
    guard isCounted else { return }
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

  /// Delivers the events of a job; the app submits the items that failed, or else the next ones.
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
    guard rest > 0 else { return }
    // The items count as submitted as soon as they are enqueued.
    app.enqueue(
      Submission(job: job, items: min(rest, model.transfers[transfer].batchSize), isChallenged: true))
  }

  // MARK: - Jobs

  /// A transfer releases a job.
  @inline(__always)
  mutating func release(_ transfer: Int, isMeasured: Bool) {
    guard !hasStoppedTransfers else {
      app.addLaterJob(of: transfer)
      return
    }
    append(Job(transfer: transfer, start: now, isMeasured: isMeasured))
    let count = min(model.transfers[transfer].count, model.transfers[transfer].batchSize)
    guard count > 0 else { return }
    app.enqueue(Submission(job: jobs.count - 1, items: count, isChallenged: true))
  }

  /// Adds a job, which is over at once if it has no items.
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

  /// A transfer releases its next job by itself.
  mutating func releaseWhenDue(_ transfer: Int) {
    // A transfer that starts in the foreground waits for the user to open the app.
    guard model.transfers[transfer].startsInBackground || device.foregroundSessions.isOpen else {
      let opening = max(now + 1, device.foregroundSessions.nextChange)
      if opening < .never { events.push(Event(time: opening, kind: .work, index: transfer)) }
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

  /// The handler of a task or push submits a transfer.
  @inline(__always)
  mutating func startWork(_ transfer: Int) {
    release(transfer, isMeasured: app.start(transfer))
  }
}
