internal import PolicyModel

/// The results of one run.
struct RunResult: Sendable {
  /// The launches for a task or a push, in the first week of a run.
  struct Launches: Sendable {
    /// Launches a day.
    let launchesPerDay: Double
    /// Milliseconds to the first launch; `nil` if there is none.
    let firstLaunch: Instant?
    /// Launches in the whole run that were cut off before their work was done.
    let cutOffs: Int
    /// Joules a day.
    let energyPerDay: Double

    init(_ counts: LaunchCounts) {
      launchesPerDay = Double(counts.launches) / days
      firstLaunch = counts.first
      cutOffs = counts.cutOffs
      energyPerDay = counts.energy / days
    }
  }

  private static let days = 7.0

  /// The first job of each transfer, in the model's order.
  let jobs: [Job]
  let transfers: [PlannedTransfer]
  /// The tasks that the system launches by itself, in the policy's order.
  let tasks: [Launches]
  /// The pushes in the policy's order.
  let pushes: [Launches]
  /// The background tasks in the model's order.
  let backgroundTasks: [BackgroundTaskState]
  /// Whether another rule for the reset of the delay would have changed the run.
  let resetEffects: DelayResetEffects
  /// The days over which each transfer's first job spreads, in the model's order.
  let jobDays: [Double]

  init(_ simulation: Simulation) {
    let model = simulation.model
    resetEffects = simulation.daemon.resetEffects
    transfers = model.transfers
    // A transfer that nothing has submitted has an empty job.
    var first = model.transfers.indices.map { Job(transfer: $0, start: .never, isMeasured: true) }
    var counts = [Int](repeating: 0, count: model.transfers.count)
    for job in simulation.jobs {
      counts[job.transfer] += 1
      if job.isMeasured { first[job.transfer] = job }
    }
    for (transfer, count) in simulation.app.laterJobs.enumerated() { counts[transfer] += count }
    jobs = first
    // The time of the last event before the end of the week means nothing.
    let end = max(simulation.now, min(model.span, model.settings.horizon))
    jobDays = first.indices.map { index in
      Self.days(first[index], of: model.transfers[index], counts[index], until: end)
    }
    tasks = model.launches.taskOrder.compactMap { index in
      model.launches.tasks[index].kind == .continuedProcessing
        ? nil : Launches(simulation.scheduler.tasks[index].counts)
    }
    pushes = model.launches.pushOrder.map { Launches(simulation.scheduler.pushes[$0].counts) }
    backgroundTasks = Array(simulation.app.backgroundTasks)
  }

  /// The days until the transfer's next job: its period, or the average gap if a task or a push submits it.
  /// Otherwise the days until the end of the job, at least one.
  private static func days(
    _ job: Job, of transfer: PlannedTransfer, _ count: Int, until end: Instant
  ) -> Double {
    let day = Double(DailyPattern.day)
    if transfer.isStarted { return max(1e-3, Double(end) / day / Double(max(1, count))) }
    if let period = transfer.period { return Double(period) / day }
    let last = max(job.lastFinish ?? job.start, job.lastFailure ?? job.start)
    return max(1, Double(last - job.start) / day)
  }
}
