internal import PlatformFacts
internal import PolicyModel
internal import Quantities

// The tasks for which the system launches the app, and the tasks that the user starts.
extension Simulation {
  // MARK: - Requests

  /// Submits the app's first requests.
  mutating func requestTasks() {
    for index in scheduler.tasks.indices
    where model.launches.tasks[index].kind != .continuedProcessing && model.launches.tasks[index].isRequested
    {
      request(index, from: 0)
    }
    if model.day.isIdeal { startContinuedProcessing() }
    considerProcessing()
  }

  /// Submits a request at a time.
  private mutating func request(_ index: Int, from time: Instant) {
    scheduler.request(index, from: time.later(by: wait(of: index, from: time)))
    switch model.launches.tasks[index].kind {
    case .appRefresh, .processing: awaitRequested(index)
    case .continuedProcessing: break
    }
  }

  /// The milliseconds for which the system may not fulfill a request that is submitted at a time.
  private mutating func wait(of task: Int, from time: Instant) -> Int64 {
    model.launches.tasks[task].earliest.wait(
      at: time + device.offset, failures: scheduler.tasks[task].failures)
  }

  /// Submits the request of a task, as the app does when the user opens or leaves it; the request replaces a pending
  /// request.
  mutating func resubmit(_ index: Int) {
    guard scheduler.tasks[index].isPending else {
      request(index, from: now)
      scheduler.markProcessingStale()
      return
    }
    guard !model.launches.tasks[index].keepsPending else { return }
    // An opportunity before the time at which the new request may be fulfilled is lost.
    scheduler.postpone(index, until: now.later(by: wait(of: index, from: now)))
    if scheduler.tasks[index].hasTime, scheduler.tasks[index].eligible > now { loseTime(index) }
  }

  private mutating func schedule(_ kind: Event.Kind, at time: Instant, for task: Int) {
    guard time < .never else { return }
    events.push(
      Event(time: time, kind: kind, index: task, generation: scheduler.tasks[task].generation))
  }

  private mutating func awaitOpportunity(_ task: Int, from time: Instant) {
    let opportunity =
      model.launches.tasks[task].kind == .appRefresh
      ? scheduler.drawOpportunity(task, from: time, offset: device.offset, model)
      : scheduler.drawProcessing(task, from: time, device, model)
    schedule(.launchOpportunity, at: opportunity, for: task)
  }

  /// Waits for the opportunity of a request that has just been submitted.
  private mutating func awaitRequested(_ index: Int) {
    awaitOpportunity(index, from: scheduler.tasks[index].eligible)
  }

  // MARK: - Launches

  /// Launches the app for a task at an opportunity, if nothing prevents it.
  mutating func launchIfPossible(_ index: Int) {
    guard model.launches.tasks[index].kind == .appRefresh else { return planProcessing(index) }
    guard scheduler.tasks[index].isPending else { return }
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
    guard isUsed(within: model.settings.launches.refreshUse) else {
      // No opportunity follows before the user opens the app again.
      awaitOpportunity(index, from: max(now + 1, device.foregroundSessions.nextChange))
      return
    }
    launch(index)
  }

  /// Launches the app for a task, whose handler submits the next request before its work.
  private mutating func launch(_ index: Int) {
    let wanted = model.launches.tasks[index].timeToRun
    let time = min(wanted, interruption(of: index))
    let end = now.later(by: time)
    scheduler.launch(
      index, at: now, energy: model.launches.tasks[index].energy, until: end, isInterrupted: time < wanted)
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

  /// Submits the next request. The caller schedules the request's event when the generation of the handler is known.
  private mutating func requestNext(_ index: Int) {
    // Opportunities have gaps of their own. Without opportunities, each request would be fulfilled at once.
    let isRefresh = model.launches.tasks[index].kind == .appRefresh
    let hasOpportunities = model.settings.launches.isThrottled && !(isRefresh && model.day.isIdeal)
    let gap = hasOpportunities ? 1 : model.settings.launches.refreshGap
    scheduler.request(index, from: now.later(by: max(wait(of: index, from: now), gap)))
  }

  /// Ends the time of a handler; work that does not fit into the time is repeated at the next launch.
  mutating func taskEnds(_ index: Int) {
    guard scheduler.stopHandler(of: index) else { return }
    guard model.launches.tasks[index].isCutOff || scheduler.tasks[index].isInterrupted else {
      scheduler.complete(index, at: now)
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

  /// The time after which the device or its user ends a launch, in milliseconds.
  private mutating func interruption(of index: Int) -> Int64 {
    let settings = model.settings.launches
    switch model.launches.tasks[index].kind {
    case .appRefresh:
      guard settings.earlyExpiryShare > 0, scheduler.handlerUnit(index, 0) < settings.earlyExpiryShare else {
        return .max
      }
      let range = PlatformFacts.earlyExpiry.value
      let spread = Double(range.upperBound.milliseconds - range.lowerBound.milliseconds)
      return range.lowerBound.milliseconds + Int64(scheduler.handlerUnit(index, 1) * spread)
    case .processing:
      guard settings.deviceUseGap < .infinity else { return .max }
      // Uses of the device are independent of each other while the user is awake.
      let (isAwake, until) = model.processing.state(at: now + device.offset)
      let wait = -settings.deviceUseGap * naturalLog(1 - scheduler.handlerUnit(index, 0))
      return 1 + Int64(min(wait, 0x1p60)) + (isAwake ? 0 : until - now - device.offset)
    case .continuedProcessing:
      return .max
    }
  }

  // MARK: - Processing

  /// Records that the system has time for a processing task, which runs now or as soon as nothing prevents it.
  private mutating func planProcessing(_ index: Int) {
    guard scheduler.tasks[index].opportunity == now,
      scheduler.tasks[index].isPending || scheduler.tasks[index].isLost
    else { return }
    guard scheduler.tasks[index].eligible <= now else {
      awaitOpportunity(index, from: scheduler.tasks[index].eligible)
      return
    }
    scheduler.noteOpportunity(index, at: now)
    guard isUsed(within: model.settings.launches.processingUse) else {
      awaitOpportunity(index, from: max(now + 1, device.foregroundSessions.nextChange))
      return
    }
    scheduler.setHasTime(index, true)
    scheduler.markProcessingStale()
  }

  /// Ends the opportunity of a processing task, which waits for its next opportunity.
  private mutating func loseTime(_ index: Int) {
    scheduler.setHasTime(index, false)
    awaitOpportunity(index, from: max(now + 1, scheduler.tasks[index].eligible))
  }

  /// Launches the app for the processing tasks that can run now.
  mutating func considerProcessing() {
    guard scheduler.isProcessingStale else { return }
    scheduler.markProcessingConsidered()
    guard mayLaunch, !device.savesPower, !device.foregroundSessions.isOpen else { return }
    for index in scheduler.tasks.indices where scheduler.tasks[index].hasTime {
      guard scheduler.tasks[index].isPending, scheduler.tasks[index].runsUntil == nil,
        device.charging.isOn || !model.launches.tasks[index].needsPower,
        !model.launches.tasks[index].needsNetwork || device.hasWifi || device.cellular.isOn
      else { continue }
      launch(index)
    }
  }

  /// Handles the end of charging: tasks that need power are cut off, and their opportunities end.
  mutating func stopCharging() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].needsPower {
      if scheduler.stopHandler(of: index) { cutOff(index) }
      if scheduler.tasks[index].hasTime { loseTime(index) }
    }
  }

  /// Cuts off processing tasks when the user opens the app or the device reboots.
  mutating func interruptProcessing() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind == .processing {
      if scheduler.stopHandler(of: index) { cutOff(index) }
    }
  }

  /// Starts the continued processing that the user has wanted; it continues when the user leaves the app.
  mutating func startContinuedProcessing() {
    for index in scheduler.tasks.indices where model.launches.tasks[index].kind == .continuedProcessing {
      for _ in 0..<wantedStarts(of: index) {
        scheduler.startContinued(index, at: now)
        runApp(for: model.launches.tasks[index].timeToRun)
        startWork(ofTask: index)
      }
    }
  }

  /// The number of starts of a task that the user has wanted since the app was last open: one start in the
  /// run, unless the policy has a number of starts a day.
  private mutating func wantedStarts(of index: Int) -> Int {
    guard let perDay = model.launches.tasks[index].perDay else {
      return scheduler.tasks[index].counts.first == nil ? 1 : 0
    }
    return scheduler.wantedStarts(of: index, perDay: perDay, at: now, isIdeal: model.day.isIdeal)
  }
}
