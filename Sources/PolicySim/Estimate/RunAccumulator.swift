internal import PolicyModel

/// The accumulated results of some of an experiment's runs.
///
/// Runs come in blocks: means are computed within each block first, so that the result does not depend on which thread ran
/// which block.
struct RunAccumulator: Sendable {
  /// The accumulated results of a transfer.
  struct Transfer: Sendable {
    fileprivate(set) var delays = TransferDelays()
    fileprivate(set) var distributions = TransferDistributions()
    fileprivate(set) var means: TransferMeans
  }

  /// The accumulated launches for a task or a push.
  struct Launches: Sendable {
    fileprivate(set) var perDay = Distribution()
    fileprivate(set) var first = Distribution()
    fileprivate(set) var agesAtOpen = Distribution()
    fileprivate(set) var starts = Mean()
    fileprivate(set) var outcomes = PushOutcomes()
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

  /// Adds the results of another block.
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
  /// Seconds until the last item finishes, for each job that counts; infinite if any item never finishes.
  private(set) var completion = Distribution()
  /// The completion of the first job, on a device with nothing else to do; empty if the work does not recur.
  private(set) var firstCompletion = Distribution()
  /// Background resumes.
  private(set) var launches = Distribution()
  /// Seconds in which the limiter held an item.
  private(set) var limiterDelay = Distribution()
  private var complete = MeanShare()

  /// The share of runs in which every item finishes; `nil` if the transfer has no items.
  var completeRuns: MeanShare? { complete.runs > 0 ? complete : nil }

  /// An accumulator without runs.
  init() {}

  /// The results of a transfer in some runs.
  init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunResult]) {
    let index = experiment.transfers[transfer].index
    var (completions, launches, delays) = (GroupedValues(), GroupedValues(), GroupedValues())
    for run in runs {
      run.works[index].forEachJob { job in
        if let value = job.completion(of: experiment.model.transfers[index]) { completions.append(value) }
        launches.append(Double(job.launches))
        delays.append(Double(job.held) / 1_000)
      }
      completions.endGroup()
      launches.endGroup()
      delays.endGroup()
    }
    completion = Distribution(completions)
    self.launches = Distribution(launches)
    limiterDelay = Distribution(delays)
    if experiment.recurs(transfer) {
      firstCompletion = Distribution(runs.compactMap { experiment.firstCompletion(transfer, $0) })
    }
    for run in runs { addComplete(run, transfer, of: experiment) }
  }

  mutating func add(_ other: TransferDelays) {
    completion.add(other.completion)
    firstCompletion.add(other.firstCompletion)
    launches.add(other.launches)
    limiterDelay.add(other.limiterDelay)
    complete.add(other.complete)
  }

  mutating func add(_ run: RunResult, _ transfer: Int, of experiment: Experiment) {
    completion.add(group: experiment.completions(transfer, run))
    if experiment.recurs(transfer), let first = experiment.firstCompletion(transfer, run) {
      firstCompletion.add(first)
    }
    let jobs = experiment.work(transfer, run).jobs
    launches.add(group: jobs.map { Double($0.launches) })
    limiterDelay.add(group: jobs.map { Double($0.held) / 1_000 })
    addComplete(run, transfer, of: experiment)
  }

  /// Adds the share of jobs of which every item finished, if the transfer has items.
  private mutating func addComplete(_ run: RunResult, _ transfer: Int, of experiment: Experiment) {
    let count = experiment.model.transfers[experiment.transfers[transfer].index].count
    guard count > 0 else { return }
    let sums = experiment.sums(transfer, run)
    complete.add(sums.average(sums.complete))
  }
}

extension RunAccumulator.Launches {
  fileprivate init(_ samples: [RunResult.Launches]) {
    perDay = Distribution(samples.map(\.launchesPerDay))
    first = Distribution(samples.compactMap(\.firstLaunch).map { Double($0) / 1_000 })
    agesAtOpen = Distribution(groups: samples.map(\.agesAtOpen).filter { !$0.isEmpty })
    for sample in samples {
      starts.add(sample.startsPerDay)
      outcomes.add(sample.outcomes)
    }
  }

  fileprivate mutating func add(_ other: Self) {
    perDay.add(other.perDay)
    first.add(other.first)
    agesAtOpen.add(other.agesAtOpen)
    starts.add(other.starts)
    outcomes.add(other.outcomes)
  }
}

extension RunAccumulator.Transfer {
  /// The results of a transfer in some runs.
  init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunResult]) {
    delays = TransferDelays(experiment, transfer, runs)
    distributions = TransferDistributions(experiment, transfer, runs)
    means = TransferMeans(experiment.model.transfers[experiment.transfers[transfer].index])
    for run in runs { means.add(run, transfer, of: experiment) }
  }

  mutating func add(_ other: Self) {
    delays.add(other.delays)
    distributions.add(other.distributions)
    means.add(other.means)
  }

  mutating func add(_ run: RunResult, _ transfer: Int, of experiment: Experiment) {
    delays.add(run, transfer, of: experiment)
    distributions.add(experiment.sums(transfer, run))
    var block = TransferMeans(experiment.model.transfers[experiment.transfers[transfer].index])
    block.add(run, transfer, of: experiment)
    means.add(block)
  }
}
