internal import PolicyModel

// The events of the user and the device.
extension Simulation {
  /// Handles the start of a foreground session.
  mutating func appOpened() {
    guard device.foregroundSessions.nextChange == now, !device.foregroundSessions.isOpen else { return }
    device.foregroundSessions.flip()
    daemon.markNetworksStale()
    if isTraced { record(.condition(.foreground, isOn: true)) }
    let delay = daemon.limiter.delay
    daemon.limiter.foreground()
    if delay > daemon.limiter.delay, isTraced { record(.delayForgotten(delay: delay)) }
    app.open()
    if !endsWithTransfers { scheduler.noteAges(at: now, model) }
    for index in daemon.batches.indices where daemon.batches[index].isUnfinished {
      if daemon.batches[index].isHeld, daemon.limiter.rules.resetsInVisits { open(index) }
      daemon.endInferredDiscretion(of: index)
    }
    interruptProcessing()
    scheduler.restoreRequests()
    for session in daemon.sessions.indices { deliver(session) }
    deliverStoredPush()
    startContinuedProcessing()
    for position in model.launches.submittedAtLaunch.indices {
      resubmit(model.launches.submittedAtLaunch[position])
    }
  }

  /// Handles the end of a foreground session; returns `false` if no session ends now.
  mutating func appLeft() -> Bool {
    guard device.foregroundSessions.nextChange == now, device.foregroundSessions.isOpen else { return false }
    let isQuit = model.device.quitsApp && (device.isOfQuitter || device.foregroundSessions.endsInForceQuit)
    device.foregroundSessions.flip()
    if isTraced { record(.condition(.foreground, isOn: false)) }
    scheduler.appLeft(at: now)
    scheduler.markProcessingStale()
    if model.hasForegroundSessions { daemon.markNetworksStale() }
    if isQuit {
      forceQuit()
    } else {
      finishInBackground()
      for position in model.launches.submittedInBackground.indices {
        resubmit(model.launches.submittedInBackground[position])
      }
    }
    return true
  }

  /// Handles changes of the device's conditions.
  @inline(__always)
  mutating func conditionsChange() {
    guard device.nextChange == now else { return }
    let before = trace == nil ? [] : conditions
    let wasCharging = device.charging.isOn
    let isReboot = device.change(at: now)
    daemon.markNetworksStale()
    scheduler.markProcessingStale()
    if isTraced { recordChanges(from: before) }
    if wasCharging, !device.charging.isOn { stopCharging() }
    if isReboot { reboot() }
    resumePushes()
  }

  /// Handles a force quit: all transfers are cancelled, and the system does not launch the app until the user opens it
  /// again.
  private mutating func forceQuit() {
    app.forceQuit(at: now)
    if isTraced { record(.forceQuit) }
    for index in daemon.batches.indices where daemon.batches[index].isUnfinished { cancel(batch: index) }
    scheduler.discardStoredPush(at: now)
  }

  /// Handles a reboot: processing requests are lost until the app runs again, and an app that was force quit can again be
  /// launched by silent pushes.
  private mutating func reboot() {
    if isTraced { record(.reboot) }
    app.reboot(at: now)
    interruptProcessing()
    scheduler.loseProcessingRequests(model)
  }

  /// Runs the app's background tasks as far as the app's time allows.
  private mutating func finishInBackground() {
    for index in model.launches.backgroundTasks.indices {
      let runtime = model.launches.backgroundTasks[index].runtime
      let window = model.launches.backgroundTasks[index].window
      app.runBackgroundTask(index, isCutOff: runtime > window)
      runApp(for: min(runtime, window))
    }
  }

  /// Whether the system may launch or resume the app for a task, a push or a session.
  var mayLaunch: Bool { !app.isForceQuit && device.refreshesInBackground }
}
