internal import PolicyModel

/// One run: an app, its device, and the daemon that carries its transfers.
///
/// It is a value: `step()` alone changes it, and a copy is another future.
struct Simulation: Sendable {
  let model: SimulationModel
  var now: Instant = 0
  var limiter: ResumeLimiter
  var jobs = RunBuffer<Job>()
  /// Which readings of when the delay is forgotten would have made another run of it.
  var resetChoices: DelayResetChoices
  /// How often `run()` went to the next thing that happens.
  private(set) var steps = 0
  /// All background launches: resumes for sessions, and launches for tasks and pushes.
  var launches = 0

  var device: Device
  var sessions: RunBuffer<SessionState>
  var queues: [SessionQueue]
  /// What has been handed over and is not over yet, each in a place that another one gets later.
  var batches = RunBuffer<Batch>()
  var freeBatches = RunBuffer<Int>()
  var batchCount = 0
  /// How many batches the limiter holds.
  var heldBatches = 0
  /// How many batches it does not hold.
  var openBatches = 0
  /// What is on the wire, in the order in which it began.
  var items = RunBuffer<ActiveItem>()
  /// What has begun and waits for a network.
  var pausedItems: [ActiveItem] = []
  /// What has failed and is to be handed over again, with its job.
  var failedItems: [(job: Int, item: ActiveItem)] = []
  var load = WireLoad()
  /// Whether a place on the wire may be free, or something may have come that wants one.
  var isWireStale = true
  /// Whether what a batch may use has to be found anew.
  var areNetworksStale = false
  /// Items that are over, by rank, while they are dealt with.
  var ended = RunBuffer<EndedItem>()

  /// What is going to happen, also to batches that are over.
  var events = PriorityQueue<Event>()
  /// From how many on it is worth a look which events are for batches that are over.
  var compactionThreshold = leastCompactionThreshold
  static let leastCompactionThreshold = 12
  var wifiBudget: ByteBudget
  var cellularBudget: ByteBudget
  /// Which of the budgets were spent when the batches' networks were found.
  var knownSpent = (false, false)
  var wifiRadio: Radio
  var cellularRadio: Radio
  var sizes: RunBuffer<RandomStream>
  var failureStreams: RunBuffer<RandomStream>
  /// Until when the app runs in the background.
  var awakeUntil: Instant = -1
  /// Whether the user has ended the app and not opened it since.
  var isForceQuit = false
  /// A resume that waits for the limiter, with the job that caused it.
  var delayedWake: (at: Instant, cause: Int)?
  /// Work that the app's own code does at this instant, in order.
  var submissions = RunBuffer<Submission>()
  var tasks: RunBuffer<TaskState>
  var pushes: [PushState]
  var backgroundTasks: RunBuffer<BackgroundTaskState>
  var throttle: PushThrottle
  /// Whether a processing task may have become able to run.
  var isProcessingStale = true
  /// How many measured jobs are not over.
  var openMeasured = 0
  /// How many transfers wait for the first time that a task or push submits them.
  var unstarted = 0
  var hasStarted: RunBuffer<Bool>
  /// Whether rounds of equal items are taken at once; the outcome is the same either way.
  var takesRoundsAtOnce = true
  /// Whether transfers are no longer carried when everything that is counted of them is over.
  var stopsTransfers = false
  var hasStoppedTransfers = false
  /// How often each transfer's work came up after that.
  var laterCounts = RunBuffer<Int>(capacity: 1)
  /// What happened, where the run is traced.
  var trace: Trace?

  struct Submission: Sendable {
    /// When the app gets to it.
    var at: Instant = 0
    let job: Int
    let items: Int
    let isChallenged: Bool
    /// Whether these have failed before.
    var isRetry = false
  }

  /// Room for what comes up more than once.
  private static let spareJobs = 32

  /// A run of a model, from its start on.
  init(_ model: SimulationModel, seed: UInt64, run: Int, isTraced: Bool = false) {
    self.init(idle: model, seed: seed, run: run)
    if isTraced {
      trace = Trace()
      takesRoundsAtOnce = false
      recordConditions()
    }
    start()
  }

  /// The device of a run, with an app that has nothing to do.
  init(idle whole: SimulationModel, seed: UInt64, run: Int) {
    let model = whole.model(ofRun: run, seed: seed)
    self.model = model
    limiter = ResumeLimiter(model.settings.limiter)
    resetChoices = DelayResetChoices(own: model.settings.limiter.delayReset)
    sessions = RunBuffer(repeating: SessionState(), count: model.sessions.count)
    queues = model.sessions.map { _ in SessionQueue() }
    device = Device(model.device, seed: seed, run: run)
    wifiBudget = ByteBudget(limit: model.settings.wifiBudget)
    cellularBudget = ByteBudget(limit: model.settings.cellularBudget)
    wifiRadio = Radio(model.settings.wifiRadio)
    cellularRadio = Radio(model.settings.cellularRadio)
    sizes = RunBuffer(model.streams.sizes.lazy.map { RandomStream(seed: seed, run: run, key: $0) })
    failureStreams = RunBuffer(
      model.streams.failureStreams.lazy.map { RandomStream(seed: seed, run: run, key: $0) })
    tasks = RunBuffer(
      model.launches.tasks.lazy.map {
        TaskState(random: RandomStream(seed: seed, run: run, key: $0.key))
      })
    pushes = model.launches.pushes.map { PushState(random: RandomStream(seed: seed, run: run, key: $0.key)) }
    backgroundTasks = RunBuffer(repeating: BackgroundTaskState(), count: model.launches.backgroundTasks.count)
    throttle = PushThrottle(gap: model.settings.launches.pushGap)
    hasStarted = RunBuffer(
      repeating: false, count: model.launches.started.isEmpty ? 0 : model.transfers.count)
    jobs = RunBuffer(capacity: model.transfers.count + Self.spareJobs)
    batches = RunBuffer(capacity: model.transfers.count)
  }

  /// The app's first work comes up.
  private mutating func start() {
    unstarted = model.launches.started.count
    for transfer in model.transfers.indices where !model.transfers[transfer].isStarted {
      release(transfer, isMeasured: true)
      if !model.day.isIdeal { scheduleNextRelease(transfer) }
    }
    requestTasks()
    for push in pushes.indices { scheduleNextPush(push) }
    submit()
  }

  /// Whether the app's own code runs.
  var isAppRunning: Bool { device.foregroundSessions.isOpen || now < awakeUntil }

  // MARK: - Stepping

  /// Goes to the next thing that happens; `false` if nothing more does, or nothing that counts.
  mutating func step() -> Bool {
    ensureUnique()
    return proceed()
  }

  /// Runs to the end.
  mutating func run() {
    ensureUnique()
    while proceed() { steps += 1 }
    wifiRadio.finish(&jobs)
    cellularRadio.finish(&jobs)
  }

  /// Takes a copy of what another run may have, too.
  private mutating func ensureUnique() {
    jobs.ensureUnique()
    sessions.ensureUnique()
    batches.ensureUnique()
    freeBatches.ensureUnique()
    items.ensureUnique()
    ended.ensureUnique()
    sizes.ensureUnique()
    failureStreams.ensureUnique()
    submissions.ensureUnique()
    tasks.ensureUnique()
    backgroundTasks.ensureUnique()
    hasStarted.ensureUnique()
    laterCounts.ensureUnique()
    events.ensureUnique()
    for session in queues.indices { queues[session].ensureUnique() }
  }

  private mutating func proceed() -> Bool {
    let isDone = isDone()
    guard !isDone || now < model.span else { return false }
    if isDone, stopsTransfers { stopTransfersIfCounted() }
    if isWireStale || areNetworksStale { fillSlots() }
    var next = nextExternalEvent()
    if !items.isEmpty {
      if takesRoundsAtOnce { skipRounds(before: next) }
      next = min(next, nextItemEvent())
    }
    guard next != .never, next <= model.settings.horizon, !isDone || next <= model.span else { return false }
    advance(to: next)
    let isForegroundSessionDue = device.foregroundSessions.nextChange == next
    if isForegroundSessionDue, !device.foregroundSessions.isOpen { appOpened() }
    if device.nextChange == next { conditionsChange() }
    if !items.isEmpty { itemsEnd() }
    if delayedWake != nil { delayedWakeComes() }
    fireBatchEvents()
    resetIfIdle()
    fireLaunchEvents()
    if isProcessingStale { considerProcessing() }
    submit()
    if isForegroundSessionDue, appLeft() {
      considerProcessing()
      submit()
    }
    return true
  }

  /// Whether everything that is counted is over.
  private mutating func isDone() -> Bool {
    (openMeasured == 0 || isStalled) && delayedWake == nil
      && (unstarted == 0 || now >= model.settings.stallTimeout)
  }

  /// Whether nothing that is counted is on its way, and the app has not heard of it for as long as anybody would wait.
  ///
  /// It may never hear of it: nothing launches it, or its session always has something else to wait for.
  private var isStalled: Bool {
    guard now >= model.settings.stallTimeout, submissions.isEmpty,
      device.foregroundSessions.nextChange == .never
    else {
      return false
    }
    return jobs.allSatisfy { job in
      !job.isMeasured || !job.isOpen
        || (job.outstanding == 0
          && now - (job.lastFinish ?? job.start) >= model.settings.stallTimeout)
    }
  }

  /// When the next thing happens that is not on the wire.
  @inline(__always)
  private mutating func nextExternalEvent() -> Instant {
    while let event = events.first, isOutdated(event) {
      events.pop()
      // What was let go before its time has other things before it.
      if event.kind == .opening, batches[event.index].generation == event.generation {
        scheduleEvent(for: event.index)
      }
    }
    var next = min(device.nextChange, device.foregroundSessions.nextChange, events.first?.time ?? .never)
    next = min(next, wifiBudget.nextChange, cellularBudget.nextChange)
    if let delayedWake { next = min(next, delayedWake.at) }
    for position in submissions.indices { next = min(next, submissions[position].at) }
    if now < awakeUntil, model.hasForegroundSessions { next = min(next, awakeUntil) }
    return resetTime(before: next)
  }
}
