internal import PolicyModel

/// A task in the course of a run.
struct TaskState: Sendable {
  var random: RandomStream
  var counts = LaunchCounts()
  var completed = 0
  /// How far the user is from wanting it at the start, as a share of the time between two; for continued processing.
  var phase: Double?
  /// Whether the system has a request that it has not launched the app for.
  var isPending = false
  /// Whether the request was lost when the device started anew.
  var isLost = false
  /// From when on the system may launch the app for it.
  var eligible: Instant = 0
  /// Whether the system has the device's present time on power in mind for it.
  var hasNight = false
  /// When the system last had time for it, where it is an app refresh.
  var lastOpportunity: Instant?
  /// Until when its handler runs; `nil` if it does not.
  var runsUntil: Instant?
  /// How often it was cut off since its work was last done.
  var failures = 0
  /// Which run of its handler it is, for events.
  var generation = 0
}

extension Simulation {
  /// The app submits its requests, first of all.
  mutating func requestTasks() {
    for index in tasks.indices where model.launches.tasks[index].kind != .continuedProcessing {
      request(index, from: 0)
    }
    if device.charging.isOn { powerComes() }
    if model.day.isIdeal { startContinuedProcessing() }
    considerProcessing()
  }

  /// Requests that were lost are submitted again as soon as the app runs.
  @inline(__always)
  mutating func restoreRequests() {
    for index in tasks.indices where tasks[index].isLost {
      tasks[index].isLost = false
      tasks[index].isPending = true
      isProcessingStale = true
    }
  }

  /// The app submits a request that the system may fulfil from a time on.
  private mutating func request(_ index: Int, from time: Instant) {
    tasks[index].isPending = true
    tasks[index].eligible = time.later(by: wait(of: index, from: time))
    switch model.launches.tasks[index].kind {
    case .appRefresh: awaitOpportunity(index, from: tasks[index].eligible)
    case .processing: set(.launchOpportunity, at: tasks[index].eligible, for: index)
    case .continuedProcessing: break
    }
  }

  /// How long the system may not yet fulfil a request that is submitted at a time.
  private func wait(of task: Int, from time: Instant) -> Int64 {
    model.launches.tasks[task].earliest.wait(at: time + device.offset, failures: tasks[task].failures)
  }

  /// The user has opened the app, or left it: it submits the requests of that moment, in the place of those that wait.
  mutating func resubmit(_ isSubmitted: KeyPath<PlannedTask, Bool>) {
    for index in tasks.indices where model.launches.tasks[index][keyPath: isSubmitted] {
      guard model.launches.tasks[index].kind != .continuedProcessing else { continue }
      guard tasks[index].isPending else {
        request(index, from: now)
        isProcessingStale = true
        continue
      }
      guard !model.launches.tasks[index].keepsPending else { continue }
      let wasEligible = tasks[index].eligible <= now
      tasks[index].eligible = now.later(by: wait(of: index, from: now))
      // Its event finds out that it has come too early; a request for processing that could run already has none.
      if wasEligible, model.launches.tasks[index].kind == .processing {
        set(.launchOpportunity, at: tasks[index].eligible, for: index)
      }
    }
  }

  private mutating func set(_ kind: Event.Kind, at time: Instant, for task: Int) {
    guard time < .never else { return }
    events.push(Event(time: time, kind: kind, index: task, generation: tasks[task].generation))
  }

  private mutating func awaitOpportunity(_ task: Int, from time: Instant) {
    let opportunity = model.refreshOpportunity(
      after: tasks[task].lastOpportunity, from: time, offset: device.offset, &tasks[task].random)
    set(.launchOpportunity, at: opportunity, for: task)
  }

  /// The system finds time for a task, if nothing speaks against it.
  mutating func launchOpportunityComes(_ index: Int) {
    guard model.launches.tasks[index].kind == .appRefresh else {
      isProcessingStale = true
      if tasks[index].isPending, tasks[index].eligible > now {
        set(.launchOpportunity, at: tasks[index].eligible, for: index)
        return
      }
      if tasks[index].isPending, !tasks[index].hasNight, isAlwaysCharging { rollNight(index) }
      return
    }
    guard tasks[index].isPending else { return }
    guard tasks[index].eligible <= now else {
      awaitOpportunity(index, from: tasks[index].eligible)
      return
    }
    tasks[index].lastOpportunity = now
    let isHindered = device.savesPower || device.lowDataMode.isOn || device.foregroundSessions.isOpen
    guard mayLaunch, !isHindered else {
      awaitOpportunity(index, from: now.later(by: 60_000))
      return
    }
    launch(index)
  }

  /// Launches the app for a task; its handler asks for the next time before anything else.
  private mutating func launch(_ index: Int) {
    let time = model.launches.tasks[index].timeToRun
    tasks[index].counts.add(at: now, energy: model.launches.tasks[index].energy)
    launches += 1
    if isTraced { record(.launched(.task(model.launches.tasks[index].name), delay: limiter.delay)) }
    tasks[index].isPending = false
    tasks[index].hasNight = false
    if model.launches.tasks[index].reschedules { requestNext(index) }
    let end = now.later(by: time)
    tasks[index].runsUntil = end
    runApp(for: max(time, model.settings.awake))
    deliverFinishedSessions()
    startWork(ofTask: index)
    tasks[index].generation += 1
    set(.taskEnd, at: end, for: index)
    if tasks[index].isPending { awaitRequested(index) }
  }

  private mutating func startWork(ofTask index: Int) {
    for position in model.launches.tasks[index].starts.indices {
      startWork(model.launches.tasks[index].starts[position])
    }
  }

  /// The next request; its event is set when the handler's generation is.
  private mutating func requestNext(_ index: Int) {
    let gap =
      model.launches.tasks[index].kind == .appRefresh
      ? model.settings.launches.refreshGap : isAlwaysCharging ? DailyPattern.day : 1
    tasks[index].isPending = true
    tasks[index].eligible = now.later(by: max(wait(of: index, from: now), gap))
  }

  private mutating func awaitRequested(_ index: Int) {
    if model.launches.tasks[index].kind == .appRefresh {
      awaitOpportunity(index, from: tasks[index].eligible)
    } else {
      set(.launchOpportunity, at: tasks[index].eligible, for: index)
    }
  }

  /// A handler is done, or its time is up: what does not fit is repeated at the next launch.
  mutating func taskEnds(_ index: Int) {
    guard tasks[index].runsUntil != nil else { return }
    tasks[index].runsUntil = nil
    guard model.launches.tasks[index].isCutOff else {
      tasks[index].completed += 1
      tasks[index].failures = 0
      if model.launches.tasks[index].reschedulesAtEnd, !tasks[index].isPending {
        requestNext(index)
        awaitRequested(index)
      }
      return
    }
    cutOff(index)
  }

  private mutating func cutOff(_ index: Int) {
    tasks[index].counts.cutOffs += 1
    tasks[index].failures += 1
    if isTraced { record(.cutOff(.task(model.launches.tasks[index].name))) }
    guard !tasks[index].isPending else { return }
    requestNext(index)
    awaitRequested(index)
  }

  // MARK: - Processing

  /// Whether the device never leaves its power: a night is a day then.
  @inline(__always)
  private var isAlwaysCharging: Bool { device.charging.isOn && device.charging.nextChange == .never }

  /// The device is put on power: the system may have tasks in mind for this time.
  mutating func powerComes() {
    for index in tasks.indices where model.launches.tasks[index].kind == .processing { rollNight(index) }
    isProcessingStale = true
  }

  private mutating func rollNight(_ index: Int) {
    tasks[index].hasNight = tasks[index].random.unit() < model.settings.launches.nightsPerDay
    guard !tasks[index].hasNight, isAlwaysCharging else { return }
    set(.launchOpportunity, at: now.later(by: DailyPattern.day), for: index)
  }

  /// Launches the app for the processing tasks that the device has time for now.
  mutating func considerProcessing() {
    guard isProcessingStale else { return }
    isProcessingStale = false
    guard device.charging.isOn, mayLaunch, !device.savesPower, !device.foregroundSessions.isOpen else {
      return
    }
    for index in tasks.indices where model.launches.tasks[index].kind == .processing {
      guard tasks[index].isPending, tasks[index].hasNight, tasks[index].runsUntil == nil,
        tasks[index].eligible <= now,
        !model.launches.tasks[index].needsNetwork || device.hasWifi || device.cellular.isOn
      else { continue }
      launch(index)
      // Where power never goes, the next night is a day later.
      if isAlwaysCharging { rollNight(index) }
    }
  }

  /// Power goes or the user comes: processing is cut off.
  mutating func interruptProcessing() {
    for index in tasks.indices
    where model.launches.tasks[index].kind == .processing && tasks[index].runsUntil != nil {
      tasks[index].runsUntil = nil
      cutOff(index)
    }
  }

  /// The user has the app do something long, which goes on when they leave.
  mutating func startContinuedProcessing() {
    for index in tasks.indices where model.launches.tasks[index].kind == .continuedProcessing {
      for _ in 0..<wantedStarts(ofContinued: index) {
        tasks[index].counts.begin(at: now)
        tasks[index].completed += 1
        runApp(for: model.launches.tasks[index].timeToRun)
        startWork(ofTask: index)
      }
    }
  }

  /// How often the user has wanted it since the app was last open: once in the run, unless the policy says how often a day.
  private mutating func wantedStarts(ofContinued index: Int) -> Int {
    guard let perDay = model.launches.tasks[index].perDay else {
      return tasks[index].counts.first == nil ? 1 : 0
    }
    guard perDay > 0 else { return 0 }
    if tasks[index].phase == nil { tasks[index].phase = model.day.isIdeal ? 1 : tasks[index].random.unit() }
    let wanted = (tasks[index].phase ?? 0) + perDay * Double(now) / Double(DailyPattern.day)
    return max(0, Int(min(wanted, 1e6)) - tasks[index].completed)
  }
}
