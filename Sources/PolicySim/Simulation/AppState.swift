/// The app in the course of a run: its time in the background, the work that it is about to submit, and the events that
/// wait for the app.
struct AppState: Sendable {
  /// The end of the app's time in the background.
  private(set) var awakeUntil: Instant = -1
  /// Whether the user has force quit the app and has not opened it again.
  private(set) var isForceQuit = false
  /// Whether a force quit keeps silent pushes from launching the app; a reboot ends this effect.
  private(set) var isClosedToPushes = false
  /// All background launches: resumes for sessions, and launches for tasks and pushes.
  private(set) var launches = 0
  /// A resume that waits for the limiter, with the job that caused it.
  private(set) var delayedWake: (at: Instant, cause: Int)?
  /// The work that the app's code submits now or later, in order.
  private(set) var submissions = RunBuffer<Submission>()
  /// The number of measured jobs that have not ended.
  private(set) var openMeasured = 0
  /// The number of transfers that have not been submitted yet.
  private(set) var unstarted = 0
  /// The number of occurrences of work that count and that wait for the user to open the app, or for a task or push.
  private(set) var waitingWork = 0
  /// The work that has come up and waits for a task or push to submit it, in order.
  private(set) var dueWork = RunBuffer<DueWork>(capacity: 1)
  private var hasStarted = RunBuffer<Bool>()
  /// The number of jobs with events for the app, by session.
  private(set) var pendingEvents = RunBuffer<Int>()
  private var jobsWithEvents: [RunBuffer<Int>] = []
  private(set) var backgroundTasks = RunBuffer<BackgroundTaskState>()
  /// The number of jobs that each transfer has released after the run has stopped carrying transfers.
  private(set) var laterJobs = RunBuffer<Int>(capacity: 1)

  private init() {}

  /// An app that has not run yet.
  init(_ model: SimulationModel) { restart(model) }

  /// Resets the state to an app that has not run yet, and reuses the memory.
  mutating func restart(_ model: SimulationModel) {
    var old = AppState()
    swap(&self, &old)
    submissions.takeMemory(of: &old.submissions)
    dueWork.takeMemory(of: &old.dueWork)
    laterJobs.takeMemory(of: &old.laterJobs)
    hasStarted.takeMemory(of: &old.hasStarted)
    hasStarted.append(repeating: false, count: model.transfers.count)
    pendingEvents.takeMemory(of: &old.pendingEvents)
    pendingEvents.append(repeating: 0, count: model.sessions.count)
    backgroundTasks.takeMemory(of: &old.backgroundTasks)
    backgroundTasks.append(repeating: BackgroundTaskState(), count: model.launches.backgroundTasks.count)
    swap(&jobsWithEvents, &old.jobsWithEvents)
    guard jobsWithEvents.count == model.sessions.count else {
      jobsWithEvents = model.sessions.map { _ in RunBuffer() }
      return
    }
    for session in jobsWithEvents.indices { jobsWithEvents[session].restart() }
  }

  /// Takes copies of buffers that another run shares.
  mutating func ensureUnique() {
    submissions.ensureUnique()
    dueWork.ensureUnique()
    hasStarted.ensureUnique()
    pendingEvents.ensureUnique()
    for session in jobsWithEvents.indices { jobsWithEvents[session].ensureUnique() }
    backgroundTasks.ensureUnique()
    laterJobs.ensureUnique()
  }

  // MARK: - Running

  /// Lets the app run in the background at least until a time.
  @inline(__always)
  mutating func run(until time: Instant) { awakeUntil = max(awakeUntil, time) }

  /// Ends the app's time in the background.
  mutating func stop(at now: Instant) { awakeUntil = min(awakeUntil, now) }

  @inline(__always)
  mutating func countLaunch() { launches += 1 }

  /// Records that the user opens the app.
  mutating func open() {
    isForceQuit = false
    isClosedToPushes = false
    delayedWake = nil
  }

  /// Records that the user force quits the app.
  mutating func forceQuit(at now: Instant) {
    isForceQuit = true
    isClosedToPushes = true
    stop(at: now)
    delayedWake = nil
  }

  /// Records that the device reboots.
  mutating func reboot(at now: Instant) {
    stop(at: now)
    isClosedToPushes = false
  }

  /// Records that the system launches the app for a push. The launch ends a force quit from before a reboot.
  @inline(__always)
  mutating func launchForPush() {
    launches += 1
    isForceQuit = false
  }

  /// Delays the daemon's resume of the app; jobs that need a resume in the meantime share this resume.
  mutating func delayWake(until time: Instant, for job: Int) {
    if delayedWake == nil { delayedWake = (time, job) }
  }

  /// Takes out a delayed resume that is due, and returns its job; `nil` if no resume is due.
  mutating func takeDelayedWake(at now: Instant) -> Int? {
    guard let wake = delayedWake, wake.at <= now else { return nil }
    delayedWake = nil
    return wake.cause
  }

  /// The time of the app's next resume or submission, or `limit` if `limit` is earlier.
  @inline(__always)
  mutating func nextOwnEvent(before limit: Instant) -> Instant {
    var next = limit
    if let delayedWake { next = min(next, delayedWake.at) }
    return submissions.isEmpty ? next : min(next, nextSubmission())
  }

  @inline(never)
  private mutating func nextSubmission() -> Instant { submissions.reduce(.never) { min($0, $1.at) } }

  /// Counts a run of a background task.
  mutating func runBackgroundTask(_ index: Int, isCutOff: Bool) {
    backgroundTasks[index].runs += 1
    if isCutOff { backgroundTasks[index].cutOffs += 1 }
  }

  // MARK: - Submissions

  @inline(__always)
  mutating func enqueue(_ submission: Submission) { submissions.append(submission) }

  /// Whether items of a job are about to be submitted.
  func isSubmitting(_ job: Int) -> Bool { submissions.contains { $0.job == job } }

  /// Takes out the only submission if it is due.
  @inline(__always)
  mutating func takeOnlySubmission(at now: Instant) -> Submission? {
    let only = submissions[0]
    guard only.at <= now else { return nil }
    submissions.removeAll()
    return only
  }

  /// Takes out the submissions that are due, by the transfers of their jobs.
  mutating func takeSubmissions(at now: Instant, _ jobs: RunBuffer<Job>) -> [Submission] {
    let ready = submissions.enumerated().filter { $0.element.at <= now }.sorted { left, right in
      (jobs[left.element.job].transfer, left.offset) < (jobs[right.element.job].transfer, right.offset)
    }
    if !ready.isEmpty { submissions.removeAll { $0.at <= now } }
    return ready.map(\.element)
  }

  // MARK: - Jobs

  /// Sets the number of transfers that have to be submitted for the first time.
  mutating func awaitStarts(_ count: Int) { unstarted = count }

  /// Counts an occurrence of work that begins to wait for its start, or ends its wait.
  mutating func waitForStart(_ begins: Bool) { waitingWork += begins ? 1 : -1 }

  /// Adds work that waits for the task or push that submits it.
  mutating func addDueWork(_ work: DueWork) { dueWork.append(work) }

  /// Takes out the waiting work of a transfer, in order.
  mutating func takeDueWork(of transfer: Int) -> [DueWork] {
    let work = dueWork.filter { $0.transfer == transfer }
    if !work.isEmpty { dueWork.removeAll { $0.transfer == transfer } }
    return work
  }

  /// Records that a transfer is submitted; returns whether this is its first submission.
  @inline(__always)
  mutating func start(_ transfer: Int) -> Bool {
    guard !hasStarted[transfer] else { return false }
    hasStarted[transfer] = true
    unstarted -= 1
    return true
  }

  @inline(__always)
  mutating func openMeasuredJob() { openMeasured += 1 }

  @inline(__always)
  mutating func closeMeasuredJob() { openMeasured -= 1 }

  /// Counts a job that is released after the run has stopped carrying transfers.
  mutating func addLaterJob(of transfer: Int) { laterJobs[transfer] += 1 }

  // MARK: - Events

  /// Adds a job to the jobs that have events for the app.
  @inline(__always)
  mutating func addEvents(of job: Int, _ session: Int) {
    jobsWithEvents[session].append(job)
    pendingEvents[session] += 1
  }

  /// Begins to deliver the events of a session, by job.
  @inline(__always)
  mutating func beginDelivery(_ session: Int) {
    if pendingEvents[session] > 1 { jobsWithEvents[session].sort() }
    pendingEvents[session] = 0
  }

  /// The index of a job in the list of the jobs whose events are being delivered.
  @inline(__always)
  mutating func deliveredJob(_ index: Int, of session: Int) -> Int { jobsWithEvents[session][index] }

  @inline(__always)
  mutating func endDelivery(_ session: Int) { jobsWithEvents[session].removeAll() }

  /// Removes all submissions and events, because the run stops carrying transfers.
  mutating func stopTransfers(_ model: SimulationModel) {
    laterJobs.append(repeating: 0, count: model.transfers.count)
    submissions.removeAll()
    for session in jobsWithEvents.indices {
      jobsWithEvents[session].removeAll()
      pendingEvents[session] = 0
    }
  }
}

/// Work that has come up and has not been submitted.
struct DueWork: Sendable {
  /// The index of the transfer.
  let transfer: Int
  /// The time at which the work came up.
  let arisen: Instant
}

/// Items that the app's code submits.
struct Submission: Sendable {
  /// The time of the submission.
  var at: Instant = 0
  let job: Int
  let items: Int
  /// Whether the server may ask for credentials.
  let isChallenged: Bool
  /// Whether the items have failed before.
  var isRetry = false
}

/// Work that the app continues when the user leaves it, in the course of a run.
struct BackgroundTaskState: Sendable {
  var runs = 0
  /// Runs whose time ended before their work was done.
  var cutOffs = 0
}
