/// The accumulated results of some of an experiment's runs.
///
/// Runs come in blocks: means are taken within a block first, so that they don't depend on which thread ran
/// which block.
struct RunAccumulator: Sendable {
  /// The accumulated results of a transfer.
  struct Transfer: Sendable {
    fileprivate(set) var delays = TransferDelays()
    fileprivate(set) var launchesPerDay = Distribution()
    fileprivate(set) var means: TransferMeans
  }

  /// The accumulated launches for a task or a push.
  struct Launches: Sendable {
    fileprivate(set) var perDay = Distribution()
    fileprivate(set) var first = Distribution()
  }

  private(set) var transfers: [Transfer]
  private(set) var tasks: [Launches]
  private(set) var pushes: [Launches]
  private(set) var launchesPerDay = Distribution()
  private(set) var totals = TotalMeans()

  /// An accumulator without runs.
  init(_ experiment: Experiment) {
    transfers = experiment.transfers.map {
      Transfer(means: TransferMeans(experiment.model.transfers[$0.index]))
    }
    tasks = experiment.tasks.map { _ in Launches() }
    pushes = experiment.pushes.map { _ in Launches() }
  }

  /// The results of a block of runs.
  init(_ experiment: Experiment, block runs: [RunResult]) {
    transfers = experiment.transfers.indices.map { Transfer(experiment, $0, runs) }
    tasks = experiment.tasks.indices.map { index in Launches(runs.map { $0.tasks[index] }) }
    pushes = experiment.pushes.indices.map { index in Launches(runs.map { $0.pushes[index] }) }
    launchesPerDay = Distribution(runs.map(experiment.launchesPerDay))
    totals = TotalMeans(experiment, runs)
  }

  /// Adds another block.
  mutating func add(_ other: RunAccumulator) {
    for index in transfers.indices { transfers[index].add(other.transfers[index]) }
    for index in tasks.indices { tasks[index].add(other.tasks[index]) }
    for index in pushes.indices { pushes[index].add(other.pushes[index]) }
    launchesPerDay.add(other.launchesPerDay)
    totals.add(other.totals)
  }

  /// Adds a block of one run.
  mutating func add(_ run: RunResult, of experiment: Experiment) {
    for index in transfers.indices { transfers[index].add(run, index, of: experiment) }
    for index in tasks.indices { tasks[index].add(Launches([run.tasks[index]])) }
    for index in pushes.indices { pushes[index].add(Launches([run.pushes[index]])) }
    launchesPerDay.add(experiment.launchesPerDay(run))
    totals.add(TotalMeans(experiment, [run]))
  }
}

/// The results of a transfer that depend on the rule for the reset of the limiter's delay.
struct TransferDelays: Sendable {
  /// Seconds until every item is through; infinite in runs in which any never is.
  private(set) var completion = Distribution()
  /// Background resumes.
  private(set) var launches = Distribution()
  /// Seconds in which the limiter held an item.
  private(set) var limiterDelay = Distribution()
  private var complete = MeanShare()

  /// The share of runs in which every item finishes; `nil` if there are no items.
  var completeRuns: MeanShare? { complete.runs > 0 ? complete : nil }

  /// An accumulator without runs.
  init() {}

  /// The results of a transfer in some runs.
  init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunResult]) {
    let index = experiment.transfers[transfer].index
    completion = Distribution(runs.compactMap { experiment.completion(transfer, $0) })
    launches = Distribution(runs.map { Double($0.jobs[index].launches) })
    limiterDelay = Distribution(runs.map { Double($0.jobs[index].held) / 1_000 })
    for run in runs { complete.add(run.jobs[index], of: experiment.model.transfers[index]) }
  }

  mutating func add(_ other: TransferDelays) {
    completion.add(other.completion)
    launches.add(other.launches)
    limiterDelay.add(other.limiterDelay)
    complete.add(other.complete)
  }

  mutating func add(_ run: RunResult, _ transfer: Int, of experiment: Experiment) {
    let index = experiment.transfers[transfer].index
    if let time = experiment.completion(transfer, run) { completion.add(time) }
    launches.add(Double(run.jobs[index].launches))
    limiterDelay.add(Double(run.jobs[index].held) / 1_000)
    complete.add(run.jobs[index], of: experiment.model.transfers[index])
  }
}

extension MeanShare {
  /// Adds whether every item of a transfer finished, if it has any.
  fileprivate mutating func add(_ job: Job, of transfer: PlannedTransfer) {
    if transfer.count > 0 { add(job.finished == transfer.count ? 1 : 0) }
  }
}

extension RunAccumulator.Launches {
  fileprivate init(_ samples: [RunResult.Launches]) {
    perDay = Distribution(samples.map(\.launchesPerDay))
    first = Distribution(samples.compactMap(\.firstLaunch).map { Double($0) / 1_000 })
  }

  fileprivate mutating func add(_ other: Self) {
    perDay.add(other.perDay)
    first.add(other.first)
  }
}

extension RunAccumulator.Transfer {
  fileprivate init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunResult]) {
    let index = experiment.transfers[transfer].index
    delays = TransferDelays(experiment, transfer, runs)
    launchesPerDay = Distribution(
      runs.map { Double($0.jobs[index].launches) / experiment.days(transfer, $0) })
    means = TransferMeans(experiment.model.transfers[index])
    for run in runs {
      means.add(
        run.jobs[index], of: experiment.model.transfers[index], days: experiment.days(transfer, run))
    }
  }

  fileprivate mutating func add(_ other: Self) {
    delays.add(other.delays)
    launchesPerDay.add(other.launchesPerDay)
    means.add(other.means)
  }

  fileprivate mutating func add(_ run: RunResult, _ transfer: Int, of experiment: Experiment) {
    let index = experiment.transfers[transfer].index
    let days = experiment.days(transfer, run)
    delays.add(run, transfer, of: experiment)
    launchesPerDay.add(Double(run.jobs[index].launches) / days)
    var block = TransferMeans(experiment.model.transfers[index])
    block.add(run.jobs[index], of: experiment.model.transfers[index], days: days)
    means.add(block)
  }
}

extension TransferMeans {
  /// The means of a transfer without runs.
  fileprivate init(_ transfer: PlannedTransfer) {
    guard transfer.count > 0 else { return }
    unfinishedShare = MeanShare()
    expiredShare = MeanShare()
    missedDeadlineShare = MeanShare()
  }

  fileprivate mutating func add(_ job: Job, of transfer: PlannedTransfer, days: Double) {
    let whole = Double(transfer.count)
    let unfinished = Double(transfer.count - job.finished)
    let late = Double(job.missedDeadline) + (transfer.deadline < .max ? unfinished : 0)
    unfinishedShare?.add(unfinished / whole)
    expiredShare?.add(Double(job.expired) / whole)
    missedDeadlineShare?.add(late / whole)
    wifiBytes.add(job.wifiBytes)
    wifiBytesPerDay.add(job.wifiBytes / days)
    cellularBytes.add(job.cellularBytes)
    cellularBytesPerDay.add(job.cellularBytes / days)
    radioSeconds.add(job.radioTime / 1_000)
    energy.add(job.energy)
    energyPerDay.add(job.energy / days)
  }

  fileprivate mutating func add(_ other: TransferMeans) {
    if let share = other.unfinishedShare { unfinishedShare?.add(share) }
    if let share = other.expiredShare { expiredShare?.add(share) }
    if let share = other.missedDeadlineShare { missedDeadlineShare?.add(share) }
    wifiBytes.add(other.wifiBytes)
    wifiBytesPerDay.add(other.wifiBytesPerDay)
    cellularBytes.add(other.cellularBytes)
    cellularBytesPerDay.add(other.cellularBytesPerDay)
    radioSeconds.add(other.radioSeconds)
    energy.add(other.energy)
    energyPerDay.add(other.energyPerDay)
  }
}

extension TotalMeans {
  fileprivate init(_ experiment: Experiment, _ runs: [RunResult]) {
    self.init()
    for run in runs {
      var (wifi, cellular) = (0.0, 0.0)
      var joules = (run.tasks + run.pushes).reduce(0) {
        $0 + $1.energyPerDay
      }
      for (index, transfer) in experiment.transfers.enumerated() {
        let job = run.jobs[transfer.index]
        let days = experiment.days(index, run)
        wifi += job.wifiBytes / days
        cellular += job.cellularBytes / days
        joules += job.energy / days
      }
      wifiBytes.add(wifi)
      cellularBytes.add(cellular)
      energy.add(joules)
    }
  }

  fileprivate mutating func add(_ other: TotalMeans) {
    wifiBytes.add(other.wifiBytes)
    cellularBytes.add(other.cellularBytes)
    energy.add(other.energy)
  }
}
