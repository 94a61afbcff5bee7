internal import PolicyModel

/// One run: an app, its device, and the daemon that carries its transfers.
///
/// It is a value: `step()` alone changes it, and a copy is another future.
struct Simulation: Sendable {
  let plan: Plan
  var now: Instant = 0
  var limiter: ResumeLimiter
  var occurrences = Pool<Occurrence>()
  /// Which readings of when the delay is forgotten would have made another run of it.
  var lapseChoices: LapseChoices
  /// How often `run()` went to the next thing that happens.
  private(set) var steps = 0
  /// All background launches: resumes for sessions, and launches for tasks and pushes.
  var launches = 0

  var device: Device
  var sessions: Pool<SessionState>
  var queues: [SessionQueue]
  /// What has been handed over and is not over yet, each in a place that another one gets later.
  var groups = Pool<Group>()
  var freeGroups = Pool<Int>()
  var groupCount = 0
  /// How many groups the limiter holds.
  var heldGroups = 0
  /// How many groups it does not hold.
  var openGroups = 0
  /// What is on the wire, in the order in which it began.
  var items = Pool<ActiveItem>()
  /// What has begun and waits for a network.
  var pausedItems: [ActiveItem] = []
  /// What has failed and is to be handed over again, with its occurrence.
  var failedItems: [(occurrence: Int, item: ActiveItem)] = []
  var load = WireLoad()
  /// Whether a place on the wire may be free, or something may have come that wants one.
  var isWireStale = true
  /// Whether what a group may use has to be found anew.
  var areNetworksStale = false
  /// Items that are over, by rank, while they are dealt with.
  var ended = Pool<EndedItem>()

  /// What is going to happen, also to groups that are over.
  var timers = Heap<Timer>()
  /// From how many on it is worth a look which timers are for groups that are over.
  var mostTimers = fewTimers
  static let fewTimers = 12
  var wifiBudget: ByteBudget
  var cellularBudget: ByteBudget
  /// Which of the budgets were spent when the groups' networks were found.
  var knownSpent = (false, false)
  var wifiRadio: Radio
  var cellularRadio: Radio
  var sizes: Pool<RandomStream>
  var fates: Pool<RandomStream>
  /// Until when the app runs in the background.
  var awakeUntil: Instant = -1
  /// Whether the user has ended the app and not opened it since.
  var isForceQuit = false
  /// A resume that waits for the limiter, with the occurrence that caused it.
  var delayedWake: (at: Instant, cause: Int)?
  /// Work that the app's own code does at this instant, in order.
  var submissions = Pool<Submission>()
  var tasks: Pool<TaskState>
  var pushes: [PushState]
  var backgroundTasks: Pool<BackgroundTaskState>
  var throttle: PushThrottle
  /// Whether a processing task may have become able to run.
  var isProcessingStale = true
  /// How many measured occurrences are not over.
  var openMeasured = 0
  /// How many transfers wait for the first time that a task or push submits them.
  var unstarted = 0
  var hasStarted: Pool<Bool>
  /// Whether rounds of equal items are taken at once; the outcome is the same either way.
  var takesRoundsAtOnce = true
  /// Whether transfers are no longer carried when everything that is counted of them is over.
  var stopsTransfers = false
  var hasStoppedTransfers = false
  /// How often each transfer's work came up after that.
  var laterCounts = Pool<Int>(capacity: 1)
  /// What happened, where the run is traced.
  var story: Story?

  struct Submission: Sendable {
    /// When the app gets to it.
    var at: Instant = 0
    let occurrence: Int
    let items: Int
    let isChallenged: Bool
    /// Whether these have failed before.
    var isRetry = false
  }

  /// Room for what comes up more than once.
  private static let spareOccurrences = 32

  /// A run of a plan, from its start on.
  init(_ plan: Plan, seed: UInt64, run: Int, isTraced: Bool = false) {
    self.init(idle: plan, seed: seed, run: run)
    if isTraced {
      story = Story()
      takesRoundsAtOnce = false
      tellConditions()
    }
    start()
  }

  /// The device of a run, with an app that has nothing to do.
  init(idle whole: Plan, seed: UInt64, run: Int) {
    let plan = whole.plan(ofRun: run, seed: seed)
    self.plan = plan
    limiter = ResumeLimiter(plan.settings.limiter)
    lapseChoices = LapseChoices(own: plan.settings.limiter.lapse)
    sessions = Pool(repeating: SessionState(), count: plan.sessions.count)
    queues = plan.sessions.map { _ in SessionQueue() }
    device = Device(plan.device, seed: seed, run: run)
    wifiBudget = ByteBudget(limit: plan.settings.wifiBudget)
    cellularBudget = ByteBudget(limit: plan.settings.cellularBudget)
    wifiRadio = Radio(plan.settings.wifiRadio)
    cellularRadio = Radio(plan.settings.cellularRadio)
    sizes = Pool(plan.streams.sizes.lazy.map { RandomStream(seed: seed, run: run, key: $0) })
    fates = Pool(plan.streams.fates.lazy.map { RandomStream(seed: seed, run: run, key: $0) })
    tasks = Pool(
      plan.launches.tasks.lazy.map {
        TaskState(random: RandomStream(seed: seed, run: run, key: $0.key))
      })
    pushes = plan.launches.pushes.map { PushState(random: RandomStream(seed: seed, run: run, key: $0.key)) }
    backgroundTasks = Pool(repeating: BackgroundTaskState(), count: plan.launches.backgroundTasks.count)
    throttle = PushThrottle(gap: plan.settings.launches.pushGap)
    hasStarted = Pool(repeating: false, count: plan.launches.started.isEmpty ? 0 : plan.entries.count)
    occurrences = Pool(capacity: plan.entries.count + Self.spareOccurrences)
    groups = Pool(capacity: plan.entries.count)
  }

  /// The app's first work comes up.
  private mutating func start() {
    unstarted = plan.launches.started.count
    for entry in plan.entries.indices where !plan.entries[entry].isStarted {
      comeUp(entry, isMeasured: true)
      if !plan.day.isIdeal { scheduleNext(entry) }
    }
    requestTasks()
    for push in pushes.indices { scheduleNextPush(push) }
    submit()
  }

  /// When the user has the app open.
  var visits: Visits { device.visits }
  /// Whether the app's own code runs.
  var isAppRunning: Bool { device.visits.isOpen || now < awakeUntil }

  // MARK: - Stepping

  /// Goes to the next thing that happens; `false` where nothing more does, or nothing that counts.
  mutating func step() -> Bool {
    own()
    return proceed()
  }

  /// Runs to the end.
  mutating func run() {
    own()
    while proceed() { steps += 1 }
    wifiRadio.finish(&occurrences)
    cellularRadio.finish(&occurrences)
  }

  /// Takes a copy of what another run may have, too.
  private mutating func own() {
    occurrences.own()
    sessions.own()
    groups.own()
    freeGroups.own()
    items.own()
    ended.own()
    sizes.own()
    fates.own()
    submissions.own()
    tasks.own()
    backgroundTasks.own()
    hasStarted.own()
    laterCounts.own()
    timers.own()
    for session in queues.indices { queues[session].own() }
  }

  private mutating func proceed() -> Bool {
    let isDone = isDone()
    guard !isDone || now < plan.span else { return false }
    if isDone, stopsTransfers { stopTransfersIfCounted() }
    if isWireStale || areNetworksStale { fillSlots() }
    var next = nextExternalEvent()
    if !items.isEmpty {
      if takesRoundsAtOnce { skipRounds(before: next) }
      next = min(next, nextItemEvent())
    }
    guard next != .never, next <= plan.settings.horizon, !isDone || next <= plan.span else { return false }
    advance(to: next)
    let isVisitDue = device.visits.nextChange == next
    if isVisitDue, !device.visits.isOpen { visitorArrives() }
    if device.nextChange == next { conditionsChange() }
    if !items.isEmpty { itemsEnd() }
    if delayedWake != nil { delayedWakeComes() }
    fireGroupTimers()
    lapse()
    fireLaunchTimers()
    if isProcessingStale { considerProcessing() }
    submit()
    if isVisitDue, visitorLeaves() {
      considerProcessing()
      submit()
    }
    return true
  }

  /// Whether everything that is counted is over.
  private mutating func isDone() -> Bool {
    (openMeasured == 0 || isAtAStand) && delayedWake == nil
      && (unstarted == 0 || now >= plan.settings.patience)
  }

  /// Whether nothing that is counted is on its way, and the app has not heard of it for as long as anybody would wait.
  ///
  /// It may never hear of it: nothing launches it, or its session always has something else to wait for.
  private var isAtAStand: Bool {
    guard now >= plan.settings.patience, submissions.isEmpty, device.visits.nextChange == .never else {
      return false
    }
    return occurrences.allSatisfy { occurrence in
      !occurrence.isMeasured || !occurrence.isOpen
        || (occurrence.outstanding == 0
          && now - (occurrence.lastFinish ?? occurrence.start) >= plan.settings.patience)
    }
  }

  /// When the next thing happens that is not on the wire.
  @inline(__always)
  private mutating func nextExternalEvent() -> Instant {
    while let timer = timers.first, isOutdated(timer) {
      timers.pop()
      // What was let go before its time has other things before it.
      if timer.kind == .opening, groups[timer.index].generation == timer.generation {
        setTimer(for: timer.index)
      }
    }
    var next = min(device.nextChange, device.visits.nextChange, timers.first?.time ?? .never)
    next = min(next, wifiBudget.nextChange, cellularBudget.nextChange)
    if let delayedWake { next = min(next, delayedWake.at) }
    for place in submissions.indices { next = min(next, submissions[place].at) }
    if now < awakeUntil, plan.hasForegroundSessions { next = min(next, awakeUntil) }
    return lapse(before: next)
  }
}
