internal import PolicyModel

// The silent pushes, and the launches for them.
extension Simulation {
  @inline(__always)
  mutating func scheduleNextPush(_ push: Int, isArriving: Bool = false) {
    let time = scheduler.nextPush(
      push, perDay: model.launches.pushes[push].perDay, isEven: model.day.isIdeal,
      arrived: isArriving ? now : nil)
    if time < .never { events.push(Event(time: time, kind: .push, index: push)) }
  }

  /// Handles a push that arrives: the push launches the app, or the system stores or drops it.
  @inline(__always)
  mutating func pushArrives(_ push: Int) {
    scheduleNextPush(push, isArriving: true)
    // A push to an open app is neither limited nor a launch.
    if device.foregroundSessions.isOpen {
      scheduler.count(.deliveredToOpenApp, of: push, at: now)
      return startWork(ofPush: push)
    }
    guard mayPush else {
      return scheduler.count(app.isClosedToPushes ? .forceQuit : .refreshOff, of: push, at: now)
    }
    if let reason = reasonToStorePush { return store(push, because: reason) }
    if scheduler.arrive(push, at: now) {
      launch(forPush: push)
    } else {
      if isTraced { record(.pushStored(model.launches.pushes[push].name)) }
      awaitStoredPush(push)
    }
  }

  /// Whether silent pushes may reach the app in the background.
  private var mayPush: Bool { !app.isClosedToPushes && device.refreshesInBackground }

  /// The reason other than the throttle why no push may launch the app now; `nil` if no such reason exists.
  @inline(__always)
  private var reasonToStorePush: PushOutcome? {
    mutating get {
      if device.savesPower { return .powerSaving }
      return isUsed(within: model.settings.launches.pushUse) ? nil : .unusedApp
    }
  }

  /// Whether the app has been open within a time.
  @inline(__always)
  mutating func isUsed(within span: Int64) -> Bool {
    if span == .max { return true }
    if scheduler.lastUse == nil { scheduler.findLastUse(before: device.foregroundSessions) }
    return device.foregroundSessions.isOpen || now - (scheduler.lastUse ?? 0) <= span
  }

  private mutating func store(_ push: Int, because reason: PushOutcome) {
    scheduler.store(push, because: reason, at: now)
    if isTraced { record(.pushStored(model.launches.pushes[push].name)) }
  }

  @inline(__always)
  private mutating func awaitStoredPush(_ push: Int) {
    let due = scheduler.storedPushIsDue
    if due < .never { events.push(Event(time: due, kind: .storedPush, index: push)) }
  }

  /// Delivers the stored push if it is due and the device does not save power.
  mutating func resumePushes() {
    guard let push = scheduler.storedPush, !device.savesPower, scheduler.storedPushIsDue <= now else {
      return
    }
    events.push(Event(time: now, kind: .storedPush, index: push))
  }

  /// Launches the app for the stored push, if a push is still stored and due.
  mutating func deliverStoredPushIfDue() {
    guard scheduler.storedPush != nil, mayPush, reasonToStorePush == nil, !device.foregroundSessions.isOpen,
      let push = scheduler.takeStoredPush(at: now)
    else { return }
    launch(forPush: push)
  }

  /// Delivers the stored push to the app, which the user has opened.
  mutating func deliverStoredPush() {
    guard let push = scheduler.forgetStoredPush() else { return }
    scheduler.count(.deliveredToOpenApp, of: push, at: now)
    startWork(ofPush: push)
  }

  @inline(__always)
  private mutating func launch(forPush index: Int) {
    let time = model.launches.pushes[index].timeToRun
    let isCutOff = model.launches.pushes[index].isCutOff
    scheduler.launch(
      forPush: index, at: now, energy: model.launches.pushes[index].energy, isCutOff: isCutOff)
    app.launchForPush()
    if isTraced {
      record(.launched(.push(model.launches.pushes[index].name), delay: daemon.limiter.delay))
      if isCutOff { record(.cutOff(.push(model.launches.pushes[index].name)), at: now.later(by: time)) }
    }
    runApp(for: max(time, model.settings.awake))
    deliverFinishedSessions()
    startWork(ofPush: index)
  }

  /// Submits the transfers of a push, as its handler does.
  private mutating func startWork(ofPush index: Int) {
    for position in model.launches.pushes[index].starts.indices {
      startWork(model.launches.pushes[index].starts[position])
    }
  }
}
