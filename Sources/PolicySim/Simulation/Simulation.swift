internal import PolicyModel

/// One run: an app, its device, and the daemon that carries its transfers.
///
/// A simulation is a value: only `step()` and `run()` change it, and a copy continues independently.
struct Simulation: Sendable {
  private(set) var model: SimulationModel
  var now: Instant = 0
  var device: Device
  /// The jobs that the app has released, in order.
  var jobs: RunBuffer<Job>
  var events = EventSchedule()
  var app: AppState
  var daemon: DaemonQueue
  var line: TransferLine
  var scheduler: LaunchScheduler
  /// The record of the run, if it is traced.
  var trace: Trace?
  /// The number of events that `run()` has handled.
  private(set) var steps = 0
  /// The number of list elements that were searched since the last check of the bounds.
  var searched = 0
  /// Counts the events of all runs; `nil` if the number of events is not bounded.
  var meter: EventMeter?
  /// Whether the run skips rounds of equal items at once; the outcome is the same either way.
  var takesRoundsAtOnce = true
  /// Whether the run stops carrying transfers when all their measured jobs have ended.
  var stopsTransfers = false
  var hasStoppedTransfers = false
  /// Whether the run ends as soon as it stops carrying transfers.
  var endsWithTransfers = false

  /// The number of events between two checks of the bounds.
  private static let meteredEvents = 1_024
  /// The most jobs, submissions and failed items that a run keeps, some 100 MB.
  static let mostKept = 250_000
  /// The number of items that a run can search in the time of one event.
  private static let itemsOfEvent = 64
  /// Additional capacity for jobs of recurring transfers.
  private static let spareJobs = 32

  /// A run of a model from its start.
  init(_ model: SimulationModel, seed: UInt64, run: Int, isTraced: Bool = false) {
    let model = model.model(ofRun: run, seed: seed)
    let start = RunStart(model, seed: seed, run: run)
    self.init(idle: model, start)
    if isTraced {
      trace = Trace()
      takesRoundsAtOnce = false
      recordConditions()
    }
    begin(start)
  }

  /// The device of a run, with an app that has nothing to do.
  init(idle whole: SimulationModel, seed: UInt64, run: Int) {
    let model = whole.model(ofRun: run, seed: seed)
    self.init(idle: model, RunStart(model, seed: seed, run: run))
  }

  /// A device at the start of a run, with an app that has nothing to do.
  init(idle model: SimulationModel, _ start: RunStart) {
    self.model = model
    device = start.device
    jobs = RunBuffer(capacity: model.expectedJobs + Self.spareJobs)
    app = AppState(model)
    daemon = DaemonQueue(model)
    line = TransferLine(model, start)
    scheduler = LaunchScheduler(model, start)
  }

  /// Replaces this run by a new run, and reuses the memory.
  mutating func restart(_ model: SimulationModel, _ start: RunStart) {
    self.model = model
    now = 0
    device = start.device
    jobs.restart()
    events.restart()
    app.restart(model)
    daemon.restart(model)
    line.restart(model, start)
    scheduler.restart(model, start)
    trace = nil
    (steps, searched, line.searched) = (0, 0, 0)
    takesRoundsAtOnce = true
    (stopsTransfers, hasStoppedTransfers, endsWithTransfers) = (false, false, false)
    begin(start)
  }

  /// Releases the app's first jobs.
  private mutating func begin(_ start: RunStart) {
    app.awaitStarts(model.transfers.count)
    for transfer in model.transfers.indices where !model.transfers[transfer].comesUpWithStart {
      if model.day.isIdeal {
        if model.transfers[transfer].isStarted {
          awaitStart(of: transfer, arisen: now)
        } else {
          release(transfer, arisen: now)
        }
      } else {
        scheduleFirstRelease(transfer, start)
      }
    }
    requestTasks()
    for push in scheduler.pushes.indices { scheduleNextPush(push) }
    submit()
  }

  /// Whether the app's own code runs.
  var isAppRunning: Bool { device.foregroundSessions.isOpen || now < app.awakeUntil }

  // MARK: - Stepping

  /// Handles the next event; returns `false` if no further event follows, or if no further event counts.
  mutating func step() -> Bool {
    ensureUnique()
    return proceed()
  }

  /// Runs to the end.
  mutating func run() {
    ensureUnique()
    if let meter { proceed(until: meter) } else { while proceed() { steps += 1 } }
    expireWhatNeverEnds()
    abandonDueWork()
    line.finishRadios(&jobs)
  }

  /// Runs to the end, or until the meter's bound is reached.
  private mutating func proceed(until meter: EventMeter) {
    guard meter.count(0) else { return }
    var next = Self.meteredEvents
    var events = 0
    while proceed() {
      steps += 1
      guard steps == next else { continue }
      next += Self.meteredEvents
      if kept > Self.mostKept { meter.stop(at: .memory) }
      // An event takes more time if the run has more items and submissions, so it counts as several events.
      let weight = 1 + (line.items.count + app.submissions.count) / Self.itemsOfEvent
      let more = Self.meteredEvents * weight + (searched + line.searched) / Self.itemsOfEvent
      (searched, line.searched) = (0, 0)
      events += more
      if events > meter.limitOfRun { meter.stop(at: .run) }
      guard meter.count(more) else { return }
    }
    _ = meter.count(steps % Self.meteredEvents)
  }

  /// The number of elements of the lists that grow with the number of events.
  private var kept: Int {
    jobs.count + app.submissions.count + app.dueWork.count + line.failedItems.count
      + (trace?.events.count ?? 0)
  }

  /// Takes copies of buffers that another run shares.
  private mutating func ensureUnique() {
    jobs.ensureUnique()
    events.ensureUnique()
    app.ensureUnique()
    daemon.ensureUnique()
    line.ensureUnique()
    scheduler.ensureUnique()
  }

  private mutating func proceed() -> Bool {
    let isDone = isDone()
    guard !isDone || now < model.span else { return false }
    if isDone, stopsTransfers {
      stopTransfersIfCounted()
      if hasStoppedTransfers, endsWithTransfers { return false }
    }
    if line.isStale || daemon.areNetworksStale { fillSlots() }
    var next = nextExternalEvent()
    if !line.items.isEmpty {
      if takesRoundsAtOnce { skipRounds(before: next) }
      next = min(next, nextItemEvent())
    }
    guard next != .never, next <= model.settings.horizon, !isDone || next <= model.span else { return false }
    advance(to: next)
    let isForegroundSessionDue = device.foregroundSessions.nextChange == next
    if isForegroundSessionDue, !device.foregroundSessions.isOpen { appOpened() }
    if device.nextChange == next { conditionsChange() }
    if !line.items.isEmpty { itemsEnd() }
    if app.delayedWake != nil { wakeIfDue() }
    if events.areDue(at: now) { fireBatchEvents() }
    resetIfIdle()
    if events.areDue(at: now) { fireLaunchEvents() }
    if scheduler.isProcessingStale { considerProcessing() }
    if !app.submissions.isEmpty { submit() }
    if isForegroundSessionDue, appLeft() {
      considerProcessing()
      submit()
    }
    return true
  }

  /// Whether all work that counts has ended.
  private mutating func isDone() -> Bool {
    (app.openMeasured == 0 || (now >= model.patience && isStalled())) && app.delayedWake == nil
      && ((app.unstarted == 0 && app.waitingWork == 0) || now >= model.patience)
  }

  /// Whether no item that counts is on its way, and no item has finished within the stall timeout.
  ///
  /// The app may never receive the events of finished items: the system may never launch the app, or the session may always
  /// wait for another item.
  private mutating func isStalled() -> Bool {
    guard app.submissions.isEmpty, device.foregroundSessions.nextChange == .never else { return false }
    return jobs.allSatisfy { job in
      !job.isMeasured || !job.isOpen
        || (job.outstanding == 0 && now - (job.lastFinish ?? job.start) >= model.settings.stallTimeout)
    }
  }

  @inline(never)
  private mutating func dropOutdatedEvents() {
    while let event = events.first, isOutdated(event) {
      events.pop()
      // A batch has one event at a time: if its opening was moved or came early, the next event of the batch is still
      // missing.
      if event.kind == .opening, daemon.batches[event.index].generation == event.generation {
        scheduleEvent(for: event.index)
      }
    }
  }

  /// The time of the next event that is not the end of an item.
  @inline(__always)
  private mutating func nextExternalEvent() -> Instant {
    if let event = events.first, isOutdated(event) { dropOutdatedEvents() }
    var next = min(device.nextChange, device.foregroundSessions.nextChange, events.first?.time ?? .never)
    next = line.nextBudgetChange(before: next)
    next = app.nextOwnEvent(before: next)
    if now < app.awakeUntil, model.hasForegroundSessions { next = min(next, app.awakeUntil) }
    return resetTime(before: next)
  }
}
