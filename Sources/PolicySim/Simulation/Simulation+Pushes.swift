internal import PolicyModel

// The silent pushes, and the launches for them.
extension Simulation {
  @inline(__always)
  mutating func scheduleNextPush(_ push: Int) {
    let time = scheduler.nextPush(
      push, perDay: model.launches.pushes[push].perDay, isEven: model.day.isIdeal)
    if time < .never { events.push(Event(time: time, kind: .push, index: push)) }
  }

  /// A push arrives: it launches the app, or the throttle stores it.
  @inline(__always)
  mutating func pushArrives(_ push: Int) {
    if now < DailyPattern.week { scheduler.countSentPush(push) }
    scheduleNextPush(push)
    // A push to an open app is neither limited nor a launch.
    if device.foregroundSessions.isOpen { return startWork(ofPush: push) }
    guard mayLaunch else { return }
    if scheduler.arrive(push, at: now) {
      launch(forPush: push)
    } else {
      if isTraced { record(.pushStored(model.launches.pushes[push].name)) }
      events.push(Event(time: scheduler.storedPushIsDue, kind: .storedPush, index: push))
    }
  }

  /// Launches the app for the stored push, if there still is one and it is due.
  mutating func deliverStoredPushIfDue() {
    guard mayLaunch, let push = scheduler.takeStoredPush(at: now) else { return }
    launch(forPush: push)
  }

  /// Delivers the stored push to the app, which the user has opened.
  mutating func deliverStoredPush() {
    guard let push = scheduler.forgetStoredPush() else { return }
    startWork(ofPush: push)
  }

  @inline(__always)
  private mutating func launch(forPush index: Int) {
    let time = model.launches.pushes[index].timeToRun
    let isCutOff = model.launches.pushes[index].isCutOff
    scheduler.launch(
      forPush: index, at: now, energy: model.launches.pushes[index].energy, isCutOff: isCutOff)
    app.countLaunch()
    if isTraced {
      record(.launched(.push(model.launches.pushes[index].name), delay: daemon.limiter.delay))
      if isCutOff { record(.cutOff(.push(model.launches.pushes[index].name)), at: now.later(by: time)) }
    }
    runApp(for: max(time, model.settings.awake))
    deliverFinishedSessions()
    startWork(ofPush: index)
  }

  /// The handler of a push submits its transfers.
  private mutating func startWork(ofPush index: Int) {
    for position in model.launches.pushes[index].starts.indices {
      startWork(model.launches.pushes[index].starts[position])
    }
  }
}
