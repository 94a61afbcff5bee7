internal import PolicyModel

// What the user and the device do.
extension Simulation {
  mutating func visitorArrives() {
    guard device.visits.nextChange == now, !device.visits.isOpen else { return }
    device.visits.flip()
    isForceQuit = false
    areNetworksStale = true
    if isTraced { tell(.condition(.foreground, isOn: true)) }
    if limiter.delay > 0, isTraced { tell(.delayForgotten(delay: limiter.delay)) }
    limiter.foreground()
    delayedWake = nil
    for index in groups.indices where groups[index].isUnfinished {
      if groups[index].isHeld { open(index) }
      // What was only inferred to be discretionary is so no longer.
      if groups[index].isDiscretionaryByInference { groups[index].isDiscretionary = false }
    }
    interruptProcessing()
    restoreRequests()
    for session in sessions.indices { deliver(session) }
    deliverStoredPush()
    startContinuedProcessing()
    resubmit(\.isSubmittedAtLaunch)
  }

  /// `true` where the user has just left.
  mutating func visitorLeaves() -> Bool {
    guard device.visits.nextChange == now, device.visits.isOpen else { return false }
    let isQuit = plan.device.quitsApp && device.visits.endsInForceQuit
    device.visits.flip()
    if isTraced { tell(.condition(.foreground, isOn: false)) }
    isProcessingStale = true
    if plan.hasForegroundSessions { areNetworksStale = true }
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
    let before = story == nil ? [] : conditions
    let wasCharging = device.charging.isOn
    let isReboot = device.change(at: now)
    areNetworksStale = true
    isProcessingStale = true
    if isTraced { tellChanges(from: before) }
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
    if isTraced { tell(.forceQuit) }
    for index in groups.indices where groups[index].isUnfinished { cancel(index) }
    throttle.forgetStored()
  }

  /// The device starts anew: the processing requests are lost until the app runs again.
  private mutating func reboot() {
    if isTraced { tell(.reboot) }
    awakeUntil = min(awakeUntil, now)
    interruptProcessing()
    for index in tasks.indices where plan.launches.tasks[index].kind == .processing && tasks[index].isPending
    {
      tasks[index].isPending = false
      tasks[index].isLost = true
    }
  }

  /// The app finishes what it has begun with `beginBackgroundTask` as far as its time allows.
  private mutating func finishInBackground() {
    for index in backgroundTasks.indices {
      let runtime = plan.launches.backgroundTasks[index].runtime
      let window = plan.launches.backgroundTasks[index].window
      backgroundTasks[index].runs += 1
      if runtime > window { backgroundTasks[index].cutOffs += 1 }
      runApp(for: min(runtime, window))
    }
  }

  /// Whether the system may launch or resume the app for a task, a push or a session.
  var mayLaunch: Bool { !isForceQuit && plan.device.refreshesInBackground }
}

/// Work that the app goes on with when the user leaves it, in the course of a run.
struct BackgroundTaskState: Sendable {
  var runs = 0
  /// Runs whose time was up before their work was done.
  var cutOffs = 0
}
