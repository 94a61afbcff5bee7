/// What some of an experiment's runs came to.
///
/// Runs come in blocks: averages are taken within a block first, so that they don't depend on who worked on which block.
struct Tally: Sendable {
  /// What a transfer came to.
  struct Transfer: Sendable {
    fileprivate(set) var delays = TransferDelays()
    fileprivate(set) var launchesPerDay = Distribution()
    fileprivate(set) var means: TransferMeans
  }

  /// When and how often the system launched the app for a task or push.
  struct Launches: Sendable {
    fileprivate(set) var perDay = Distribution()
    fileprivate(set) var first = Distribution()
  }

  private(set) var transfers: [Transfer]
  private(set) var tasks: [Launches]
  private(set) var pushes: [Launches]
  private(set) var launchesPerDay = Distribution()
  private(set) var totals = TotalMeans()

  /// Of no runs.
  init(_ experiment: Experiment) {
    transfers = experiment.transfers.map {
      Transfer(means: TransferMeans(experiment.plan.entries[$0.entry]))
    }
    tasks = experiment.tasks.map { _ in Launches() }
    pushes = experiment.pushes.map { _ in Launches() }
  }

  /// What the runs of a block came to.
  init(_ experiment: Experiment, block runs: [RunSample]) {
    transfers = experiment.transfers.indices.map { Transfer(experiment, $0, runs) }
    tasks = experiment.tasks.indices.map { index in Launches(runs.map { $0.tasks[index] }) }
    pushes = experiment.pushes.indices.map { index in Launches(runs.map { $0.pushes[index] }) }
    launchesPerDay = Distribution(runs.map(experiment.launchesPerDay))
    totals = TotalMeans(experiment, runs)
  }

  /// Takes in what another block's runs came to.
  mutating func add(_ other: Tally) {
    for index in transfers.indices { transfers[index].add(other.transfers[index]) }
    for index in tasks.indices { tasks[index].add(other.tasks[index]) }
    for index in pushes.indices { pushes[index].add(other.pushes[index]) }
    launchesPerDay.add(other.launchesPerDay)
    totals.add(other.totals)
  }

  /// Takes in a block of one run.
  mutating func add(_ run: RunSample, of experiment: Experiment) {
    for index in transfers.indices { transfers[index].add(run, index, of: experiment) }
    for index in tasks.indices { tasks[index].add(Launches([run.tasks[index]])) }
    for index in pushes.indices { pushes[index].add(Launches([run.pushes[index]])) }
    launchesPerDay.add(experiment.launchesPerDay(run))
    totals.add(TotalMeans(experiment, [run]))
  }
}

/// What a transfer came to that hangs on the reading of when the limiter's delay is forgotten.
struct TransferDelays: Sendable {
  /// Seconds to the end of the last item that finished, in the runs that have one.
  private(set) var completion = Distribution()
  /// Background resumes.
  private(set) var launches = Distribution()
  /// Seconds in which the limiter held something.
  private(set) var limiterDelay = Distribution()
  private var complete = Mean()

  /// Runs in which every item finishes, as a share; `nil` where there are no items.
  var completeRuns: Mean? { complete.count > 0 ? complete : nil }

  /// Of no runs.
  init() {}

  /// What a transfer came to in some runs.
  init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunSample]) {
    let place = experiment.transfers[transfer].entry
    completion = Distribution(runs.compactMap { experiment.completion(transfer, $0) })
    launches = Distribution(runs.map { Double($0.occurrences[place].launches) })
    limiterDelay = Distribution(runs.map { Double($0.occurrences[place].held) / 1_000 })
    for run in runs { complete.add(run.occurrences[place], of: experiment.plan.entries[place]) }
  }

  mutating func add(_ other: TransferDelays) {
    completion.add(other.completion)
    launches.add(other.launches)
    limiterDelay.add(other.limiterDelay)
    complete.add(other.complete)
  }

  mutating func add(_ run: RunSample, _ transfer: Int, of experiment: Experiment) {
    let place = experiment.transfers[transfer].entry
    if let time = experiment.completion(transfer, run) { completion.add(time) }
    launches.add(Double(run.occurrences[place].launches))
    limiterDelay.add(Double(run.occurrences[place].held) / 1_000)
    complete.add(run.occurrences[place], of: experiment.plan.entries[place])
  }
}

extension Mean {
  /// Takes in whether every item of a transfer finished, of which there may be none.
  fileprivate mutating func add(_ occurrence: Occurrence, of entry: Plan.Entry) {
    if entry.count > 0 { add(occurrence.finished == entry.count ? 1 : 0) }
  }
}

extension Tally.Launches {
  fileprivate init(_ samples: [RunSample.Launches]) {
    perDay = Distribution(samples.map(\.launchesPerDay))
    first = Distribution(samples.compactMap(\.firstLaunch).map { Double($0) / 1_000 })
  }

  fileprivate mutating func add(_ other: Self) {
    perDay.add(other.perDay)
    first.add(other.first)
  }
}

extension Tally.Transfer {
  fileprivate init(_ experiment: Experiment, _ transfer: Int, _ runs: [RunSample]) {
    let place = experiment.transfers[transfer].entry
    delays = TransferDelays(experiment, transfer, runs)
    launchesPerDay = Distribution(
      runs.map { Double($0.occurrences[place].launches) / experiment.days(transfer, $0) })
    means = TransferMeans(experiment.plan.entries[place])
    for run in runs {
      means.add(
        run.occurrences[place], of: experiment.plan.entries[place], days: experiment.days(transfer, run))
    }
  }

  fileprivate mutating func add(_ other: Self) {
    delays.add(other.delays)
    launchesPerDay.add(other.launchesPerDay)
    means.add(other.means)
  }

  fileprivate mutating func add(_ run: RunSample, _ transfer: Int, of experiment: Experiment) {
    let place = experiment.transfers[transfer].entry
    let days = experiment.days(transfer, run)
    delays.add(run, transfer, of: experiment)
    launchesPerDay.add(Double(run.occurrences[place].launches) / days)
    var block = TransferMeans(experiment.plan.entries[place])
    block.add(run.occurrences[place], of: experiment.plan.entries[place], days: days)
    means.add(block)
  }
}

extension TransferMeans {
  /// Of no runs yet.
  fileprivate init(_ entry: Plan.Entry) {
    guard entry.count > 0 else { return }
    unfinishedShare = Mean()
    expiredShare = Mean()
    missedDeadlineShare = Mean()
  }

  fileprivate mutating func add(_ occurrence: Occurrence, of entry: Plan.Entry, days: Double) {
    let whole = Double(entry.count)
    let unfinished = Double(entry.count - occurrence.finished)
    let late = Double(occurrence.missedDeadline) + (entry.deadline < .max ? unfinished : 0)
    unfinishedShare?.add(unfinished / whole)
    expiredShare?.add(Double(occurrence.expired) / whole)
    missedDeadlineShare?.add(late / whole)
    wifiBytes.add(occurrence.wifiBytes)
    wifiBytesPerDay.add(occurrence.wifiBytes / days)
    cellularBytes.add(occurrence.cellularBytes)
    cellularBytesPerDay.add(occurrence.cellularBytes / days)
    radioSeconds.add(occurrence.radioTime / 1_000)
    energy.add(occurrence.energy)
    energyPerDay.add(occurrence.energy / days)
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
  fileprivate init(_ experiment: Experiment, _ runs: [RunSample]) {
    self.init()
    for run in runs {
      var (wifi, cellular) = (0.0, 0.0)
      var joules = (run.tasks + run.pushes).reduce(0) {
        $0 + $1.energyPerDay
      }
      for (index, transfer) in experiment.transfers.enumerated() {
        let occurrence = run.occurrences[transfer.entry]
        let days = experiment.days(index, run)
        wifi += occurrence.wifiBytes / days
        cellular += occurrence.cellularBytes / days
        joules += occurrence.energy / days
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
