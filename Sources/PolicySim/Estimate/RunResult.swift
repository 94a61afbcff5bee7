internal import PolicyModel

/// The results of one run.
struct RunResult: Sendable {
  /// The launches for a task or a push, in the part of a run that counts.
  struct Launches: Sendable {
    let launchesPerDay: Double
    /// The number of times a day that a person starts the task.
    let startsPerDay: Double
    /// Milliseconds to the first launch or start; `nil` if the run has no launch or start.
    let firstLaunch: Instant?
    /// Launches in the whole run that were cut off before their work was done.
    let cutOffs: Int
    /// Joules a day.
    let energyPerDay: Double
    let outcomes: PushOutcomes
    /// Seconds since an app refresh was last done or the user last left the app, at some of the times at which the user
    /// opens the app.
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

  /// The results of each transfer, in the model's order.
  let works: [TransferResult]
  let transfers: [PlannedTransfer]
  /// The tasks that can be pending, and the tasks that the user starts, in the policy's order.
  let tasks: [Launches]
  /// The pushes in the policy's order.
  let pushes: [Launches]
  /// The background tasks in the model's order.
  let backgroundTasks: [BackgroundTaskState]
  /// Whether alternative rules of the limiter would have changed the run.
  let limiterEffects: LimiterEffects

  /// The first job of each transfer.
  var jobs: [Job] { works.map(\.first) }
  /// The jobs of each transfer that count: the jobs in the transfer's window, or the first job.
  var measured: [[Job]] { works.map(\.jobs) }

  /// The results of a run, from its record.
  init(
    works: [TransferResult], transfers: [PlannedTransfer], tasks: [Launches], pushes: [Launches],
    limiterEffects: LimiterEffects
  ) {
    self.works = works
    self.transfers = transfers
    self.tasks = tasks
    self.pushes = pushes
    backgroundTasks = []
    self.limiterEffects = limiterEffects
  }

  init(_ simulation: borrowing Simulation) {
    let model = simulation.model
    limiterEffects = simulation.daemon.limiterEffects
    transfers = model.transfers
    works = Self.works(simulation, model)
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

  private static func works(_ simulation: borrowing Simulation, _ model: SimulationModel) -> [TransferResult]
  {
    var works = model.transfers.indices.map(TransferResult.init)
    if model.hasWindows {
      var counts = [Int](repeating: 0, count: works.count)
      for job in simulation.jobs { counts[job.transfer] += 1 }
      for index in works.indices where model.transfers[index].window != nil {
        works[index].reserve(counts[index])
      }
    }
    let end = min(model.span, model.settings.horizon)
    for job in simulation.jobs {
      works[job.transfer].add(job, of: model.transfers[job.transfer], countingUntil: end)
    }
    for (transfer, count) in simulation.app.laterJobs.enumerated() { works[transfer].add(uncarried: count) }
    for index in works.indices { works[index].finish(model.transfers[index], until: end) }
    return works
  }
}
