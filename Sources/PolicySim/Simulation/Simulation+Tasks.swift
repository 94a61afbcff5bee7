internal import PolicyModel

// The tasks that the system launches the app for, and those that the user starts.
extension Simulation {
  // MARK: - Requests

  /// The app submits its first requests.
  mutating func requestTasks() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind != .continuedProcessing {
      request(index, from: 0)
    }
    if device.charging.isOn { startCharging() }
    if model.day.isIdeal { startContinuedProcessing() }
    considerProcessing()
  }

  /// The app submits a request at a time.
  private mutating func request(_ index: Int, from time: Instant) {
    scheduler.request(index, from: time.later(by: wait(of: index, from: time)))
    switch model.launches.tasks[index].kind {
    case .appRefresh, .processing: awaitRequested(index)
    case .continuedProcessing: break
    }
  }

  /// The time before which the system may not fulfill a request that is submitted at a time.
  private func wait(of task: Int, from time: Instant) -> Int64 {
    model.launches.tasks[task].earliest.wait(
      at: time + device.offset, failures: scheduler.tasks[task].failures)
  }

  /// The user has opened or left the app, which submits the requests of that moment in place of pending ones.
  mutating func resubmit(_ isSubmitted: KeyPath<PlannedTask, Bool>) {
    for index in scheduler.tasks.indices where model.launches.tasks[index][keyPath: isSubmitted] {
      guard model.launches.tasks[index].kind != .continuedProcessing else { continue }
      guard scheduler.tasks[index].isPending else {
        request(index, from: now)
        scheduler.markProcessingStale()
        continue
      }
      guard !model.launches.tasks[index].keepsPending else { continue }
      let wasEligible = scheduler.tasks[index].eligible <= now
      scheduler.postpone(index, until: now.later(by: wait(of: index, from: now)))
      // An event that is too early is rescheduled; a request for processing that could run already has no event.
      if wasEligible, model.launches.tasks[index].kind == .processing {
        schedule(.launchOpportunity, at: scheduler.tasks[index].eligible, for: index)
      }
    }
  }

  private mutating func schedule(_ kind: Event.Kind, at time: Instant, for task: Int) {
    guard time < .never else { return }
    events.push(
      Event(time: time, kind: kind, index: task, generation: scheduler.tasks[task].generation))
  }

  private mutating func awaitOpportunity(_ task: Int, from time: Instant) {
    let opportunity = scheduler.drawOpportunity(task, from: time, offset: device.offset, model)
    schedule(.launchOpportunity, at: opportunity, for: task)
  }

  /// Waits for the opportunity of a request that has just been submitted.
  private mutating func awaitRequested(_ index: Int) {
    if model.launches.tasks[index].kind == .appRefresh {
      awaitOpportunity(index, from: scheduler.tasks[index].eligible)
    } else {
      schedule(.launchOpportunity, at: scheduler.tasks[index].eligible, for: index)
    }
  }

  // MARK: - Launches

  /// Launches the app for a task at an opportunity, if nothing prevents it.
  mutating func launchIfPossible(_ index: Int) {
    let isPending = scheduler.tasks[index].isPending
    guard model.launches.tasks[index].kind == .appRefresh else {
      scheduler.markProcessingStale()
      if isPending, scheduler.tasks[index].eligible > now {
        schedule(.launchOpportunity, at: scheduler.tasks[index].eligible, for: index)
        return
      }
      if isPending, !scheduler.tasks[index].hasNight, isAlwaysCharging { rollNight(index) }
      return
    }
    guard isPending else { return }
    guard scheduler.tasks[index].eligible <= now else {
      awaitOpportunity(index, from: scheduler.tasks[index].eligible)
      return
    }
    scheduler.noteOpportunity(index, at: now)
    let isHindered = device.savesPower || device.lowDataMode.isOn || device.foregroundSessions.isOpen
    guard mayLaunch, !isHindered else {
      awaitOpportunity(index, from: now.later(by: 60_000))
      return
    }
    launch(index)
  }

  /// Launches the app for a task; its handler submits the next request before its work.
  private mutating func launch(_ index: Int) {
    let time = model.launches.tasks[index].timeToRun
    let end = now.later(by: time)
    scheduler.launch(index, at: now, energy: model.launches.tasks[index].energy, until: end)
    app.countLaunch()
    if isTraced {
      record(.launched(.task(model.launches.tasks[index].name), delay: daemon.limiter.delay))
    }
    if model.launches.tasks[index].reschedules { requestNext(index) }
    runApp(for: max(time, model.settings.awake))
    deliverFinishedSessions()
    startWork(ofTask: index)
    scheduler.beginGeneration(of: index)
    schedule(.taskEnd, at: end, for: index)
    if scheduler.tasks[index].isPending { awaitRequested(index) }
  }

  private mutating func startWork(ofTask index: Int) {
    for position in model.launches.tasks[index].starts.indices {
      startWork(model.launches.tasks[index].starts[position])
    }
  }

  /// Submits the next request; its event is scheduled when the generation of the handler is known.
  private mutating func requestNext(_ index: Int) {
    let gap =
      model.launches.tasks[index].kind == .appRefresh
      ? model.settings.launches.refreshGap : isAlwaysCharging ? DailyPattern.day : 1
    scheduler.request(index, from: now.later(by: max(wait(of: index, from: now), gap)))
  }

  /// The time of a handler ends; work that does not fit is repeated at the next launch.
  mutating func taskEnds(_ index: Int) {
    guard scheduler.stopHandler(of: index) else { return }
    guard model.launches.tasks[index].isCutOff else {
      scheduler.complete(index)
      if model.launches.tasks[index].reschedulesAtEnd, !scheduler.tasks[index].isPending {
        requestNext(index)
        awaitRequested(index)
      }
      return
    }
    cutOff(index)
  }

  private mutating func cutOff(_ index: Int) {
    scheduler.cutOff(index)
    if isTraced { record(.cutOff(.task(model.launches.tasks[index].name))) }
    guard !scheduler.tasks[index].isPending else { return }
    requestNext(index)
    awaitRequested(index)
  }

  // MARK: - Processing

  /// Whether the device never leaves its power: each night lasts a day then.
  @inline(__always)
  private var isAlwaysCharging: Bool { device.charging.isOn && device.charging.nextChange == .never }

  /// The device begins to charge: the system may plan tasks for this time.
  mutating func startCharging() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind == .processing {
      rollNight(index)
    }
    scheduler.markProcessingStale()
  }

  private mutating func rollNight(_ index: Int) {
    scheduler.drawNight(index, nightsPerDay: model.settings.launches.nightsPerDay)
    guard !scheduler.tasks[index].hasNight, isAlwaysCharging else { return }
    schedule(.launchOpportunity, at: now.later(by: DailyPattern.day), for: index)
  }

  /// Launches the app for the processing tasks that can run now.
  mutating func considerProcessing() {
    guard scheduler.isProcessingStale else { return }
    scheduler.markProcessingConsidered()
    guard device.charging.isOn, mayLaunch, !device.savesPower, !device.foregroundSessions.isOpen else {
      return
    }
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind == .processing {
      guard scheduler.tasks[index].isPending, scheduler.tasks[index].hasNight,
        scheduler.tasks[index].runsUntil == nil, scheduler.tasks[index].eligible <= now,
        !model.launches.tasks[index].needsNetwork || device.hasWifi || device.cellular.isOn
      else { continue }
      launch(index)
      // A device that always charges has its next night a day later.
      if isAlwaysCharging { rollNight(index) }
    }
  }

  /// Cuts off processing tasks when charging ends or the user opens the app.
  mutating func interruptProcessing() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind == .processing {
      if scheduler.stopHandler(of: index) { cutOff(index) }
    }
  }

  /// Starts the continued processing that the user has wanted, which continues when they leave.
  mutating func startContinuedProcessing() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind == .continuedProcessing {
      for _ in 0..<wantedStarts(of: index) {
        scheduler.startContinued(index, at: now)
        runApp(for: model.launches.tasks[index].timeToRun)
        startWork(ofTask: index)
      }
    }
  }

  /// The number of times that the user has wanted a task since the app was last open: once in the run, unless the policy says
  /// how often a day.
  private mutating func wantedStarts(of index: Int) -> Int {
    guard let perDay = model.launches.tasks[index].perDay else {
      return scheduler.tasks[index].counts.first == nil ? 1 : 0
    }
    return scheduler.wantedStarts(of: index, perDay: perDay, at: now, isIdeal: model.day.isIdeal)
  }
}
