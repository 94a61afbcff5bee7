internal import PolicyModel

// What the user and the device do.
extension Simulation {
  mutating func appOpened() {
    guard device.foregroundSessions.nextChange == now, !device.foregroundSessions.isOpen else { return }
    device.foregroundSessions.flip()
    isForceQuit = false
    areNetworksStale = true
    if isTraced { record(.condition(.foreground, isOn: true)) }
    if limiter.delay > 0, isTraced { record(.delayForgotten(delay: limiter.delay)) }
    limiter.foreground()
    delayedWake = nil
    for index in batches.indices where batches[index].isUnfinished {
      if batches[index].isHeld { open(index) }
      // What was only inferred to be discretionary is so no longer.
      if batches[index].isDiscretionaryByInference { batches[index].isDiscretionary = false }
    }
    interruptProcessing()
    restoreRequests()
    for session in sessions.indices { deliver(session) }
    deliverStoredPush()
    startContinuedProcessing()
    resubmit(\.isSubmittedAtLaunch)
  }

  /// `true` if the user has just left.
  mutating func appLeft() -> Bool {
    guard device.foregroundSessions.nextChange == now, device.foregroundSessions.isOpen else { return false }
    let isQuit = model.device.quitsApp && device.foregroundSessions.endsInForceQuit
    device.foregroundSessions.flip()
    if isTraced { record(.condition(.foreground, isOn: false)) }
    isProcessingStale = true
    if model.hasForegroundSessions { areNetworksStale = true }
    if isQuit {
      forceQuit()
    } else {
      finishInBackground()
      resubmit(\.isSubmittedInBackground)
    }
    return true
  }

  /// What the device's conditions change to at this time.
  @inline(__always)
  mutating func conditionsChange() {
    guard device.nextChange == now else { return }
    let before = trace == nil ? [] : conditions
    let wasCharging = device.charging.isOn
    let isReboot = device.change(at: now)
    areNetworksStale = true
    isProcessingStale = true
    if isTraced { recordChanges(from: before) }
    if wasCharging != device.charging.isOn {
      if device.charging.isOn { powerComes() } else { interruptProcessing() }
    }
    if isReboot { reboot() }
  }

  /// The user ends the app: what its sessions hold is cancelled, and nothing runs until it is opened again.
  private mutating func forceQuit() {
    isForceQuit = true
    awakeUntil = min(awakeUntil, now)
    delayedWake = nil
    if isTraced { record(.forceQuit) }
    for index in batches.indices where batches[index].isUnfinished { cancel(index) }
    throttle.forgetStored()
  }

  /// The device starts anew: the processing requests are lost until the app runs again.
  private mutating func reboot() {
    if isTraced { record(.reboot) }
    awakeUntil = min(awakeUntil, now)
    interruptProcessing()
    for index in tasks.indices where model.launches.tasks[index].kind == .processing && tasks[index].isPending
    {
      tasks[index].isPending = false
      tasks[index].isLost = true
    }
  }

  /// The app finishes what it has begun with `beginBackgroundTask` as far as its time allows.
  private mutating func finishInBackground() {
    for index in backgroundTasks.indices {
      let runtime = model.launches.backgroundTasks[index].runtime
      let window = model.launches.backgroundTasks[index].window
      backgroundTasks[index].runs += 1
      if runtime > window { backgroundTasks[index].cutOffs += 1 }
      runApp(for: min(runtime, window))
    }
  }

  /// Whether the system may launch or resume the app for a task, a push or a session.
  var mayLaunch: Bool { !isForceQuit && model.device.refreshesInBackground }
}

/// Work that the app goes on with when the user leaves it, in the course of a run.
struct BackgroundTaskState: Sendable {
  var runs = 0
  /// Runs whose time was up before their work was done.
  var cutOffs = 0
}
