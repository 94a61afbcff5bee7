internal import PolicyModel

/// The results of one run.
struct RunResult: Sendable {
  /// The launches for a task or a push, in the part of a run that counts.
  struct Launches: Sendable {
    /// Launches a day.
    let launchesPerDay: Double
    /// Starts by a person a day.
    let startsPerDay: Double
    /// Milliseconds to the first launch or start; `nil` if there is none.
    let firstLaunch: Instant?
    /// Launches in the whole run that were cut off before their work was done.
    let cutOffs: Int
    /// Joules a day.
    let energyPerDay: Double
    /// The outcomes of pushes.
    let outcomes: PushOutcomes
    /// Seconds since an app refresh was last done or the user last left the app, at some of the times at which the user opens it.
    let agesAtOpen: [Double]

    init(
      _ counts: LaunchCounts, in window: Range<Instant>, outcomes: PushOutcomes = PushOutcomes(),
      agesAtOpen: [Double] = []
    ) {
      self.agesAtOpen = agesAtOpen
      let days = Double(window.upperBound - window.lowerBound) / Double(DailyPattern.day)
      self.outcomes = outcomes
      launchesPerDay = Double(counts.launches) / days
      startsPerDay = Double(counts.starts) / days
      firstLaunch = counts.first
      cutOffs = counts.cutOffs
      energyPerDay = counts.energy / days
    }

    init(
      launchesPerDay: Double, startsPerDay: Double, firstLaunch: Instant?, cutOffs: Int, energyPerDay: Double,
      outcomes: PushOutcomes, agesAtOpen: [Double]
    ) {
      self.agesAtOpen = agesAtOpen
      self.launchesPerDay = launchesPerDay
      self.startsPerDay = startsPerDay
      self.firstLaunch = firstLaunch
      self.cutOffs = cutOffs
      self.energyPerDay = energyPerDay
      self.outcomes = outcomes
    }
  }

  /// The first job of each transfer, in the model's order.
  let jobs: [Job]
  /// The jobs of each transfer that count: those in its window, or the first one.
  let measured: [[Job]]
  let transfers: [PlannedTransfer]
  /// The tasks that can be pending, and those that a person starts, in the policy's order.
  let tasks: [Launches]
  /// The pushes in the policy's order.
  let pushes: [Launches]
  /// The background tasks in the model's order.
  let backgroundTasks: [BackgroundTaskState]
  /// Whether another rule for the reset of the delay would have changed the run.
  let limiterEffects: LimiterEffects
  /// The days over which each transfer's measured jobs spread, in the model's order.
  let jobDays: [Double]
  /// The growth of the number of outstanding jobs of each transfer in its window, in the model's order; 0 without a window.
  let backlogGrowth: [Int]

  /// The results of a run that was made before.
  init(
    jobs: [Job], measured: [[Job]], transfers: [PlannedTransfer], tasks: [Launches], pushes: [Launches],
    jobDays: [Double], backlogGrowth: [Int], limiterEffects: LimiterEffects
  ) {
    self.jobs = jobs
    self.measured = measured
    self.transfers = transfers
    self.tasks = tasks
    self.pushes = pushes
    backgroundTasks = []
    self.limiterEffects = limiterEffects
    self.jobDays = jobDays
    self.backlogGrowth = backlogGrowth
  }

  init(_ simulation: borrowing Simulation) {
    let model = simulation.model
    limiterEffects = simulation.daemon.limiterEffects
    transfers = model.transfers
    // A transfer that nothing has submitted has an empty job.
    var first = model.transfers.indices.map { Job(transfer: $0, start: .never) }
    var measured = [[Job]](repeating: [], count: model.transfers.count)
    var counts = [Int](repeating: 0, count: model.transfers.count)
    var growth = counts
    let end = min(model.span, model.settings.horizon)
    for job in simulation.jobs { counts[job.transfer] += 1 }
    for index in measured.indices where model.transfers[index].window != nil {
      measured[index].reserveCapacity(counts[index])
    }
    counts = [Int](repeating: 0, count: model.transfers.count)
    for job in simulation.jobs {
      if job.arises < end { counts[job.transfer] += 1 }
      if job.isFirst { first[job.transfer] = job }
      guard let window = model.transfers[job.transfer].window else { continue }
      if window.contains(job.arises) { measured[job.transfer].append(job) }
      growth[job.transfer] +=
        (job.isOutstanding(at: window.upperBound) ? 1 : 0)
        - (job.isOutstanding(at: window.lowerBound) ? 1 : 0)
    }
    for (transfer, count) in simulation.app.laterJobs.enumerated() { counts[transfer] += count }
    for transfer in first.indices where measured[transfer].isEmpty { measured[transfer] = [first[transfer]] }
    jobs = first
    self.measured = measured
    backlogGrowth = growth
    jobDays = first.indices.map { index in
      Self.days(first[index], of: model.transfers[index], counts[index], until: end)
    }
    tasks = model.launches.taskOrder.map { index in
      Launches(
        simulation.scheduler.tasks[index].counts, in: model.launchWindow,
        agesAtOpen: simulation.scheduler.ages.lazy.filter { $0.task == index }.map { Double($0.age) / 1_000 })
    }
    pushes = model.launches.pushOrder.map {
      Launches(
        simulation.scheduler.pushes[$0].counts, in: model.launchWindow,
        outcomes: simulation.scheduler.pushes[$0].outcomes)
    }
    backgroundTasks = Array(simulation.app.backgroundTasks)
  }

  /// The length of the window of a transfer's work. If only its first time counts: the days until the next one, or until the
  /// end of the work, at least one.
  private static func days(
    _ job: Job, of transfer: PlannedTransfer, _ count: Int, until end: Instant
  ) -> Double {
    let day = Double(DailyPattern.day)
    if let window = transfer.window { return Double(window.upperBound - window.lowerBound) / day }
    if transfer.comesUpWithStart { return max(1e-3, Double(end) / day / Double(max(1, count))) }
    if let period = transfer.period { return Double(period) / day }
    let last = max(job.lastFinish ?? job.start, job.lastFailure ?? job.start)
    return max(1, Double(last - job.start) / day)
  }
}
