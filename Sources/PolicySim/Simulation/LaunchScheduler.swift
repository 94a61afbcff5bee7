internal import PolicyModel

/// The launch scheduler in the course of a run: the requests of tasks, the pushes, and the throttle on launches for pushes.
struct LaunchScheduler: Sendable {
  private(set) var tasks = RunBuffer<TaskState>()
  private(set) var pushes: [PushState] = []
  private var throttle: PushThrottle
  /// The time at which the user last left the app; `nil` if this was before the run and has not been needed yet.
  private(set) var lastUse: Instant?
  /// App refreshes a day on this device.
  let refreshesPerDay: Double
  /// Whether a processing task may have become able to run.
  private(set) var isProcessingStale = true
  /// The recorded ages of the content at visits.
  private(set) var ages = RunBuffer<ContentAge>(capacity: 1)
  private var visits: Int64 = 0

  private init(idle model: SimulationModel, _ start: RunStart) {
    throttle = PushThrottle(model.pushLimits(seed: start.seed, run: start.run))
    refreshesPerDay = model.refreshesPerDay(seed: start.seed, run: start.run)
  }

  /// A scheduler without requests.
  init(_ model: SimulationModel, _ start: RunStart) {
    self.init(idle: model, start)
    seedStreams(model, start)
  }

  /// Resets the state to a scheduler without requests, and reuses the memory.
  mutating func restart(_ model: SimulationModel, _ start: RunStart) {
    var old = LaunchScheduler(idle: model, start)
    swap(&self, &old)
    tasks.takeMemory(of: &old.tasks)
    ages.takeMemory(of: &old.ages)
    swap(&pushes, &old.pushes)
    seedStreams(model, start)
  }

  private mutating func seedStreams(_ model: SimulationModel, _ start: RunStart) {
    let counts = LaunchCounts(in: model.launchWindow)
    for task in model.launches.tasks {
      tasks.append(
        TaskState(
          random: start.stream(task.key), handler: start.habit(task.key &+ HabitKeys.handler), counts: counts)
      )
    }
    guard pushes.count == model.launches.pushes.count else {
      pushes = model.launches.pushes.map { PushState(random: start.stream($0.key), counts: counts) }
      return
    }
    for (index, push) in model.launches.pushes.enumerated() {
      pushes[index].restart(random: start.stream(push.key), counts: counts)
    }
  }

  /// Takes copies of buffers that another run shares.
  mutating func ensureUnique() {
    tasks.ensureUnique()
    ages.ensureUnique()
  }

  // MARK: - Use

  /// The longest time before a run in which the last use of the app counts.
  private static let daysOfUse: Int64 = 40

  /// Finds the time before the run at which the user last left the app; 40 days ago if this time is unknown.
  @inline(never)
  mutating func findLastUse(before sessions: ForegroundSessions) {
    lastUse = sessions.lastEndBeforeStart(days: Self.daysOfUse) ?? -Self.daysOfUse * DailyPattern.day
  }

  /// The index of the random numbers that choose the visits with recorded ages.
  private static let visitChoice = 1_000

  /// Records the age of the content of each app refresh as the user opens the app, at some visits of the part of the run
  /// that counts.
  mutating func noteAges(at now: Instant, _ model: SimulationModel) {
    visits += 1
    for index in tasks.indices where model.launches.tasks[index].kind == .appRefresh {
      guard tasks[index].counts.includes(now),
        let fetch = [tasks[index].lastFetch, lastUse].compactMap(\.self).max(),
        tasks[index].handler.unit(day: visits, index: Self.visitChoice)
          < model.device.foregroundSessions.notedShare
      else { continue }
      ages.append(ContentAge(task: index, age: now - fetch))
    }
  }

  /// Records that the user leaves the app.
  mutating func appLeft(at now: Instant) {
    lastUse = now
    throttle.appLeft(at: now)
  }

  // MARK: - Requests

  /// Makes a request pending, which the system may fulfill at or after a time.
  mutating func request(_ task: Int, from time: Instant) {
    tasks[task].isPending = true
    tasks[task].eligible = time
  }

  /// Changes the time from which the system may fulfill a pending request.
  mutating func postpone(_ task: Int, until time: Instant) { tasks[task].eligible = time }

  /// Submits lost requests again, as the app does when it runs.
  @inline(__always)
  mutating func restoreRequests() {
    for index in tasks.indices where tasks[index].isLost {
      tasks[index].isLost = false
      tasks[index].isPending = true
      isProcessingStale = true
    }
  }

  /// Marks the pending requests for processing as lost because of a reboot.
  mutating func loseProcessingRequests(_ model: SimulationModel) {
    for index in tasks.indices where model.launches.tasks[index].kind == .processing && tasks[index].isPending
    {
      tasks[index].isPending = false
      tasks[index].isLost = true
    }
  }

  // MARK: - Opportunities

  /// Records that a processing task may have become ready to launch.
  @inline(__always)
  mutating func markProcessingStale() { isProcessingStale = true }

  /// Records that the processing tasks have been considered.
  mutating func markProcessingConsidered() { isProcessingStale = false }

  /// Draws the next opportunity of an app refresh at or after a time.
  mutating func drawOpportunity(
    _ task: Int, from time: Instant, offset: Int64, _ model: SimulationModel
  ) -> Instant {
    model.refreshOpportunity(
      after: tasks[task].lastOpportunity, from: time, perDay: refreshesPerDay, offset: offset,
      &tasks[task].random)
  }

  /// Draws the next opportunity of a processing task at or after a time.
  mutating func drawProcessing(
    _ task: Int, from time: Instant, _ device: Device, _ model: SimulationModel
  ) -> Instant {
    let opportunity = model.processingOpportunity(
      after: tasks[task].lastOpportunity, from: time, needsPower: model.launches.tasks[task].needsPower,
      device,
      &tasks[task].random)
    tasks[task].opportunity = opportunity
    return opportunity
  }

  mutating func noteOpportunity(_ task: Int, at now: Instant) { tasks[task].lastOpportunity = now }

  /// Sets whether the system has time for a processing task.
  mutating func setHasTime(_ task: Int, _ hasTime: Bool) { tasks[task].hasTime = hasTime }

  // MARK: - Handlers

  /// Launches the app for a task, whose handler runs until `end`.
  mutating func launch(
    _ task: Int, at now: Instant, energy: Double, until end: Instant, isInterrupted: Bool
  ) {
    tasks[task].counts.add(at: now, energy: energy)
    tasks[task].isPending = false
    tasks[task].hasTime = false
    tasks[task].runsUntil = end
    tasks[task].isInterrupted = isInterrupted
    tasks[task].launches += 1
  }

  /// A random number for the current launch of a task. The number depends on the index, not on the number of earlier draws.
  func handlerUnit(_ task: Int, _ index: Int) -> Double {
    tasks[task].handler.unit(day: Int64(tasks[task].launches), index: index)
  }

  /// Begins a new generation of a task's events.
  mutating func beginGeneration(of task: Int) { tasks[task].generation += 1 }

  /// Stops the handler of a task; returns whether the handler was running.
  mutating func stopHandler(of task: Int) -> Bool {
    guard tasks[task].runsUntil != nil else { return false }
    tasks[task].runsUntil = nil
    return true
  }

  /// Records that the work of a task is done.
  mutating func complete(_ task: Int, at now: Instant) {
    tasks[task].lastFetch = now
    tasks[task].completed += 1
    tasks[task].failures = 0
  }

  /// Records that the time of a task has ended before its work was done.
  mutating func cutOff(_ task: Int) {
    tasks[task].counts.cutOffs += 1
    tasks[task].failures += 1
  }

  /// Records that the user has started a task for continued processing, which always completes.
  mutating func startContinued(_ task: Int, at now: Instant) {
    tasks[task].counts.begin(at: now)
    tasks[task].completed += 1
  }

  /// The number of starts that the user has wanted by now, without the starts so far.
  mutating func wantedStarts(of task: Int, perDay: Double, at now: Instant, isIdeal: Bool) -> Int {
    guard perDay > 0 else { return 0 }
    let phase = tasks[task].phase ?? (isIdeal ? 1 : tasks[task].random.unit())
    tasks[task].phase = phase
    let wanted = phase + perDay * Double(now) / Double(DailyPattern.day)
    return max(0, Int(min(wanted, 1e6)) - tasks[task].completed)
  }

  // MARK: - Pushes

  /// The time of the next push; counts the push that has arrived at `arrived`, unless `arrived` is `nil`.
  @inline(__always)
  mutating func nextPush(_ push: Int, perDay: Double, isEven: Bool, arrived: Instant?) -> Instant {
    pushes[push].next(perDay: perDay, isEven: isEven, arrived: arrived)
  }

  /// Counts a push that does not launch the app.
  @inline(__always)
  mutating func count(_ outcome: PushOutcome, of push: Int, at now: Instant) {
    if pushes[push].counts.includes(now) { pushes[push].outcomes.add(outcome) }
  }

  /// Handles a push that arrives; returns whether the push launches the app at once.
  @inline(__always)
  mutating func arrive(_ push: Int, at now: Instant) -> Bool {
    replaceStored(at: now)
    return throttle.push(push, at: now)
  }

  /// Stores a push that may not launch the app now, in place of an older push.
  mutating func store(_ push: Int, because outcome: PushOutcome, at now: Instant) {
    replaceStored(at: now)
    throttle.store(push, because: outcome)
  }

  /// Counts the outcome of the stored push, which a newer push replaces.
  @inline(__always)
  private mutating func replaceStored(at now: Instant) {
    if let old = throttle.stored { count(old.outcome, of: old.push, at: now) }
  }

  /// The index of the stored push; `nil` if no push is stored.
  var storedPush: Int? { throttle.stored?.push }

  /// The time at which the stored push may be delivered.
  var storedPushIsDue: Instant { throttle.storedIsDue }

  /// Takes out and returns the stored push if it may be delivered.
  mutating func takeStoredPush(at now: Instant) -> Int? { throttle.deliverStored(by: now) }

  /// Takes out and returns the stored push.
  mutating func forgetStoredPush() -> Int? { throttle.forgetStored() }

  /// Discards the stored push, as a force quit does.
  mutating func discardStoredPush(at now: Instant) {
    if let push = throttle.forgetStored() { count(.forceQuit, of: push, at: now) }
  }

  /// Launches the app for a push.
  @inline(__always)
  mutating func launch(forPush push: Int, at now: Instant, energy: Double, isCutOff: Bool) {
    pushes[push].counts.add(at: now, energy: energy)
    if isCutOff { pushes[push].counts.cutOffs += 1 }
  }
}

/// The age of the content of an app refresh, when the user opens the app.
struct ContentAge: Sendable {
  /// The index of the task.
  let task: Int
  /// Milliseconds since the task's work was last done or the user last left the app, whichever is later.
  let age: Int64
}

/// A task in the course of a run.
struct TaskState: Sendable {
  var random: RandomStream
  /// The random numbers of the task's launches.
  let handler: RandomHabit
  var counts: LaunchCounts
  /// The task's launches in the whole run.
  var launches = 0
  var completed = 0
  /// The time at which the task's work was last done.
  var lastFetch: Instant?
  /// The share of the gap between two starts that has passed at the start of the run; for continued processing.
  var phase: Double?
  /// Whether the system has a request for which it has not launched the app.
  var isPending = false
  /// Whether the request was lost in a reboot.
  var isLost = false
  /// The time from which the system may launch the app for the task.
  var eligible: Instant = 0
  /// Whether the system has time for the task, if it is a processing task; if the task needs power, this ends when the
  /// device is unplugged.
  var hasTime = false
  /// The next opportunity of a processing task.
  var opportunity: Instant = .never
  /// The time of the task's last opportunity.
  var lastOpportunity: Instant?
  /// The end of the handler's time; `nil` if the handler does not run.
  var runsUntil: Instant?
  /// Whether the handler's time ends at `runsUntil` because of the device or its user, before the work is done.
  var isInterrupted = false
  /// The number of times that the handler was cut off since the task's work was last done.
  var failures = 0
  /// The number of the task's current generation of events. Scheduled events of older generations don't count.
  var generation = 0
}
